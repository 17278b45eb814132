import type { JsonObject, JsonValue } from "../json-value.ts";
import { fitsSchema } from "./fits-schema.ts";
import type { OpenPart } from "./repair-result.ts";
import type { RepairRung } from "./repair-rung.ts";
import { coerce } from "./rungs/coerce.ts";
import type { Found } from "./rungs/extract.ts";
import { parsed } from "./rungs/none.ts";
import { canonicalJson } from "./same-value.ts";
import type { Candidate, Complete } from "./scan-result.ts";
import { strayAround } from "./stray-parts.ts";

export type Choice =
  | { readonly kind: "chosen"; readonly candidate: Complete }
  | { readonly kind: "cut"; readonly open: OpenPart; readonly rungs: readonly RepairRung[] }
  | { readonly kind: "none"; readonly offset: number; readonly reason: string };

/**
 * Which of the documents in a text is meant. Where two readers could choose differently none is: one that is cut off or
 * broken may be the one, several that differ are settled by the schema alone, and what stands around a document like a
 * part of it shows that it is no whole.
 */
export function chooseCandidate(text: string, found: Found, schema: JsonObject | undefined): Choice {
  const pool = poolOf(found, schema);
  const cut = pool.find((each) => each.scan.kind === "cut");
  if (cut?.scan.kind === "cut") return { kind: "cut", open: cut.scan.open, rungs: [...cut.scan.rungs] };
  if (found.openReasoning && pool.length === 0) return { kind: "cut", open: "reasoning", rungs: [] };
  const broken = pool.find((each) => each.scan.kind === "broken");
  if (broken?.scan.kind === "broken")
    return { kind: "none", offset: broken.scan.offset, reason: broken.scan.reason };
  const complete = pool as readonly Complete[];
  if (complete.length === 0)
    return { kind: "none", offset: 0, reason: "there is no JSON document in the text" };
  if (found.openReasoning) return { kind: "cut", open: "reasoning", rungs: [] };
  for (const each of complete) {
    const stray = strayAround(text, each);
    if (stray !== null) return { kind: "none", ...stray };
  }
  const candidate = theOne(complete, schema);
  if (candidate !== null) return { kind: "chosen", candidate };
  const reason = "several documents in the text differ, and nothing says which is meant";
  return { kind: "none", offset: complete[1]!.start, reason };
}

/** A broken attempt in prose does not count beside a document in a fence; what is weak counts only alone. */
function poolOf({ candidates }: Found, schema: JsonObject | undefined): readonly Candidate[] {
  const hasFenced = candidates.some((each) => each.fenced);
  const strong = candidates.filter(
    (each) => !each.weak && (each.fenced || !hasFenced || each.scan.kind !== "broken"),
  );
  if (strong.length > 0) return strong;
  return candidates.filter((each) => schema !== undefined || !each.cited);
}

/** The only one, one of several that are the same, or the only one that the schema takes as it is or coerced. */
function theOne(complete: readonly Complete[], schema: JsonObject | undefined): Complete | null {
  if (complete.length === 1) return complete[0]!;
  const different = new Map<string, Complete>();
  for (const each of complete) {
    const key = keyOf(each);
    const known = different.get(key);
    if (known === undefined || (each.fenced && !known.fenced)) different.set(key, each);
  }
  if (different.size === 1) return [...different.values()][0]!;
  if (schema === undefined) return null;
  const taken = new Map<string, Complete>();
  for (const each of different.values()) {
    const reading = readingOf(each, schema);
    if (reading === undefined) continue;
    const key = canonicalJson(reading.value) ?? each.scan.json;
    if (!taken.has(key) || reading.fits) taken.set(key, each);
  }
  return taken.size === 1 ? [...taken.values()][0]! : null;
}

/** The same for documents that say the same; a number that JSON.parse rounds is what is written. */
function keyOf({ scan }: Complete): string {
  const value = parsed(scan.json);
  if (value === undefined || scan.warnings.some(({ code }) => code === "unsafe_integer")) return scan.json;
  return canonicalJson(value) ?? scan.json;
}

function readingOf(
  { scan }: Complete,
  schema: JsonObject,
): { readonly value: JsonValue; readonly fits: boolean } | undefined {
  const value = parsed(scan.json);
  if (value === undefined) return undefined;
  if (fitsSchema(value, schema)) return { value, fits: true };
  const coerced = coerce(value, schema);
  return coerced === undefined ? undefined : { value: coerced.value, fits: false };
}
