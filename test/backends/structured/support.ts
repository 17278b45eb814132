import type { Capabilities, Evidence, Verdict } from "../../../src/backends/capabilities.ts";
import { DEFAULT_CONDITIONS, zeroCapabilities } from "../../../src/backends/capabilities.ts";
import { negotiate } from "../../../src/backends/probe/negotiate.ts";
import type { ProbeWorld } from "../../../src/backends/probe/probe-session.ts";
import { WIRE_FORMS, type WireFormId } from "../../../src/backends/wire/wire-forms.ts";
import type { JsonObject } from "../../../src/json-value.ts";
import { testWorld } from "../../helpers/test-world.ts";

export const SCHEMA: JsonObject = {
  type: "object",
  properties: { city: { type: "string", minLength: 1, maxLength: 40 }, warm: { type: "boolean" } },
  required: ["city", "warm"],
  additionalProperties: false,
};
export const VALUE = { city: "Oslo", warm: false };

/** The real network, and no waiting between attempts. */
export function quickWorld(): ProbeWorld & { readonly close: () => Promise<void>; readonly slept: number[] } {
  const slept: number[] = [];
  return { ...testWorld(), sleep: async (delayMs) => void slept.push(delayMs), random: () => 0.5, slept };
}

/** Evidence as a probe would have left it: these forms proven, the others untried because a stronger one held. */
export function capabilitiesOf(
  endpoint: string,
  enforced: readonly WireFormId[],
  rest: Verdict = "ignored",
): Capabilities {
  const evidence = WIRE_FORMS.map(
    (form): Evidence => ({
      rung: form.rung,
      wireForm: form.id,
      verdict: enforced.includes(form.id) ? "enforced" : form.id === "none" ? "skipped" : rest,
      weakerEffect: null,
      reason: rest === "skipped" ? "a stronger form already holds" : "as the test says",
      serverMessage: null,
      httpStatus: 200,
      durationMs: 1,
      channel: "content",
      whitespaceRunaway: false,
      promptTokensOverBaseline: 0,
      passing: false,
    }),
  );
  return {
    ...zeroCapabilities({ provider: "generic", endpoint, model: "m" }, ""),
    fingerprint: "test 1",
    probed: true,
    baseline: "ok",
    conditions: DEFAULT_CONDITIONS,
    evidence,
    ...negotiate(evidence),
  };
}

export function completion(
  content: string,
  more: { finish?: string; completionTokens?: number; message?: object } = {},
): JsonObject {
  return {
    model: "m",
    choices: [
      {
        index: 0,
        message: { role: "assistant", content, ...more.message },
        finish_reason: more.finish ?? "stop",
      },
    ],
    usage: { prompt_tokens: 10, completion_tokens: more.completionTokens ?? 5 },
  } as unknown as JsonObject;
}
