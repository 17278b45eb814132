import { type ReadinessRule, unknown } from "../readiness-rule.ts";

/** Where the number of slots was read. */
const SLOTS: Readonly<Record<string, string>> = {
  lmstudio: "/api/v1/models parallel",
  tabbyapi: "/v1/model max_batch_size",
  sglang: "/server_info max_running_requests",
};

export const concurrency: ReadinessRule = {
  id: "slots.concurrency",
  title: "no more requests than slots",
  weight: 6,
  why: "Requests beyond the server's slots wait in its queue and run into timeouts; llama.cpp divides its context by the slots.",
  judge: ({ values, identity }) => {
    const slots = identity?.settings.parallelSlots ?? null;
    if (slots === null)
      return values.concurrency === 1
        ? { status: "pass", measured: 1, wanted: "1, or the server's slots", basis: "settings", remedy: null }
        : unknown("<= the server's slots", "not shown by this server");
    const ok = values.concurrency <= slots;
    return {
      status: ok ? "pass" : "warn",
      measured: values.concurrency,
      wanted: `<= ${slots}`,
      basis: SLOTS[identity?.kind ?? ""] ?? "/props total_slots",
      remedy: ok ? null : { kind: "client", key: "concurrency", to: slots },
    };
  },
};
