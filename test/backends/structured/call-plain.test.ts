import { describe, expect, test } from "vitest";
import { callPlain } from "../../../src/backends/structured/call-plain.ts";
import type { StructuredEvent } from "../../../src/backends/structured/structured-call.ts";
import { type ScriptedAnswer, startServer } from "../../helpers/scripted-server.ts";
import { completion, quickWorld } from "./support.ts";

const BUSY: ScriptedAnswer = { status: 503, body: { error: { message: "all slots are busy" } } };
const ATTEMPT = { type: "attempt", rung: "prompt_only", wireForm: "none" };
const RETRY = { type: "retry", class: "transient", reason: "all slots are busy" };
const DELTA = { type: "delta", content: "hello", reasoning: "" };

async function eventsOf(
  answers: readonly ScriptedAnswer[],
  more: { readonly llmRetryCount?: number; readonly llmRetryDelayMs?: number } = {},
): Promise<readonly StructuredEvent[]> {
  let at = 0;
  const server = await startServer(() => answers[Math.min(at++, answers.length - 1)]);
  const world = quickWorld();
  const events: StructuredEvent[] = [];
  await callPlain({
    endpoint: server.url,
    model: "m",
    messages: [{ role: "user", content: "x" }],
    world,
    onEvent: (event) => events.push(event),
    ...more,
  });
  await world.close();
  return events;
}

describe("an ordinary call tells what happens on the way", () => {
  test("each request, each wait and why, and the pieces of the answer", async () => {
    expect(await eventsOf([BUSY, BUSY, { body: completion("hello") }])).toEqual([
      { ...ATTEMPT, attempt: 1 },
      { ...RETRY, delayMs: 250 },
      { ...ATTEMPT, attempt: 2 },
      { ...RETRY, delayMs: 500 },
      { ...ATTEMPT, attempt: 3 },
      { ...DELTA, attempt: 3 },
    ]);
  });

  test("also where its own count and delay replace the policy", async () => {
    expect(await eventsOf([BUSY], { llmRetryCount: 1, llmRetryDelayMs: 7 })).toEqual([
      { ...ATTEMPT, attempt: 1 },
      { ...RETRY, delayMs: 7 },
      { ...ATTEMPT, attempt: 2 },
    ]);
  });

  test("no wait where nothing is tried again", async () => {
    const refused = { status: 401, body: { error: { message: "Invalid API key" } } };
    expect(await eventsOf([refused])).toEqual([{ ...ATTEMPT, attempt: 1 }]);
  });
});
