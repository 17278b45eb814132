import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { runCli } from "../helpers/run-cli.ts";

const run = promisify(execFile);
let folder: string;
let script: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "slmcode-completion-"));
  script = join(folder, "slmcode.bash");
  await writeFile(script, (await runCli(["completion", "bash"])).stdout);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** What bash offers for the last of these words. */
async function offered(words: readonly string[]): Promise<readonly string[]> {
  const program =
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is bash
    'source "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _slmcode; printf "%s\\n" "${COMPREPLY[@]}"';
  const { stdout } = await run("bash", ["-c", program, "bash", script, ...words], { cwd: folder });
  return stdout.split("\n").filter((line) => line !== "");
}

describe.skipIf(process.platform === "win32")("completion in bash", () => {
  test("the script is valid", async () => {
    await expect(run("bash", ["-n", script])).resolves.toMatchObject({ stderr: "" });
  });

  test.each([
    [["slmcode", "doc"], ["doctor"]],
    [["slmcode", "config", "re"], ["restore"]],
    [["slmcode", "doctor", "--fo"], ["--format"]],
    [
      ["slmcode", "doctor", "--format", "j"],
      ["json", "junit"],
    ],
    [["slmcode", "doctor", "--format", "=", "m"], ["markdown"]],
    [
      ["slmcode", "doctor", "--format", "="],
      ["text", "json", "junit", "github", "markdown", "prometheus"],
    ],
    [
      ["slmcode", "readiness", "--fail-on", ""],
      ["fail", "warn", "never"],
    ],
    [["slmcode", "doctor", "--output", "slm"], ["slmcode.bash"]],
    [["slmcode", "schema", "check", "--exa"], []],
    [["slmcode", "schema", "show", "--exa"], ["--example"]],
    [
      ["slmcode", "completion", ""],
      ["bash", "zsh", "fish"],
    ],
    [["slmcode", "doctor", "--model", "x"], []],
  ])("%j", async (words, expected) => {
    expect(await offered(words)).toEqual(expected);
  });
});

test.each(["zsh", "fish"])(
  "the script of %s has commands, subcommands, options and choices",
  async (shell) => {
    const { code, stdout } = await runCli(["completion", shell]);
    expect(code).toBe(0);
    for (const word of ["doctor", "allow-endpoint", "min-score", "prometheus", "stubborn"])
      expect(stdout).toContain(word);
  },
);

test("another shell is a usage error that names the shells", async () => {
  const { code, stderr } = await runCli(["completion", "tcsh"]);
  expect(code).toBe(2);
  expect(stderr).toContain("bash, zsh, fish");
});

test("the help says how to install it", async () => {
  expect((await runCli(["completion", "--help"])).stdout).toContain("bash-completion/completions/slmcode");
});
