import type { JsonObject, JsonValue } from "../json-value.ts";

export type Parsed<T> =
  | { readonly ok: true; readonly value: T }
  /** `expected` completes "must be ...". `secret` is true where the value itself must not be repeated. */
  | { readonly ok: false; readonly expected: string; readonly secret?: true };

/** How values of one type are read from a file (JSON) and from a flag, a variable or the command line (text). */
export interface ValueKind<T> {
  /** For the documentation: `URL`, `whole number`, `auto, off`. */
  readonly title: string;
  readonly fromJson: (value: JsonValue) => Parsed<T>;
  readonly fromText: (text: string) => Parsed<T>;
  /** What an editor is told: a JSON Schema of what `fromJson` takes. */
  readonly schema: JsonObject;
}

/** One of a few words. An alias is read as the word it stands for, also where JSON has it as `false` or `0`. */
export function choice<Name extends string>(
  names: readonly Name[],
  aliases: Readonly<Record<string, Name>> = {},
): ValueKind<Name> {
  const others = Object.keys(aliases);
  const alsoUnderstood = others.length === 0 ? "" : ` (also ${others.join(", ")})`;
  const expected = `one of ${names.join(", ")}${alsoUnderstood}`;
  const fromText = (text: string): Parsed<Name> => {
    const word = text.trim().toLowerCase();
    const name =
      names.find((each) => each === word) ?? (Object.hasOwn(aliases, word) ? aliases[word] : undefined);
    return name === undefined ? { ok: false, expected } : { ok: true, value: name };
  };
  return {
    title: `${names.join(", ")}${alsoUnderstood}`,
    fromJson: (value) => (typeof value === "object" ? { ok: false, expected } : fromText(String(value))),
    fromText,
    schema: {
      enum: [
        ...names,
        ...others,
        ...(others.includes("false") ? [false] : []),
        ...(others.includes("0") ? [0] : []),
      ],
    },
  };
}

export interface TextRules {
  readonly title: string;
  readonly pattern: RegExp;
  readonly expected: string;
}

export function text({ title, pattern, expected }: TextRules): ValueKind<string> {
  const fromText = (value: string): Parsed<string> =>
    pattern.test(value) ? { ok: true, value } : { ok: false, expected };
  return {
    title,
    fromJson: (value) => (typeof value === "string" ? fromText(value) : { ok: false, expected }),
    fromText,
    schema: { type: "string", pattern: pattern.source },
  };
}

export interface NumberRules {
  readonly minimum: number;
  readonly maximum: number;
}

export function wholeNumber({ minimum, maximum }: NumberRules): ValueKind<number> {
  return numeric({ minimum, maximum, title: "whole number", type: "integer", accepts: Number.isSafeInteger });
}

export function decimalNumber({ minimum, maximum }: NumberRules): ValueKind<number> {
  return numeric({ minimum, maximum, title: "number", type: "number", accepts: Number.isFinite });
}

interface NumericRules extends NumberRules {
  readonly title: string;
  readonly type: "integer" | "number";
  readonly accepts: (value: number) => boolean;
}

function numeric({ minimum, maximum, title, type, accepts }: NumericRules): ValueKind<number> {
  const expected = `a ${title} from ${minimum} to ${maximum}`;
  const check = (value: unknown): Parsed<number> =>
    typeof value === "number" && accepts(value) && value >= minimum && value <= maximum
      ? { ok: true, value }
      : { ok: false, expected };
  return {
    title: `${title}, ${minimum} to ${maximum}`,
    fromJson: check,
    fromText: (typed) => check(/^[-+]?[\d.]+(e[-+]?\d+)?$/i.test(typed.trim()) ? Number(typed) : null),
    schema: { type, minimum, maximum },
  };
}

const UNIT_MS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 };

/** Milliseconds, as a number or with a unit: `20000`, `500ms`, `20s`, `2m`. */
export function duration({ minimum, maximum }: NumberRules): ValueKind<number> {
  const expected = `a time from ${minimum} to ${maximum} ms, such as 20000, 500ms, 20s or 2m`;
  const check = (value: number): Parsed<number> =>
    Number.isSafeInteger(value) && value >= minimum && value <= maximum
      ? { ok: true, value }
      : { ok: false, expected };
  const fromText = (typed: string): Parsed<number> => {
    const match = /^(\d+(?:\.\d+)?)\s*(ms|s|m|h)?$/i.exec(typed.trim());
    return check(
      match === null
        ? Number.NaN
        : Math.round(Number(match[1]) * (UNIT_MS[(match[2] ?? "ms").toLowerCase()] ?? 1)),
    );
  };
  return {
    title: `milliseconds, ${minimum} to ${maximum}; \`20s\` and \`2m\` are understood`,
    fromJson: (value) =>
      typeof value === "number"
        ? check(value)
        : typeof value === "string"
          ? fromText(value)
          : { ok: false, expected },
    fromText,
    schema: {
      anyOf: [
        { type: "integer", minimum, maximum },
        { type: "string", pattern: "^[0-9]+([.][0-9]+)? ?(ms|s|m|h)?$" },
      ],
    },
  };
}

/** A list. As text: a JSON array, or one element as it is. */
export function listOf<T extends JsonValue>(element: ValueKind<T>, maximum: number): ValueKind<readonly T[]> {
  const expected = `a list of at most ${maximum}, such as ["..."]`;
  const fromJson = (value: JsonValue): Parsed<readonly T[]> => {
    if (!Array.isArray(value) || value.length > maximum) return { ok: false, expected };
    const elements: T[] = [];
    for (const each of value as readonly JsonValue[]) {
      const parsed = element.fromJson(each);
      if (!parsed.ok) return { ...parsed, expected: `a list in which each element is ${parsed.expected}` };
      elements.push(parsed.value);
    }
    return { ok: true, value: elements };
  };
  return {
    title: `list of: ${element.title}`,
    fromJson,
    fromText: (typed) => {
      if (!typed.trim().startsWith("[")) {
        const single = element.fromText(typed);
        return single.ok ? { ok: true, value: [single.value] } : single;
      }
      try {
        return fromJson(JSON.parse(typed) as JsonValue);
      } catch {
        return { ok: false, expected };
      }
    },
    schema: { type: "array", items: element.schema, maxItems: maximum },
  };
}
