import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { FailureFingerprint, RememberedAction } from "../../src/backends/structured/failure-memory.ts";
import { type OpenFailureMemory, openFailureMemory } from "../../src/evolve/failure-memory.ts";
import { temporaryFolder } from "../helpers/temporary-folder.ts";

const KEY = { endpoint: "http://127.0.0.1:1/v1", model: "m", contract: "plan" };
const RAISE: RememberedAction = {
  action: "raise_max_tokens",
  kind: "truncated",
  maxTokens: 8192,
  rung: null,
};

function place(): {
  readonly path: string;
  readonly open: () => OpenFailureMemory;
  readonly warnings: string[];
} {
  const path = join(temporaryFolder(), "memory.json");
  const warnings: string[] = [];
  const open = (): OpenFailureMemory =>
    openFailureMemory({ path, warn: (text) => void warnings.push(text), now: () => 0 });
  return { path, open, warnings };
}

const print = (change: Partial<FailureFingerprint> = {}): FailureFingerprint => ({
  ...KEY,
  kind: "truncated",
  ...change,
});

describe("the memory of failures", () => {
  test("recalls an action for its endpoint, model and contract alone", async () => {
    const { open } = place();
    const memory = open();
    await memory.remember(print(), RAISE);
    expect(await open().recall(KEY)).toEqual([RAISE]);
    for (const other of [{ endpoint: "http://127.0.0.1:2/v1" }, { model: "n" }, { contract: "tasks" }])
      expect(await open().recall({ ...KEY, ...other })).toEqual([]);
  });

  test("keeps one action for each kind of failure, the latest", async () => {
    const { open } = place();
    const memory = open();
    await memory.remember(print(), RAISE);
    await memory.remember(print(), { ...RAISE, maxTokens: 9000 });
    await memory.remember(print({ kind: "whitespace_runaway" }), {
      action: "lower_rung",
      kind: "whitespace_runaway",
      maxTokens: null,
      rung: "gbnf_grammar",
    });
    expect(
      (await open().recall(KEY)).map(({ action, maxTokens, rung }) => [action, maxTokens, rung]),
    ).toEqual([
      ["raise_max_tokens", 9000, null],
      ["lower_rung", null, "gbnf_grammar"],
    ]);
  });

  test("drops an action that did not help twice in a row, and not one that helped in between", async () => {
    const { open } = place();
    const memory = open();
    await memory.remember(print(), RAISE);
    for (const helped of [false, true, false]) await memory.report(KEY, RAISE, helped);
    expect((await memory.summary()).entries).toMatchObject([{ applied: 3, helped: 1, missed: 1 }]);
    await memory.report(KEY, RAISE, false);
    expect((await memory.summary()).entries).toEqual([]);
    expect(await open().recall(KEY)).toEqual([]);
  });

  test("counts how failures were mended, and what share cost no further request", async () => {
    const { open } = place();
    const memory = open();
    expect((await memory.summary()).savedShare).toBeNull();
    for (const how of ["memory", "local_repair", "local_repair", "round_trip", "not"] as const)
      await memory.count(how);
    expect(await open().summary()).toMatchObject({
      mended: { memory: 1, local_repair: 2, round_trip: 1, not: 1 },
      savedShare: 0.75,
    });
  });

  test("loses nothing when several write at once", async () => {
    const { open } = place();
    await Promise.all(
      Array.from({ length: 12 }, async (_, at) => {
        const memory = open();
        await memory.remember(print({ contract: `c${at}` }), RAISE);
        await memory.count("memory");
      }),
    );
    const { entries, mended } = await open().summary();
    expect(entries).toHaveLength(12);
    expect(mended.memory).toBe(12);
  });

  test("holds five hundred actions, the youngest", async () => {
    const { path, open } = place();
    const entries = Object.fromEntries(
      Array.from({ length: 500 }, (_, at) => [`old ${at}`, { ...KEY, ...RAISE, contract: `c${at}` }]),
    );
    writeFileSync(path, JSON.stringify({ version: 1, entries, mended: {} }));
    const memory = open();
    await memory.remember(print(), RAISE);
    const contracts = (await memory.summary()).entries.map(({ contract }) => contract);
    expect(contracts).toHaveLength(500);
    expect(contracts).not.toContain("c0");
    expect(contracts.at(-1)).toBe("plan");
  });
});

describe("a damaged memory", () => {
  test.each([
    ["half a document", '{"version":1,"entr'],
    ["no document", "\u0000\u0001"],
    ["another shape", '{"version":1,"entries":[],"mended":3}'],
  ])("of %s is set aside, and the call goes on", async (_, text) => {
    const { path, open, warnings } = place();
    writeFileSync(path, text);
    const memory = open();
    expect(await memory.recall(KEY)).toEqual([]);
    await memory.remember(print(), RAISE);
    expect(await open().recall(KEY)).toEqual([RAISE]);
    expect(warnings).toHaveLength(1);
    expect(JSON.parse(readFileSync(path, "utf8"))).toMatchObject({ version: 1 });
  });

  test.each([
    ["no cap", { ...KEY, kind: "truncated", action: "raise_max_tokens", maxTokens: "many" }],
    ["a cap below nothing", { ...KEY, kind: "truncated", action: "raise_max_tokens", maxTokens: -5 }],
    ["no action", { ...KEY, kind: "truncated", maxTokens: 4 }],
  ])("an entry with %s is passed over", async (_, entry) => {
    const { path, open } = place();
    writeFileSync(path, JSON.stringify({ version: 1, entries: { a: entry }, mended: {} }));
    expect(await open().recall(KEY)).toEqual([]);
  });
});
