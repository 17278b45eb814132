import {
  type Capabilities,
  type CapabilitiesKey,
  type Evidence,
  zeroCapabilities,
} from "../../../src/backends/capabilities.ts";
import type { Demotion } from "../../../src/backends/store/demotion.ts";

export const KEY: CapabilitiesKey = {
  provider: "llamacpp",
  endpoint: "http://127.0.0.1:8080/v1",
  model: "gemma",
};

export const PROBED_AT = "2026-10-01T12:00:00.000Z";

export function evidence(changes: Partial<Evidence> = {}): Evidence {
  return {
    rung: "json_schema",
    wireForm: "openai_strict",
    verdict: "enforced",
    weakerEffect: null,
    reason: "the answer began with the nonce",
    serverMessage: null,
    httpStatus: 200,
    durationMs: 120,
    channel: "content",
    whitespaceRunaway: false,
    promptTokensOverBaseline: 0,
    passing: false,
    ...changes,
  };
}

export function capabilities(changes: Partial<Capabilities> = {}): Capabilities {
  return {
    ...zeroCapabilities(KEY, "json_schema as openai_strict: the answer began with the nonce"),
    fingerprint: "llamacpp b6000",
    probed: true,
    rung: "json_schema",
    wireForm: "openai_strict",
    verdict: "enforced",
    baseline: "ok",
    evidence: [
      evidence(),
      evidence({ rung: "json_object", wireForm: "json_object", reason: "an object came" }),
    ],
    notes: [{ code: "whitespace_runaway", args: { tokens: 96 } }],
    cost: { requests: 3, promptTokens: 120, completionTokens: 40, durationMs: 900 },
    probedAt: PROBED_AT,
    ...changes,
  };
}

export function demotion(changes: Partial<Demotion> = {}): Demotion {
  return {
    wireForm: "openai_strict",
    verdict: "rejected",
    reason: "the server refused response_format",
    serverMessage: "response_format is not supported",
    httpStatus: 400,
    at: "2026-10-02T12:00:00.000Z",
    fingerprint: "llamacpp b6000",
    ...changes,
  };
}
