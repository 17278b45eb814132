import { appendFileSync, existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { HISTORY_MAX_BYTES, historyPredecessor } from "../../../src/backends/store/append-history.ts";
import type { NewHistoryEvent } from "../../../src/backends/store/history-event.ts";
import { openStore, type Store } from "../../../src/backends/store/store.ts";
import { temporaryFolder } from "../../helpers/temporary-folder.ts";
import { KEY } from "./sample.ts";

const CALL: NewHistoryEvent = {
  event: "call",
  ...KEY,
  at: "2026-10-01T12:00:00Z",
  class: "transient",
  httpStatus: 503,
  rung: "json_schema",
  wireForm: "openai_strict",
  verdict: "enforced",
  durationMs: 12,
};

function history(): { store: Store; path: string; warnings: string[] } {
  const folder = temporaryFolder();
  const warnings: string[] = [];
  const directories = { cache: folder, log: folder, data: folder };
  const store = openStore({ directories, warn: (sentence) => void warnings.push(sentence) });
  return { store, path: join(folder, "history.jsonl"), warnings };
}

describe("the history", () => {
  test("an event is one line of JSON with the same keys always, and comes back as it was", async () => {
    const { store, path } = history();
    await store.appendHistory(CALL);
    await store.appendHistory({ event: "probe", ...KEY, at: "2026-10-01T13:00:00Z" });
    const lines = readFileSync(path, "utf8").trimEnd().split("\n");
    expect(lines).toHaveLength(2);
    expect(JSON.parse(lines[0]!)).toEqual({
      event: "call",
      at: "2026-10-01T12:00:00Z",
      endpoint: KEY.endpoint,
      model: "gemma",
      provider: "llamacpp",
      class: "transient",
      http_status: 503,
      rung: "json_schema",
      wire_form: "openai_strict",
      verdict: "enforced",
      duration_ms: 12,
      reason: null,
      server_message: null,
    });
    expect(Object.keys(JSON.parse(lines[1]!))).toEqual(Object.keys(JSON.parse(lines[0]!)));
    const { events, damagedLines } = await store.readHistory();
    expect(events[0]).toEqual({ ...CALL, reason: null, serverMessage: null });
    expect(damagedLines).toBe(0);
  });

  test("an event has no field in which a prompt or an answer could stand", async () => {
    const { store, path } = history();
    const talkative = { ...CALL, prompt: "top secret", answer: "top secret", messages: ["top secret"] };
    await store.appendHistory(talkative);
    expect(readFileSync(path, "utf8")).not.toContain("secret");
  });

  test("is filtered by time, endpoint and model, and cut to the newest", async () => {
    const { store } = history();
    for (let hour = 10; hour < 20; hour += 1) {
      const model = hour % 2 === 0 ? "even" : "odd";
      await store.appendHistory({ ...CALL, model, at: `2026-10-01T${hour}:00:00Z`, durationMs: hour });
    }
    await store.appendHistory({ ...CALL, endpoint: "http://elsewhere/v1", at: "2026-10-01T21:00:00Z" });
    const hours = async (filter: Parameters<Store["readHistory"]>[0]): Promise<unknown> =>
      (await store.readHistory(filter)).events.map((each) => each.durationMs);
    expect(await hours({ endpoint: KEY.endpoint, limit: 2 })).toEqual([18, 19]);
    expect(await hours({ sinceMs: Date.parse("2026-10-01T18:00:00Z"), model: "odd" })).toEqual([19]);
    expect(await hours({ endpoint: "http://elsewhere/v1" })).toEqual([12]);
    expect(await hours({ limit: 0 })).toEqual([]);
  });

  test("is counted by class", async () => {
    const { store } = history();
    await store.appendHistory(CALL);
    await store.appendHistory(CALL);
    await store.appendHistory({ ...CALL, class: "rate_limited", at: "2026-10-02T12:00:00Z" });
    await store.appendHistory({ ...CALL, class: null });
    const digest = await store.digestHistory({ endpoint: KEY.endpoint });
    expect(digest.counts).toEqual({
      transient: 2,
      rate_limited: 1,
      permanent: 0,
      context_overflow: 0,
      canceled: 0,
      unknown: 0,
    });
  });

  test("passes over damaged lines and counts them, and a line cut off by a full disk takes no other with it", async () => {
    const { store, path } = history();
    await store.appendHistory(CALL);
    appendFileSync(path, '{"event":"call","at":"2026-1');
    await store.appendHistory(CALL);
    appendFileSync(path, '\n\nnull\n{"event":"other"}\n\u0000\u0000\n');
    await store.appendHistory(CALL);
    const { events, damagedLines } = await store.readHistory();
    expect(events).toHaveLength(3);
    expect(damagedLines).toBe(4);
  });

  test("one endless line is a damaged line", async () => {
    const { store, path } = history();
    writeFileSync(path, "x".repeat(1_000_000));
    expect(await store.readHistory()).toEqual({ events: [], damagedLines: 1 });
  });

  test("is bounded: one predecessor is kept, and reading goes through both", async () => {
    const { store, path, warnings } = history();
    await store.appendHistory({ ...CALL, model: "first" });
    appendFileSync(path, `${" ".repeat(HISTORY_MAX_BYTES)}\n`);
    await store.appendHistory({ ...CALL, model: "second" });
    expect(existsSync(path)).toBe(false);
    await store.appendHistory({ ...CALL, model: "third" });
    expect((await store.readHistory()).events.map((each) => each.model)).toEqual([
      "first",
      "second",
      "third",
    ]);
    appendFileSync(path, `${" ".repeat(HISTORY_MAX_BYTES)}\n`);
    await store.appendHistory({ ...CALL, model: "fourth" });
    expect((await store.readHistory()).events.map((each) => each.model)).toEqual(["third", "fourth"]);
    expect(statSync(historyPredecessor(path)).size).toBeLessThan(HISTORY_MAX_BYTES + 10_000);
    expect(warnings).toEqual([]);
  });
});
