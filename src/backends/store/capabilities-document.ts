import { isJsonObject, type JsonObject, type JsonValue } from "../../json-value.ts";
import type { Capabilities, CapabilitiesKey } from "../capabilities.ts";
import { isCapabilities, isDemotion } from "./capabilities-shape.ts";
import { type Demotion, demotionsInForce, keyId } from "./demotion.ts";

/** `capabilities.json`. Entries stay as they were read until their own key is written: one that is damaged costs no other. */
export interface CapabilitiesDocument {
  readonly version: 1;
  readonly entries: JsonObject;
}

/** What is kept for one key. Demotions stand apart so that a probe that ran meanwhile does not wash them away. */
export interface CapabilitiesEntry {
  readonly capabilities: Capabilities | null;
  readonly demotions: readonly Demotion[];
}

export const CAPABILITIES_VERSION = 1;
export const EMPTY_CAPABILITIES: CapabilitiesDocument = { version: 1, entries: {} };

/** A simulator on a new port each time, or a fleet, would make the file grow for ever. */
const MAX_ENTRIES = 200;

export function validateCapabilitiesDocument(document: JsonObject): CapabilitiesDocument | null {
  return isJsonObject(document["entries"]) ? (document as unknown as CapabilitiesDocument) : null;
}

export function entryOf(document: CapabilitiesDocument, key: CapabilitiesKey): CapabilitiesEntry {
  const id = keyId(key);
  const raw = Object.hasOwn(document.entries, id) ? document.entries[id] : undefined;
  if (!isJsonObject(raw)) return { capabilities: null, demotions: [] };
  const { capabilities, demotions } = raw;
  return {
    capabilities: isCapabilities(capabilities) ? (capabilities as unknown as Capabilities) : null,
    demotions: Array.isArray(demotions) ? (demotions.filter(isDemotion) as unknown as Demotion[]) : [],
  };
}

/** The document with new evidence for its key. Demotions found under another fingerprint end here. */
export function withCapabilities(
  document: CapabilitiesDocument,
  capabilities: Capabilities,
  nowMs: number,
): CapabilitiesDocument {
  const { demotions } = entryOf(document, capabilities.key);
  const inForce = demotionsInForce(demotions, capabilities.fingerprint, nowMs);
  return withEntry(document, capabilities.key, { capabilities, demotions: inForce });
}

/** The document with one more demotion; an older one of the same wire form and fingerprint makes way. */
export function withDemotion(
  document: CapabilitiesDocument,
  key: CapabilitiesKey,
  demotion: Demotion,
): CapabilitiesDocument {
  const { capabilities, demotions } = entryOf(document, key);
  const others = demotions.filter(
    (each) => each.wireForm !== demotion.wireForm || each.fingerprint !== demotion.fingerprint,
  );
  return withEntry(document, key, { capabilities, demotions: [...others, demotion] });
}

export function withoutKey(document: CapabilitiesDocument, key: CapabilitiesKey): CapabilitiesDocument {
  const id = keyId(key);
  if (!Object.hasOwn(document.entries, id)) return document;
  const { [id]: _forgotten, ...entries } = document.entries;
  return { ...document, entries };
}

function withEntry(
  document: CapabilitiesDocument,
  key: CapabilitiesKey,
  entry: CapabilitiesEntry,
): CapabilitiesDocument {
  const id = keyId(key);
  const former = Object.hasOwn(document.entries, id) ? document.entries[id] : undefined;
  const kept = isJsonObject(former) ? former : {};
  const entries = { ...document.entries, [id]: { ...kept, ...(entry as unknown as JsonObject) } };
  return { ...document, entries: withoutOldest(entries, id) };
}

function withoutOldest(entries: JsonObject, newest: string): JsonObject {
  const ids = Object.keys(entries);
  if (ids.length <= MAX_ENTRIES) return entries;
  const byAge = ids
    .filter((id) => id !== newest)
    .sort((a, b) => timeOf(entries[a]).localeCompare(timeOf(entries[b])));
  const dropped = new Set(byAge.slice(0, ids.length - MAX_ENTRIES));
  return Object.fromEntries(Object.entries(entries).filter(([id]) => !dropped.has(id)));
}

/** RFC 3339 in UTC sorts as text. An entry without a time is the oldest. */
function timeOf(entry: JsonValue | undefined): string {
  const capabilities = isJsonObject(entry) ? entry["capabilities"] : null;
  const probedAt = isJsonObject(capabilities) ? capabilities["probedAt"] : null;
  const demotions = isJsonObject(entry) && Array.isArray(entry["demotions"]) ? entry["demotions"] : [];
  const lastDemotion = demotions.findLast(isJsonObject) as JsonObject | undefined;
  const times = [probedAt, lastDemotion?.["at"]].filter((each) => typeof each === "string");
  return times.sort().at(-1) ?? "";
}
