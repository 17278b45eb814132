import { expect, onTestFinished } from "vitest";
import type {
  Completion,
  CompletionOptions,
  CompletionReply,
  Target,
} from "../../../src/backends/transport/completion.ts";
import type { Failure } from "../../../src/backends/transport/failure.ts";
import { createTransport, type Transport } from "../../../src/backends/transport/transport.ts";
import type { JsonObject } from "../../../src/json-value.ts";

export interface Sending extends CompletionOptions {
  readonly body?: JsonObject;
  readonly target?: Partial<Target>;
  readonly transport?: Transport;
}

/** A transport whose connections are dropped when the test is over. */
export function transportForTest(): Transport {
  const transport = createTransport();
  onTestFinished(() => transport.close());
  return transport;
}

/** One completion request to `/v1` of a server. */
export function send(
  { url }: { readonly url: string },
  { body = { model: "m" }, target, transport, ...options }: Sending = {},
): Promise<CompletionReply> {
  const { complete } = transport ?? transportForTest();
  return complete({ endpoint: `${url}/v1`, provider: "generic", model: "m", ...target }, body, options);
}

export function completionOf(reply: CompletionReply): Completion {
  expect(reply).toMatchObject({ ok: true });
  return (reply as Extract<CompletionReply, { ok: true }>).completion;
}

export function failureOf(reply: CompletionReply): Failure {
  expect(reply).toMatchObject({ ok: false });
  return (reply as Extract<CompletionReply, { ok: false }>).failure;
}
