import { crashedFormsOf } from "../probe/crashed-forms.ts";
import type { CapabilitiesMemory } from "../probe/probe.ts";
import { isFresh } from "./freshness.ts";
import type { Store } from "./store.ts";

/** The store as the probe wants it: evidence only as long as it is fresh, and every probe a line in the history. */
export function capabilitiesMemory(store: Store, now: () => number = Date.now): CapabilitiesMemory {
  return {
    read: async (key, fingerprint) => {
      const capabilities = await store.readCapabilities(key);
      return capabilities !== null && isFresh(capabilities, { fingerprint, nowMs: now() })
        ? capabilities
        : null;
    },
    crashedForms: async (key, fingerprint) => {
      const capabilities = await store.readCapabilities(key);
      if (capabilities === null) return [];
      // Provisional or not: that a server died is no passing matter.
      const known = { ...capabilities, provisional: false };
      return isFresh(known, { fingerprint, nowMs: now() }) ? crashedFormsOf(capabilities) : [];
    },
    write: async (capabilities) => {
      const held = await store.writeCapabilities(capabilities);
      await store.appendHistory({
        event: "probe",
        ...capabilities.key,
        rung: capabilities.rung,
        wireForm: capabilities.wireForm,
        verdict: capabilities.verdict,
        durationMs: capabilities.cost.durationMs,
        reason: capabilities.reason,
      });
      return held;
    },
  };
}
