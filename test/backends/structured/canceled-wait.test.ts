import { expect, test } from "vitest";
import { callPlain } from "../../../src/backends/structured/call-plain.ts";
import { callStructured } from "../../../src/backends/structured/call-structured.ts";
import type { StructuredEvent } from "../../../src/backends/structured/structured-call.ts";
import { startServer } from "../../helpers/scripted-server.ts";
import { capabilitiesOf, quickWorld, SCHEMA } from "./support.ts";

test.each([
  ["a structured call", callStructured, {}],
  ["an ordinary call", callPlain, {}],
  ["an ordinary call with its own count", callPlain, { llmRetryCount: 4 }],
])(
  "%s that is canceled while it waits to try again is canceled, and sends nothing more",
  async (_, call, more) => {
    const server = await startServer(() => ({ status: 503, body: { error: { message: "busy" } } }));
    const world = quickWorld();
    const controller = new AbortController();
    const result = await call({
      endpoint: server.url,
      model: "m",
      schema: SCHEMA,
      messages: [{ role: "user", content: "x" }],
      capabilities: capabilitiesOf(server.url, ["openai_strict"]),
      world,
      signal: controller.signal,
      onEvent: ({ type }: StructuredEvent) => {
        if (type === "retry") controller.abort();
      },
      ...more,
    });
    await world.close();
    expect(result).toMatchObject({
      ok: false,
      error: { class: "canceled" },
      attempts: 1,
      classes: ["transient", "canceled"],
    });
    expect(server.requests).toHaveLength(1);
  },
);
