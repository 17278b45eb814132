import { chmodSync, existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Simulator, startSimulator } from "../../src/simulator/start-simulator.ts";
import { reportProblems } from "../helpers/report-validator.ts";
import { type CliResult, runCli } from "../helpers/run-cli.ts";
import { temporaryFolder } from "../helpers/temporary-folder.ts";

let simulator: Simulator;

beforeAll(async () => {
  simulator = await startSimulator({ profile: "llamacpp-b11434", seed: 1 });
});

afterAll(() => simulator.close());

const OWN = `{
  // kept
  "structured_decoding": "off", // why it is off
  "my_own_key": [1,  2]
}
`;

interface Place {
  readonly file: string;
  readonly backups: string;
  readonly slmcode: (...args: readonly string[]) => Promise<CliResult>;
  readonly readiness: (...args: readonly string[]) => Promise<CliResult>;
}

function placeWith(text: string | null): Place {
  const home = temporaryFolder();
  const file = join(home, ".slmcode.json");
  if (text !== null) writeFileSync(file, text, { mode: 0o640 });
  if (text !== null) chmodSync(file, 0o640);
  const env = { HOME: home, USERPROFILE: home, SLMCODE_HOME: join(home, "data") };
  const slmcode: Place["slmcode"] = (...args) => runCli(args, { env, cwd: home });
  return {
    file,
    backups: join(home, "data"),
    slmcode,
    readiness: (...args) => slmcode("readiness", "--endpoint", simulator.url, "--model", "demo", ...args),
  };
}

function reportOf({ stdout }: CliResult): {
  readonly score: number;
  readonly coverage: number;
  readonly exit_code: number;
  readonly fix: {
    readonly mode: string;
    readonly backup: string | null;
    readonly changes: readonly unknown[];
  };
} {
  const report = JSON.parse(stdout);
  expect(reportProblems("readiness", report)).toEqual([]);
  return report;
}

describe("readiness --min-score", () => {
  test("exits with 0 at the score and with 1 just above it", async () => {
    const place = placeWith(OWN);
    const { score } = reportOf(await place.readiness("--json"));
    expect(score).toBeGreaterThan(0);
    expect(score).toBeLessThan(100);
    expect((await place.readiness("--json", "--min-score", String(Math.floor(score)))).code).toBe(0);
    expect((await place.readiness("--json", "--min-score", String(Math.floor(score) + 1))).code).toBe(1);
  });

  test.each(["abc", "101", "-1"])("refuses %s as bad usage", async (value) => {
    const result = await placeWith(null).readiness(`--min-score=${value}`);
    expect(result).toMatchObject({ code: 2, stdout: "" });
    expect(result.stderr).toContain("min-score");
  });
});

describe("readiness --fix", () => {
  test("only shows the change with --dry-run", async () => {
    const place = placeWith(OWN);
    const result = await place.readiness("--fix", "--dry-run");
    expect(result.stdout).toMatch(/^\s*- .*structured_decoding/m);
    expect(result.stdout).toMatch(/^\s*\+ .*structured_decoding/m);
    expect(readFileSync(place.file, "utf8")).toBe(OWN);
    expect(existsSync(join(place.backups, "config-backups"))).toBe(false);
  });

  test("keeps comments, unknown keys and the mode; changes nothing twice; restore undoes it", async () => {
    const place = placeWith(OWN);
    const first = reportOf(await place.readiness("--fix", "--json"));
    expect(first.fix).toMatchObject({ mode: "applied", backup: expect.any(String) });
    expect(existsSync(join(place.backups, "config-backups"))).toBe(true);
    const fixed = readFileSync(place.file, "utf8");
    expect(fixed).not.toBe(OWN);
    for (const kept of ["// kept", "// why it is off", '"my_own_key": [1,  2]'])
      expect(fixed).toContain(kept);
    if (process.platform !== "win32") expect(statSync(place.file).mode & 0o777).toBe(0o640);
    expect(reportOf(await place.readiness("--fix", "--json")).fix).toMatchObject({
      mode: "nothing_to_do",
      changes: [],
    });
    expect(readFileSync(place.file, "utf8")).toBe(fixed);
    expect((await place.slmcode("config", "restore")).code).toBe(0);
    expect(readFileSync(place.file, "utf8")).toBe(OWN);
  });

  test("loses nothing of a broken file", async () => {
    const broken = '{ "structured_decoding": "off", ';
    const place = placeWith(broken);
    const result = await place.readiness("--fix");
    expect(result.code).toBe(2);
    expect(readFileSync(place.file, "utf8")).toBe(broken);
  });
});

test("an unreachable endpoint gives a report and exit code 3", async () => {
  const result = await placeWith(null).slmcode(
    "readiness",
    "--endpoint",
    "http://127.0.0.1:9/v1",
    "--model",
    "demo",
    "--json",
  );
  expect(result.code).toBe(3);
  expect(reportOf(result).exit_code).toBe(3);
});
