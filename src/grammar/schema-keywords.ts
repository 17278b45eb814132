import { isJsonObject, type JsonValue } from "../json-value.ts";
import { appendPointer } from "../schema/json-pointer.ts";
import { isSubsetKeyword, MAX_DEPTH, MAX_NODES, TYPE_NAMES, type TypeName } from "../schema/subset.ts";
import { GrammarError } from "./grammar-error.ts";
import { ALL_TYPES, type Bounds, EVERY_NUMBER, UNBOUNDED } from "./schema-shape.ts";

/** The keywords of one schema object, each read with its kind checked. Inherited names are no keywords. */
export class SchemaKeywords {
  readonly pointer: string;
  readonly #values: ReadonlyMap<string, JsonValue>;

  constructor(schema: JsonValue, pointer: string) {
    if (!isJsonObject(schema)) throw new GrammarError("a schema is a JSON object", { pointer });
    this.pointer = pointer;
    this.#values = new Map(Object.entries(schema));
    for (const keyword of this.#values.keys()) {
      if (isSubsetKeyword(keyword)) continue;
      const reason = `the keyword ${JSON.stringify(keyword)} cannot be expressed as a grammar here`;
      throw this.error(keyword, reason);
    }
  }

  has(keyword: string): boolean {
    return this.#values.has(keyword);
  }

  get(keyword: string): JsonValue | undefined {
    return this.#values.get(keyword);
  }

  at(keyword: string): string {
    return appendPointer(this.pointer, keyword);
  }

  error(keyword: string, reason: string): GrammarError {
    return new GrammarError(reason, { pointer: this.at(keyword) });
  }

  /** Every type where none is named. An integer is a number, so beside `number` it says nothing. */
  types(): readonly TypeName[] {
    const value = this.get("type");
    if (value === undefined) return ALL_TYPES;
    const named = Array.isArray(value) ? value : [value];
    if (named.length === 0) throw this.error("type", "an empty list of types allows nothing");
    const known = TYPE_NAMES.filter((name) => named.includes(name));
    for (const name of named) {
      if (known.some((type) => type === name)) continue;
      throw this.error("type", `${short(name)} is no type of JSON Schema`);
    }
    return known.includes("number") ? known.filter((type) => type !== "integer") : known;
  }

  /** `minLength` and `maxLength`, or `minItems` and `maxItems`: counts, and none of them below zero. */
  counts(low: string, high: string): Bounds {
    const minimum = this.#number(low) ?? UNBOUNDED.minimum;
    const maximum = this.#number(high) ?? UNBOUNDED.maximum;
    for (const [keyword, count] of [
      [low, minimum],
      [high, maximum],
    ] as const) {
      const isCount = count >= 0 && (Number.isSafeInteger(count) || count === Number.POSITIVE_INFINITY);
      if (!isCount) throw this.error(keyword, `${keyword} is a count: 0, 1, 2, ...`);
    }
    this.#requireOrder(low, { minimum, maximum }, high);
    return { minimum, maximum };
  }

  /** `minimum` and `maximum`. */
  range(): Bounds {
    const minimum = this.#number("minimum") ?? EVERY_NUMBER.minimum;
    const maximum = this.#number("maximum") ?? EVERY_NUMBER.maximum;
    this.#requireOrder("minimum", { minimum, maximum }, "maximum");
    return { minimum, maximum };
  }

  values(): readonly JsonValue[] | null {
    const values = this.get("enum");
    if (values === undefined) return null;
    if (!Array.isArray(values) || values.length === 0) {
      throw this.error("enum", "an enum is a list of at least one value");
    }
    for (const [index, value] of values.entries()) {
      if (isTooDeep(value)) {
        const pointer = appendPointer(this.at("enum"), index);
        throw new GrammarError(`this value has more than ${MAX_DEPTH} levels, or too many members`, {
          pointer,
        });
      }
    }
    return values;
  }

  required(): ReadonlySet<string> {
    const value = this.get("required") ?? [];
    if (!Array.isArray(value) || !value.every((name) => typeof name === "string")) {
      throw this.error("required", "required is a list of property names");
    }
    return new Set(value);
  }

  #number(keyword: string): number | undefined {
    const value = this.get(keyword);
    if (value === undefined) return undefined;
    if (typeof value === "number" && Number.isFinite(value)) return value;
    throw this.error(keyword, `${keyword} is a number`);
  }

  #requireOrder(low: string, { minimum, maximum }: Bounds, high: string): void {
    if (minimum <= maximum) return;
    throw this.error(low, `${low} ${minimum} is above ${high} ${maximum}: nothing can be valid`);
  }
}

function short(value: JsonValue): string {
  return isTooDeep(value) ? "this" : JSON.stringify(value).slice(0, 40);
}

/** Without recursion, for a value may nest as deep as its text is long. */
function isTooDeep(value: JsonValue): boolean {
  if (typeof value !== "object") return false;
  let level: JsonValue[] = [value];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > MAX_DEPTH || level.length > MAX_NODES) return true;
    level = level.flatMap((item) => (typeof item === "object" && item !== null ? Object.values(item) : []));
  }
  return false;
}
