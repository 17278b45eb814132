import { describe, expect, test } from "vitest";
import { streamStructured } from "../../../src/backends/structured/stream-structured.ts";
import { startSimulator } from "../../../src/simulator/start-simulator.ts";
import { startServer } from "../../helpers/scripted-server.ts";
import { capabilitiesOf, quickWorld, SCHEMA } from "./support.ts";

describe("streaming", () => {
  test("gives events as they happen and the validated result last", async () => {
    const simulator = await startSimulator({ profile: "llamacpp-b11434" });
    const world = quickWorld();
    const types: string[] = [];
    for await (const event of streamStructured({
      endpoint: simulator.url,
      model: "demo",
      schema: SCHEMA,
      messages: [{ role: "user", content: "x" }],
      capabilities: capabilitiesOf(simulator.url, ["openai_strict"]),
      world,
    })) {
      types.push(event.type);
      if (event.type === "result") expect(event.result.ok).toBe(true);
    }
    expect(types[0]).toBe("attempt");
    expect(types).toContain("delta");
    expect(types.at(-1)).toBe("result");
    await world.close();
    await simulator.close();
  });

  test("leaving the loop cancels the call", async () => {
    const world = quickWorld();
    let closed = false;
    const server = await startServer((_, response) => {
      response.setHeader("content-type", "text/event-stream");
      const timer = setInterval(
        () =>
          response.write(`data: ${JSON.stringify({ choices: [{ index: 0, delta: { content: "x" } }] })}\n\n`),
        5,
      );
      response.on("close", () => {
        clearInterval(timer);
        closed = true;
      });
      return undefined;
    });
    for await (const event of streamStructured({
      endpoint: server.url,
      model: "m",
      schema: SCHEMA,
      messages: [{ role: "user", content: "x" }],
      capabilities: capabilitiesOf(server.url, ["openai_strict"]),
      world,
    })) {
      if (event.type === "delta") break;
    }
    await world.close();
    await expect.poll(() => closed).toBe(true);
  });
});
