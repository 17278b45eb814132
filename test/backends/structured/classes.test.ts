import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { classify } from "../../../src/backends/classify/classify.ts";
import type { Demotion } from "../../../src/backends/store/demotion.ts";
import type { Store } from "../../../src/backends/store/store.ts";
import { callStructured } from "../../../src/backends/structured/call-structured.ts";
import { startServer } from "../../helpers/scripted-server.ts";
import { capabilitiesOf, completion, quickWorld, SCHEMA, VALUE } from "./support.ts";

interface ErrorCase {
  readonly id: string;
  readonly status: number | null;
  readonly headers: Record<string, string>;
  readonly body: string;
  readonly context?: object;
}

const cases = readFileSync("test/fixtures/errors/cases.jsonl", "utf8")
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line) as ErrorCase)
  .filter((each) => each.status !== null && each.status >= 200 && each.context === undefined);

function storeOf(demotions: Demotion[]): Store {
  return {
    recordDemotion: async (_: unknown, demotion: Demotion) => void demotions.push(demotion),
    appendHistory: async () => {},
  } as unknown as Store;
}

/** A cap or temperature that is refused by name is swapped or left out, and the request sent once more. */
const MENDED_HERE = ["max_tokens", "max_completion_tokens", "temperature"];
const HOP_BY_HOP = ["content-length", "transfer-encoding", "connection", "content-encoding"];

describe("every error that servers are known to send, through the whole call", () => {
  test.each(cases.map((each) => [each.id, each] as const))("%s", async (_, each) => {
    const world = quickWorld();
    const headers = Object.fromEntries(
      Object.entries(each.headers).filter(([name]) => !HOP_BY_HOP.includes(name)),
    );
    // Refused as long as a constraint is sent; a plain request is fine.
    const server = await startServer((request) =>
      "response_format" in request.json
        ? { status: each.status!, headers, body: each.body }
        : { body: completion(JSON.stringify(VALUE)) },
    );
    const demotions: Demotion[] = [];
    const result = await callStructured({
      endpoint: server.url,
      model: "m",
      schema: SCHEMA,
      messages: [{ role: "user", content: "x" }],
      capabilities: capabilitiesOf(server.url, ["openai_strict"]),
      world,
      store: storeOf(demotions),
    });
    await world.close();
    const {
      class: failureClass,
      demote,
      worthRetrying,
      scope,
      retryAfterMs,
      refusesField,
    } = classify({ status: each.status!, headers, body: each.body });
    if (failureClass === "unknown" && each.status === 200) return;
    const constrained = server.requests.filter((request) => "response_format" in request.json).length;
    // A hint well beyond the ceiling of 20 s is told, not waited for.
    const retried =
      (retryAfterMs ?? 0) <= 60_000 &&
      worthRetrying &&
      (failureClass === "transient" || failureClass === "rate_limited");
    expect(constrained, "requests on the wire").toBeLessThanOrEqual(
      retried ? 3 : MENDED_HERE.includes(refusesField ?? "") ? 2 : 1,
    );
    if (demote) {
      expect(result).toMatchObject({ ok: true, value: VALUE, rung: "prompt_only" });
      expect(demotions.map((demotion) => demotion.wireForm)).toEqual(["openai_strict"]);
    } else if (failureClass !== "permanent") {
      expect(result).toMatchObject({ ok: false, error: { kind: "request_failed", class: failureClass } });
      expect(demotions).toEqual([]);
      expect(constrained).toBe(retried ? 3 : 1);
    } else if (["auth", "model", "quota", "overflow", "combination"].includes(scope)) {
      expect(result.ok).toBe(false);
      expect(demotions).toEqual([]);
    } else if (scope === "schema" || scope === "sampling") {
      expect(result).toMatchObject({ ok: true, rung: "prompt_only" });
      expect(demotions).toEqual([]);
    }
  });
});
