import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { HAS_TERMINAL, runInTerminal, type TerminalResult } from "../helpers/run-terminal.ts";
import { startServer } from "../helpers/scripted-server.ts";
import { temporaryFolder } from "../helpers/temporary-folder.ts";
import { CITY_SCHEMA, cityAnswer } from "./prompt-server.ts";

const COLOR = /\u001b\[3\dm/;
/** Cursor and screen control, as a spinner sends it. */
const CONTROL = /\u001b\[[?\dA-HJ-lp-z]/;

interface Place {
  readonly folder: string;
  readonly run: (
    line: string,
    options?: { readonly env?: Readonly<Record<string, string>>; columns?: number; interruptAt?: string },
  ) => Promise<TerminalResult>;
}

/** A server that takes its time, and a folder in which the settings name it. */
async function place(answer: "slow" | "never" = "slow"): Promise<Place> {
  const server = await startServer(async ({ method, path }) => {
    if (method === "GET" && path !== "/v1/models") return { status: 404, body: {} };
    if (answer === "never") return undefined;
    await delay(600);
    return method === "GET" ? { body: { object: "list", data: [{ id: "m" }] } } : cityAnswer("Oslo");
  });
  const folder = temporaryFolder();
  writeFileSync(join(folder, "city.json"), JSON.stringify(CITY_SCHEMA));
  writeFileSync(join(folder, "prompts.jsonl"), '"one"\n"two"\n');
  const own = {
    HOME: folder,
    SLMCODE_HOME: join(folder, "data"),
    SLMCODE_ENDPOINT: `${server.url}/v1`,
    SLMCODE_MODEL: "m",
  };
  return {
    folder,
    run: (line, { env = {}, ...options } = {}) =>
      runInTerminal(line, { cwd: folder, env: { ...own, ...env }, ...options }),
  };
}

/** The cursor that a spinner hid is there again at the end. */
function showsCursor(screen: string): boolean {
  return screen.lastIndexOf("\u001b[?25h") > screen.lastIndexOf("\u001b[?25l");
}

const withoutControl = (screen: string): string =>
  screen.replace(/[^\n]*\u001b\[0K/g, "").replace(/\u001b\[[?\d;]*[A-Za-z]/g, "");

const COMMANDS = [
  ["doctor --fail-on never", "asking http"],
  ["readiness --fail-on never", "asking http"],
  ["status", "waiting for the endpoint to answer"],
  ["ask --off --schema city.json 'Which city?'", "asking (prompt_only)"],
  ["run prompts.jsonl --off --schema city.json -o out.jsonl --parallel 1", "1 of 2"],
] as const;

describe.skipIf(!HAS_TERMINAL)("on a terminal (skipped where python3 has none to give)", () => {
  test.each(COMMANDS)("slmcode %s says what is waited for, and gives the cursor back", async (line, step) => {
    const { run } = await place();
    const { code, screen } = await run(`slmcode ${line}`);
    expect(code).toBe(0);
    expect(screen).toContain(step);
    expect(showsCursor(screen)).toBe(true);
    expect(
      withoutControl(screen)
        .split(/\r?\n/)
        .filter((each) => each.length > 80),
    ).toEqual([]);
  });

  test.each(COMMANDS)("slmcode %s keeps its progress out of stdout", async (line, step) => {
    const { run, folder } = await place();
    const { screen } = await run(`slmcode ${line} --json > report.json`);
    expect(screen).toContain(step);
    const text = readFileSync(join(folder, "report.json"), "utf8");
    expect(() => JSON.parse(text)).not.toThrow();
    expect(text).not.toContain("\u001b");
  });

  test.each([
    ["doctor", "asking http"],
    ["readiness", "asking http"],
    ["status", "waiting for the endpoint"],
    ["ask --off --schema city.json 'Which city?'", "asking (prompt_only)"],
    ["run prompts.jsonl --off --schema city.json -o out.jsonl", "0 of 2"],
  ])("Ctrl-C ends slmcode %s with 130, and gives the cursor back", async (line, step) => {
    const { run } = await place("never");
    const { code, screen } = await run(`slmcode ${line}`, { interruptAt: step });
    expect([code, showsCursor(screen)]).toEqual([130, true]);
  });

  test.each([
    ["NO_COLOR", "slmcode doctor --fail-on never", { NO_COLOR: "1" }],
    ["--no-color", "slmcode doctor --fail-on never --no-color", {}],
  ])("%s leaves the colour out of the report and of the progress", async (_, line, env) => {
    const { run } = await place();
    const colored = await run("slmcode doctor --fail-on never");
    expect(colored.screen).toMatch(COLOR);
    const { screen } = await run(`${line} --refresh`, { env });
    expect(screen).toContain("asking http");
    expect(screen).not.toMatch(COLOR);
  });

  test.each(COMMANDS)("a dumb terminal gets no control sequences of slmcode %s", async (line) => {
    const { run } = await place();
    const { code, screen } = await run(`slmcode ${line}`, { env: { TERM: "dumb" } });
    expect(code).toBe(0);
    expect(screen).not.toMatch(CONTROL);
    expect(screen).not.toMatch(COLOR);
  });

  test.each([0, 20, 40])("%s columns are no reason to fail", async (columns) => {
    const { run } = await place();
    const { code, screen } = await run("slmcode doctor --fail-on never", { columns });
    expect(code).toBe(0);
    expect(screen.length).toBeLessThan(200_000);
  });

  test("status --watch looks again until Ctrl-C", async () => {
    const { run } = await place();
    const { code, screen } = await run("slmcode status --watch 1", { interruptAt: "Ctrl-C ends it" });
    expect([code, showsCursor(screen)]).toEqual([130, true]);
    expect(screen).toContain("every 1 s");
  });
});
