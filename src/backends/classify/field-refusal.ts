import type { Classification } from "./classify.ts";
import type { ErrorBody } from "./error-body.ts";
import { CONSTRAINT_FIELDS, OTHER_FIELDS, REFUSING } from "./patterns.ts";

export interface FieldRefusal {
  readonly field: string;
  /** One of the fields that constrain the decoder. */
  readonly isConstraint: boolean;
  /** False for a shape of ours that was wrong, which says nothing about the capability. */
  readonly demotes: boolean;
  readonly action: Classification["action"];
}

/** Statuses with which a field is refused; a 500 only when it names the field (llama-cpp-python, old llama.cpp, ik_llama.cpp). */
const STATUSES: ReadonlySet<number> = new Set([400, 404, 422, 500, 501]);

/** llama.cpp b11434 with a SentencePiece vocabulary refuses every schema in these words and names nothing. */
const SAMPLER_TROUBLE = /failed to initialize samplers: std::exception/i;

/** The field that a body refuses by name; `null` where it names none, or refuses nothing. Both must be there, and the field must be in its own place. */
export function fieldRefusal(
  { text, sentence, pointedFields }: ErrorBody,
  status: number,
): FieldRefusal | null {
  if (!STATUSES.has(status)) return null;
  const words = sentence ?? text;
  if (SAMPLER_TROUBLE.test(words)) return constraint("response_format", true);
  if (/no endpoints found that can handle the requested parameters/i.test(text))
    return constraint("response_format", true);
  if (/Currently only support JSON and EBNF grammar mode/i.test(text)) return constraint("grammar", false);
  if (!REFUSING.test(text) && !/not implemented/i.test(text)) return null;
  // `loc ["body","messages",2,...]`: the same sentence, about something inside a message.
  const inMessages =
    pointedFields.some((field) => /^messages?\b/.test(field)) ||
    /^'?messages\.\d+/.test(words) ||
    /for (?:User|System|Assistant|Tool)Message/.test(words);
  if (inMessages) return null;

  const other = otherField(words, pointedFields);
  const own = CONSTRAINT_FIELDS.find(
    ({ pattern }) => pattern.test(pointedFields.join(" ")) || pattern.test(words),
  );
  if (own !== undefined && (other === null || isFirst(words, own.pattern, other)))
    return constraint(own.field, !isWrongShape(words));
  if (other === null) return null;
  return { field: other, isConstraint: false, demotes: false, action: actionFor(other, words) };
}

function constraint(field: string, demotes: boolean): FieldRefusal {
  return { field, isConstraint: true, demotes, action: null };
}

/** The field is there, and what we put in it was not understood. */
function isWrongShape(words: string): boolean {
  return (
    /invalid type: string|expected internally tagged|Invalid value: '(?:object|json)'|Supported values are/i.test(
      words,
    ) && !/not supported with this model/i.test(words)
  );
}

/** "property 'store' is unsupported, did you mean 'stop'?" is about `store`. */
function otherField(words: string, pointedFields: readonly string[]): string | null {
  const pointed = pointedFields.find((field) => OTHER_FIELDS.includes(field));
  if (pointed !== undefined) return pointed;
  const named =
    /(?:property|parameter|argument|param|value|name|field)s?:?\s*['"`]([A-Za-z_.]+)['"`]/i.exec(
      words,
    )?.[1] ?? /['"`]([a-z_]+)['"`]:? (?:is|does|must)/i.exec(words)?.[1];
  if (
    named !== undefined &&
    !CONSTRAINT_FIELDS.some(({ pattern }) => pattern.test(named) || pattern.test(`'${named}'`))
  )
    return named;
  return OTHER_FIELDS.find((field) => new RegExp(`\\b${field}\\b`).test(words)) ?? null;
}

function isFirst(words: string, pattern: RegExp, other: string): boolean {
  const own = words.search(pattern);
  const its = words.indexOf(other);
  return own >= 0 && (its < 0 || own <= its);
}

function actionFor(field: string, words: string): Classification["action"] {
  if (field === "max_tokens")
    return /max_completion_tokens/.test(words) ? "use_max_completion_tokens" : "lower_max_tokens";
  if (field === "temperature") return "drop_temperature";
  return field === "stream" ? "stream" : null;
}
