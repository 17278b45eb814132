import type { Remedy } from "./classify.ts";
import type { ErrorBody } from "./error-body.ts";
import {
  CONSTRAINT_FIELDS,
  FIELD_SENTENCES,
  OTHER_FIELD_SENTENCES,
  OTHER_FIELDS,
  REFUSING,
  WRONG_SHAPE,
} from "./field-texts.ts";
import { withoutEcho } from "./without-echo.ts";

export interface FieldRefusal {
  readonly field: string;
  /** One of the fields that constrain the decoder. */
  readonly isConstraint: boolean;
  /** False for a shape of ours that was wrong, which says nothing about the capability. */
  readonly demotes: boolean;
  readonly action: Remedy | null;
}

/**
 * Statuses with which a field is refused: those of a bad request, any 5xx (llama-cpp-python, old llama.cpp and
 * ik_llama.cpp throw refusals as 500), and an error within a 200. Not 401, 403, 429: they are about something else.
 */
function canRefuse(status: number): boolean {
  return [400, 404, 422].includes(status) || (status >= 200 && status < 300) || status >= 500;
}

/** The field that a body refuses by name; `null` where it names none, or refuses nothing. Both must be there, and the field must be in its own place. */
export function fieldRefusal(body: ErrorBody, status: number): FieldRefusal | null {
  if (!canRefuse(status)) return null;
  const { text, pointedFields } = body;
  const words = withoutEcho(body.sentence ?? text);
  const known = FIELD_SENTENCES.find(({ pattern }) => pattern.test(text));
  if (known !== undefined) return constraint(known.field, known.demotes);
  const other = OTHER_FIELD_SENTENCES.find(({ pattern }) => pattern.test(words));
  if (other !== undefined && ownField(words) === null) return plain(other.field, other.action ?? null);
  if (!REFUSING.test(text) || isInMessage(words, pointedFields)) return null;
  return refusedByName(words, pointedFields);
}

/** What is pointed at goes before what is named in a sentence, and there the first before the others. */
function refusedByName(words: string, pointedFields: readonly string[]): FieldRefusal | null {
  const pointedOther = pointedFields.find((field) => OTHER_FIELDS.includes(field));
  const pointedOwn = ownField(pointedFields.join("\n"));
  if (pointedOther === undefined && pointedOwn !== null) {
    const refusal = constraint(pointedOwn.field, !WRONG_SHAPE.test(words));
    return pointedFields.some((field) => field.endsWith(".strict"))
      ? { ...refusal, action: "drop_strict" }
      : refusal;
  }
  const other = pointedOther ?? otherField(words);
  const own = ownField(words);
  if (own !== null && (other === null || comesFirst(own, words.indexOf(other))))
    return constraint(own.field, !WRONG_SHAPE.test(words));
  return other === null ? null : plain(other, actionFor(other, words));
}

function constraint(field: string, demotes: boolean): FieldRefusal {
  return { field, isConstraint: true, demotes, action: demotes ? null : "fix_shape" };
}

function plain(field: string, action: Remedy | null): FieldRefusal {
  return { field, isConstraint: false, demotes: false, action };
}

/** The same sentences, about something inside a message: `loc ["body","messages",2,...]`. */
function isInMessage(words: string, pointedFields: readonly string[]): boolean {
  return (
    pointedFields.some((field) => /^messages?\b/.test(field)) ||
    /^'?messages\.\d+/.test(words) ||
    /for (?:User|System|Assistant|Tool)Message/.test(words)
  );
}

interface OwnField {
  readonly field: string;
  readonly index: number;
}

/** Our field that is named first. */
function ownField(words: string): OwnField | null {
  const named = CONSTRAINT_FIELDS.map(({ field, pattern }) => ({ field, index: words.search(pattern) }))
    .filter(({ index }) => index >= 0)
    .sort((one, another) => one.index - another.index);
  return named[0] ?? null;
}

function comesFirst({ index }: OwnField, other: number): boolean {
  return other < 0 || index <= other;
}

/** "property 'store' is unsupported, did you mean 'stop'?" is about `store`. */
function otherField(words: string): string | null {
  const named =
    /(?:property|parameter|argument|param|name|field)s?:?\s*['"`]([A-Za-z_.]+)['"`]/i.exec(words)?.[1] ??
    /['"`]([a-z_]+)['"`]:? (?:is|does|must)/i.exec(words)?.[1];
  if (named !== undefined && !isOwn(named)) return named.replace(/^body\./, "");
  return OTHER_FIELDS.find((field) => new RegExp(`\\b${field}\\b`).test(words)) ?? null;
}

function isOwn(named: string): boolean {
  return CONSTRAINT_FIELDS.some(({ pattern }) => pattern.test(named) || pattern.test(`'${named}'`));
}

function actionFor(field: string, words: string): Remedy | null {
  if (field === "max_tokens")
    return /max_completion_tokens/.test(words) ? "use_max_completion_tokens" : "lower_max_tokens";
  if (field === "temperature") return "drop_temperature";
  return field === "stream" ? "stream" : null;
}
