import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { FAULT_NAMES } from "../../src/simulator/faults.ts";
import { PROFILES } from "../../src/simulator/profiles/index.ts";
import { runCli } from "../helpers/run-cli.ts";
import { booleanSchema, openAiFormat, plainBody, post } from "./ask.ts";

const BIN = join(import.meta.dirname, "../../bin/slmcode.js");

interface Running {
  /** All that was printed so far. */
  readonly output: { stdout: string; stderr: string };
  readonly url: string;
  /** Ends it as Ctrl-C does, and gives the exit code. */
  readonly interrupt: () => Promise<number | null>;
}

async function running(args: readonly string[]): Promise<Running> {
  const child = spawn(process.execPath, [BIN, "simulate", ...args], { stdio: ["ignore", "pipe", "pipe"] });
  onTestFinished(() => void child.kill("SIGKILL"));
  const output = { stdout: "", stderr: "" };
  for (const name of ["stdout", "stderr"] as const)
    child[name].setEncoding("utf8").on("data", (text: string) => {
      output[name] += text;
    });
  await expect.poll(() => output.stdout, { timeout: 10_000 }).toMatch(/http:\/\/127\.0\.0\.1:\d+\/v1/);
  const url = /http:\/\/127\.0\.0\.1:\d+\/v1/.exec(output.stdout)![0];
  const interrupt = async (): Promise<number | null> => {
    child.kill("SIGINT");
    const [code] = await once(child, "exit");
    return code as number | null;
  };
  return { output, url, interrupt };
}

describe("slmcode simulate", () => {
  test("serves until Ctrl-C, tells requests on stderr, and ends with 130", async () => {
    const { url, output, interrupt } = await running(["--profile", "ollama-2026-08"]);
    expect(output.stdout).toContain("Ollama (August 2026)");
    expect(output.stdout).toContain(`slmcode doctor --endpoint ${url} --model demo`);
    const { content } = await post({ url }, plainBody(openAiFormat(booleanSchema("kabc"))));
    expect(content).toMatch(/^\{\s*"kabc"/);
    await post({ url }, plainBody({ grammar: 'root ::= "a"' }));
    await post({ url }, plainBody({ model: "no-such-model" }));
    expect(await interrupt()).toBe(130);
    expect(output.stderr).toBe(
      [
        "POST /v1/chat/completions openai (enforced) 200",
        "POST /v1/chat/completions grammar (ignored) 200",
        "POST /v1/chat/completions 404",
        "",
      ].join("\n"),
    );
  });

  test("prints one document with --json, and takes model, seed, key and faults", async () => {
    const args = [
      "--json",
      "--profile",
      "openai",
      "--model",
      "polite",
      "--seed",
      "7",
      "--api-key",
      "sk-secret",
    ];
    const { url, output, interrupt } = await running([...args, "--fault", "errors=2", "rate-limit=1"]);
    expect(JSON.parse(output.stdout)).toMatchObject({ url, profile: "openai", model: "polite", seed: 7 });
    const key = { authorization: "Bearer sk-secret" };
    const statuses = [];
    for (const headers of [{}, key, key, key])
      statuses.push((await post({ url }, plainBody(), headers)).status);
    expect(statuses).toEqual([401, 429, 500, 200]);
    expect(await interrupt()).toBe(130);
    expect(output.stdout + output.stderr).not.toContain("sk-secret");
  });

  test("ends with 130 also while a request waits for its answer", async () => {
    const { url, interrupt } = await running(["--profile", "openai", "--fault", "stall=1"]);
    const waiting = post({ url }, plainBody());
    waiting.catch(() => {});
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(await interrupt()).toBe(130);
    await expect(waiting).rejects.toThrow();
  });

  test("lists every profile with its source, within the columns of a pipe", async () => {
    const { code, stdout, stderr } = await runCli(["simulate", "--list"]);
    expect([code, stderr]).toEqual([0, ""]);
    for (const { title } of PROFILES) expect(stdout).toContain(title);
    for (const { name } of PROFILES)
      expect(stdout).toMatch(new RegExp(`^${name.replaceAll(".", "\\.")} `, "m"));
    expect(Math.max(...stdout.split("\n").map((line) => line.length))).toBeLessThanOrEqual(80);
  });

  test("lists them as a document", async () => {
    const { code, stdout } = await runCli(["simulate", "--list", "--json"]);
    const { profiles, faults } = JSON.parse(stdout);
    expect(code).toBe(0);
    expect(profiles.map((each: { name: string }) => each.name)).toEqual(PROFILES.map((each) => each.name));
    expect(profiles[1]).toMatchObject({ manners: { openai: "refused 400", grammar: "enforced" } });
    expect(faults.map((each: { name: string }) => each.name)).toEqual(FAULT_NAMES);
  });

  test.each([
    [[], "say which server: --profile NAME"],
    [["--profile", "vllm"], "Did you mean: vllm-0.20, vllm-0.7-v1, vllm-0.6"],
    [["--profile", "openapi"], "Did you mean: openai"],
    [["--profile", "\u001b[31mred"], "there is no profile"],
    [["--profile", "openai", "--fault", "explode"], "There are: reset, stall"],
    [["--profile", "openai", "--fault", "slow=soon"], "takes a whole number from 1 to 1000000"],
    [["--profile", "openai", "--fault", "slow=soon"], "milliseconds before the first byte"],
    [["--profile", "openai", "--port", "70000"], "--port must be a whole number from 0 to 65535"],
    [["--profile", "openai", "--seed", "-1"], "--seed"],
    [["--profile", "openai", "--model", "loud"], "noise, polite, stubborn"],
  ])("%j is wrong usage and says why", async (args, message) => {
    const { code, stdout, stderr } = await runCli(["simulate", ...args]);
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toContain(message);
    expect(stderr).not.toContain("\u001b");
  });

  test("says so when its port is taken", async () => {
    const { url } = await running(["--profile", "openai"]);
    const { port } = new URL(url);
    const { code, stderr } = await runCli(["simulate", "--profile", "openai", "--port", port]);
    expect(code).toBe(2);
    expect(stderr).toContain(`port ${port} cannot be used (EADDRINUSE)`);
  });
});
