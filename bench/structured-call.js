import { createServer } from "node:http";
import { Agent, request } from "undici";
import { probe } from "../dist/backends/probe/probe.js";
import { systemClock } from "../dist/backends/retry/clock.js";
import { callStructured } from "../dist/backends/structured/call-structured.js";
import { createTransport } from "../dist/backends/transport/transport.js";
import { startSimulator } from "../dist/simulator/start-simulator.js";
import { median } from "./median-wall.js";

const ANSWER = JSON.stringify({
  model: "demo",
  choices: [
    {
      index: 0,
      message: { role: "assistant", content: '{"city":"Oslo","warm":false}' },
      finish_reason: "stop",
    },
  ],
  usage: { prompt_tokens: 10, completion_tokens: 8 },
});
const SCHEMA = {
  type: "object",
  properties: { city: { type: "string", minLength: 1, maxLength: 40 }, warm: { type: "boolean" } },
  required: ["city", "warm"],
  additionalProperties: false,
};
const ROUNDS = 300;

/** A structured call on a warm key against one bare undici request with the same body to the same local server. */
export async function run() {
  const simulator = await startSimulator({ profile: "llamacpp-b11434" });
  let body = "";
  const server = createServer((incoming, response) => {
    let text = "";
    incoming.on("data", (chunk) => {
      text += chunk;
    });
    incoming.on("end", () => {
      body = text;
      response.writeHead(200, { "content-type": "application/json" });
      response.end(ANSWER);
    });
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const endpoint = `http://127.0.0.1:${server.address().port}/v1`;
  const transport = createTransport();
  const agent = new Agent();
  const world = {
    complete: transport.complete,
    get: transport.get,
    now: systemClock.now,
    sleep: systemClock.sleep,
    random: Math.random,
  };
  try {
    const measured = await probe({ endpoint: simulator.url, provider: "auto", model: "demo" }, { world });
    const call = () =>
      callStructured({
        endpoint,
        model: "demo",
        schema: SCHEMA,
        messages: [{ role: "user", content: "Which city?" }],
        capabilities: measured,
        world,
      });
    const bare = async () => {
      const reply = await request(`${endpoint}/chat/completions`, {
        dispatcher: agent,
        method: "POST",
        headers: { "content-type": "application/json" },
        body,
      });
      return await reply.body.text();
    };
    for (let index = 0; index < 50; index += 1) {
      await call();
      await bare();
    }
    const [calls, bares] = [[], []];
    for (let index = 0; index < ROUNDS; index += 1) {
      let startedAt = performance.now();
      await bare();
      bares.push(performance.now() - startedAt);
      startedAt = performance.now();
      const result = await call();
      calls.push(performance.now() - startedAt);
      if (!result.ok) throw new Error(result.error.message);
    }
    return [
      {
        name: "structured call on a warm key against one bare undici request, medians",
        ratio: median(calls) / median(bares),
        budget: 2,
      },
    ];
  } finally {
    await Promise.all([transport.close(), agent.close(), simulator.close()]);
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
}
