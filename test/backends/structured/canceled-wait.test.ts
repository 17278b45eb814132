import { expect, test } from "vitest";
import { callStructured } from "../../../src/backends/structured/call-structured.ts";
import { startServer } from "../../helpers/scripted-server.ts";
import { capabilitiesOf, quickWorld, SCHEMA } from "./support.ts";

test("a call that is canceled while it waits to try again is canceled, and sends nothing more", async () => {
  const server = await startServer(() => ({ status: 503, body: { error: { message: "busy" } } }));
  const world = quickWorld();
  const controller = new AbortController();
  const result = await callStructured({
    endpoint: server.url,
    model: "m",
    schema: SCHEMA,
    messages: [{ role: "user", content: "x" }],
    capabilities: capabilitiesOf(server.url, ["openai_strict"]),
    world,
    signal: controller.signal,
    onEvent: ({ type }) => {
      if (type === "retry") controller.abort();
    },
  });
  await world.close();
  expect(result).toMatchObject({
    ok: false,
    error: { class: "canceled" },
    classes: ["transient", "canceled"],
  });
  expect(server.requests).toHaveLength(1);
});
