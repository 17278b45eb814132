import type { Capabilities, Evidence, Verdict } from "../../../src/backends/capabilities.ts";
import { DEFAULT_CONDITIONS, zeroCapabilities } from "../../../src/backends/capabilities.ts";
import { negotiate } from "../../../src/backends/probe/negotiate.ts";
import type { ProbeWorld } from "../../../src/backends/probe/probe-session.ts";
import { openStore, type Store } from "../../../src/backends/store/store.ts";
import { callStructured } from "../../../src/backends/structured/call-structured.ts";
import type {
  StructuredRequest,
  StructuredResult,
} from "../../../src/backends/structured/structured-call.ts";
import { WIRE_FORMS, type WireFormId } from "../../../src/backends/wire/wire-forms.ts";
import type { JsonObject } from "../../../src/json-value.ts";
import { type Handler, type ScriptedServer, startServer } from "../../helpers/scripted-server.ts";
import { temporaryFolder } from "../../helpers/temporary-folder.ts";
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

/** A store in a folder of its own. */
export function newStore(): Store {
  const directory = temporaryFolder();
  return openStore({ directories: { cache: directory, log: directory, data: directory }, warn: () => {} });
}

export interface CallSetup {
  readonly handler: Handler;
  readonly forms?: readonly WireFormId[];
  /** A function is given the address of the server. */
  readonly request?: Partial<StructuredRequest> | ((url: string) => Partial<StructuredRequest>);
  readonly capabilities?: (endpoint: string) => Capabilities;
}

/** One structured call for SCHEMA against a server of its own, by evidence that is at hand. */
export async function callOnce({
  handler,
  forms = ["openai_strict"],
  request = {},
  capabilities,
}: CallSetup): Promise<{
  result: StructuredResult;
  server: ScriptedServer;
  slept: readonly number[];
}> {
  const world = quickWorld();
  const server = await startServer(handler);
  const result = await callStructured({
    endpoint: server.url,
    model: "m",
    schema: SCHEMA,
    messages: [{ role: "user", content: "Which city?" }],
    capabilities: capabilities?.(server.url) ?? capabilitiesOf(server.url, forms),
    world,
    ...(typeof request === "function" ? request(server.url) : request),
  });
  await world.close();
  return { result, server, slept: world.slept };
}

export const GOOD: string = JSON.stringify(VALUE);
/** Answers with one after the other, and with the last from then on. */
export const answers = (...contents: readonly string[]): Handler => {
  let at = 0;
  return () => {
    const content = contents[Math.min(at, contents.length - 1)]!;
    at += 1;
    return { body: completion(content) };
  };
};
