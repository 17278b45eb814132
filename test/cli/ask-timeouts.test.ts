import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Simulator, startSimulator } from "../../src/simulator/start-simulator.ts";
import { type CliResult, runCli } from "../helpers/run-cli.ts";
import { temporaryFolder } from "../helpers/temporary-folder.ts";

let slow: Simulator;

beforeAll(async () => {
  slow = await startSimulator({ profile: "llamacpp-b11434", faults: { firstByteDelayMs: 600 } });
});

afterAll(() => slow.close());

/** Structured decoding is off, so that the call itself is the first request that waits. */
function ask(env: Readonly<Record<string, string>>): Promise<CliResult> {
  const home = temporaryFolder();
  return runCli(["ask", "--off", "--contract", "plan", "--endpoint", slow.url, "--model", "demo", "a flag"], {
    env: { HOME: home, SLMCODE_HOME: join(home, "data"), ...env },
    cwd: home,
  });
}

describe("first_byte_timeout_ms", () => {
  test("ends a call whose answer does not begin in time", async () => {
    const { stdout, stderr, code } = await ask({ SLMCODE_FIRST_BYTE_TIMEOUT_MS: "150" });
    expect(stdout).toBe("");
    expect(stderr).toContain("no answer began within");
    expect(code).not.toBe(0);
  });

  test("waits by default", async () => {
    const { stderr } = await ask({});
    expect(stderr).not.toContain("no answer began within");
  });
});
