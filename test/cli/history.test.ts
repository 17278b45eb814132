import { appendFileSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { type HistoryEvent, historyLine } from "../../src/backends/store/history-event.ts";
import { startSimulator } from "../../src/simulator/start-simulator.ts";
import { reportProblems } from "../helpers/report-validator.ts";
import type { CliResult } from "../helpers/run-cli.ts";
import { type Home, newHome } from "./prompt-server.ts";

const HOUR_MS = 3_600_000;
const NEAR = "http://127.0.0.1:8080/v1";
const FAR = "https://api.example.com/v1";

/** A log of calls, the first of each row so many hours ago. */
function homeWithLog(
  rows: readonly (Partial<HistoryEvent> & { readonly hoursAgo: number; readonly times?: number })[],
): Home {
  const home = newHome();
  mkdirSync(join(home.folder, "data"));
  const lines = rows.flatMap(({ hoursAgo, times = 1, ...event }) => {
    const known = {
      event: "call",
      endpoint: NEAR,
      model: "m",
      provider: "llamacpp",
      rung: "json_schema",
      ...event,
    } as const;
    return Array.from({ length: times }, () => historyLine(known, new Date(Date.now() - hoursAgo * HOUR_MS)));
  });
  writeFileSync(logOf(home), lines.join(""));
  return home;
}

function logOf({ folder }: Home): string {
  return join(folder, "data", "history.jsonl");
}

function reportOf(
  { code, stdout, stderr }: CliResult,
  name: "history" | "memory" = "history",
): Record<string, unknown> {
  expect([code, stderr]).toEqual([0, ""]);
  const report = JSON.parse(stdout);
  expect(reportProblems(name, report)).toEqual([]);
  return report;
}

describe("history", () => {
  test("tells what ask and doctor did, and holds no prompt", async () => {
    const simulator = await startSimulator({ profile: "llamacpp-b11434", seed: 1, model: "polite" });
    const home = newHome();
    const target = ["--endpoint", simulator.url, "--model", "demo"];
    await home.run(["doctor", ...target]);
    await home.run(["ask", ...target, "--contract", "plan", "SECRET-PROMPT"]);
    await home.run([
      "ask",
      "--endpoint",
      "http://127.0.0.1:9/v1",
      "--model",
      "m",
      "--off",
      "--contract",
      "plan",
      "SECRET-PROMPT",
    ]);
    await simulator.close();

    const json = await home.run(["history", "--json"]);
    expect(reportOf(json)).toMatchObject({
      calls: 2,
      probes: 1,
      rungs: { json_schema: 1, prompt_only: 1 },
      classes: { transient: 1, permanent: 0 },
      demotions: [],
      damaged_lines: 0,
    });
    const text = await home.run(["history"]);
    expect(text.stdout).toMatch(/^History since \d{4}-\d\d-\d\d \d\d:\d\d UTC: 2 calls, 1 probe\n/);
    expect(text.stdout).toMatch(/ #+!+ 2, 1 failed\n/);
    expect(json.stdout + text.stdout).not.toContain("SECRET-PROMPT");
  });

  test("takes an empty log for an answer", async () => {
    const home = newHome();
    const { code, stdout, stderr } = await home.run(["history"]);
    expect([code, stderr]).toEqual([0, ""]);
    expect(stdout).toMatch(/: 0 calls, 0 probes\n/);
    expect(stdout).toMatch(/by class: {2}no failures\n\n {2}No demotions\.\n$/);
    expect(reportOf(await home.run(["history", "--json"]))).toMatchObject({ calls: 0, demotions: [] });
  });

  test("counts from --since on, and 7 days by default", async () => {
    const home = homeWithLog([{ hoursAgo: 1 }, { hoursAgo: 30, times: 2 }, { hoursAgo: 24 * 20, times: 4 }]);
    const yesterday = new Date(Date.now() - 40 * HOUR_MS).toISOString();
    for (const [args, calls] of [
      [[], 3],
      [["--since", "24h"], 1],
      [["--since", "1.5d"], 3],
      [["--since", yesterday], 3],
      [["--since", "4w"], 7],
      [["--since", "2020-01-01"], 7],
      [["--since", "99999999999w"], 7],
      [["--since", "2999-01-01"], 0],
    ] as const) {
      const report = reportOf(await home.run(["history", "--json", ...args]));
      expect([args, report["calls"]]).toEqual([args, calls]);
    }
  });

  test.each(["yesterday", "7", "-1d", "2026-13-45", "2026-02-31", "", "7 parsecs"])(
    "refuses --since %j, with examples",
    async (since) => {
      for (const more of [[], ["--memory"]]) {
        const { code, stdout, stderr } = await newHome().run(["history", `--since=${since}`, ...more]);
        expect([code, stdout]).toEqual([2, ""]);
        expect(stderr).toMatch(/--since must be a duration such as 24h or 7d, or a date such as 2026-12-01/);
      }
    },
  );

  test.each([
    ["as it is in the log", NEAR],
    ["with a slash at the end", `${NEAR}/`],
    ["without a scheme", "127.0.0.1:8080/v1"],
    ["with the route", `${NEAR}/chat/completions`],
    ["with credentials", "http://me:pass@127.0.0.1:8080/v1"],
  ])("counts one endpoint alone, typed %s", async (_, endpoint) => {
    const home = homeWithLog([
      { hoursAgo: 1, times: 2 },
      { hoursAgo: 1, times: 5, endpoint: FAR },
    ]);
    expect(reportOf(await home.run(["history", "--json", "--endpoint", endpoint]))["calls"]).toBe(2);
  });

  test("refuses an endpoint that is none", async () => {
    const { code, stderr } = await newHome().run(["history", "--endpoint", "ftp://x"]);
    expect([code, stderr]).toEqual([2, expect.stringMatching(/the endpoint cannot be used/)]);
  });

  test("passes over damaged lines and half a last one, and says so", async () => {
    const home = homeWithLog([{ hoursAgo: 1, times: 2 }]);
    appendFileSync(logOf(home), 'not json\n{"event":"call","at":"2026-');
    expect(reportOf(await home.run(["history", "--json"]))).toMatchObject({ calls: 2, damaged_lines: 2 });
    expect((await home.run(["history"])).stdout).toMatch(/\n {2}2 damaged lines were passed over\.\n$/);
  });
});

describe("the text of history", () => {
  const demotion = {
    event: "demotion",
    wireForm: "openai_strict",
    reason:
      "the server refuses the field, and a weaker form of the same request then went through without a word",
    serverMessage: `\u001b[31m'response_format' is not ${"supported by this backend ".repeat(8)}`,
  } as const;

  test("has at most 80 columns and no escapes when piped, whatever is in the log", async () => {
    const home = homeWithLog([
      { hoursAgo: 1, times: 120 },
      ...(["transient", "rate_limited", "permanent", "context_overflow", "canceled", "unknown"] as const).map(
        (failure) => ({
          hoursAgo: 2,
          times: 30,
          class: failure,
        }),
      ),
      ...(["guided_json", "gbnf_grammar", "json_object", "prompt_only"] as const).map((rung) => ({
        hoursAgo: 50,
        times: 10,
        rung,
      })),
      { hoursAgo: 3, times: 25, ...demotion },
    ]);
    const { stdout } = await home.run(["history", "--since", "365d"], { env: { TERM: "xterm-256color" } });
    expect(stdout).not.toContain("\u001b");
    expect(stdout.split("\n").filter((line) => line.length > 80)).toEqual([]);
    expect(stdout.match(/^ {2}\d{4}-\d\d-\d\d {2}[-#!]/gm)).toHaveLength(31);
    expect(stdout).toContain("\n  The last 31 days:\n");
    expect(stdout).toContain("and 5 earlier ones (--json has all)");
    expect(stdout.replace(/\s+/g, " ")).toContain(
      "openai_strict on http://127.0.0.1:8080/v1 (m): the server refuses",
    );
  });

  test("draws a bar as long as a day's calls are many, and a mark for few failures", async () => {
    const home = homeWithLog([
      { hoursAgo: 0, times: 79 },
      { hoursAgo: 0, class: "transient" },
      { hoursAgo: 24, times: 20 },
    ]);
    const { stdout } = await home.run(["history", "--since", "2d"]);
    expect(stdout).toMatch(/ {2}#{39}! 80, 1 failed\n/);
    expect(stdout).toMatch(/ {2}#{10} 20\n/);
  });

  test("has the same words in colour", async () => {
    const home = homeWithLog([
      { hoursAgo: 1, times: 3 },
      { hoursAgo: 1, class: "transient" },
    ]);
    const plain = await home.run(["history"], { env: { NO_COLOR: "1" } });
    const colored = await home.run(["history"], { env: { FORCE_COLOR: "1" } });
    const flagged = await home.run(["history", "--no-color"], { env: { FORCE_COLOR: "1" } });
    expect(colored.stdout).toContain("\u001b[31m!");
    expect(colored.stdout.replace(/\u001b\[\d+m/g, "")).toBe(plain.stdout);
    expect(flagged.stdout).toBe(plain.stdout);
  });
});

describe("history --memory", () => {
  const entry = {
    model: "m",
    contract: "plan",
    kind: "truncated",
    action: "raise_max_tokens",
    maxTokens: 4096,
    rung: null,
  };

  function homeWithMemory(): Home {
    const home = newHome();
    mkdirSync(join(home.folder, "data"));
    const entries = Object.fromEntries(
      [NEAR, FAR].map((endpoint, index) => [
        JSON.stringify([endpoint, "m", "plan", "truncated"]),
        {
          ...entry,
          endpoint,
          learnedAt: "2026-12-01T10:00:00.000Z",
          applied: 4,
          helped: 3 - index,
          missed: 0,
        },
      ]),
    );
    const mended = { memory: 3, local_repair: 3, round_trip: 2, not: 1 };
    writeFileSync(join(home.folder, "data", "memory.json"), JSON.stringify({ version: 1, entries, mended }));
    return home;
  }

  test("tells what is remembered and how often that saved a request", async () => {
    const { code, stdout } = await homeWithMemory().run(["history", "--memory"]);
    expect(code).toBe(0);
    expect(stdout).toContain("75 % of the mended failures cost no further request");
    expect(stdout.replace(/\s+/g, " ")).toContain("truncated -> cap of 4096 (helped 3 of 4 times)");
    expect(stdout.split("\n").filter((line) => line.length > 80)).toEqual([]);
  });

  test("is one document in the promised shape with --json, of one endpoint with --endpoint", async () => {
    const home = homeWithMemory();
    const all = reportOf(await home.run(["history", "--memory", "--json"]), "memory");
    expect(all).toMatchObject({ saved_share: 0.75, entries: [{ max_tokens: 4096 }, { max_tokens: 4096 }] });
    const one = reportOf(
      await home.run(["history", "--memory", "--json", "--endpoint", `${FAR}/`]),
      "memory",
    );
    expect(one["entries"]).toMatchObject([{ endpoint: FAR, helped: 2 }]);
  });

  test("takes an empty memory for an answer, and sets a damaged one aside", async () => {
    const home = newHome();
    expect((await home.run(["history", "--memory"])).stdout).toMatch(/Nothing is remembered\.\n$/);
    mkdirSync(join(home.folder, "data"), { recursive: true });
    writeFileSync(join(home.folder, "data", "memory.json"), '{"version": 1, "entr');
    const damaged = await home.run(["history", "--memory", "--json"]);
    expect(damaged.code).toBe(0);
    expect(JSON.parse(damaged.stdout)).toMatchObject({ saved_share: null, entries: [] });
    expect(damaged.stderr).toMatch(/memory\.json/);
  });
});
