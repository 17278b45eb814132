import { mkdirSync, realpathSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { type CliResult, runCli } from "../helpers/run-cli.ts";
import { temporaryFolder } from "../helpers/temporary-folder.ts";

type Run = (args: string, env?: Readonly<Record<string, string>>) => Promise<CliResult>;

function place(files: { readonly user?: string; readonly project?: string }): { home: string; run: Run } {
  const home = realpathSync(temporaryFolder());
  const project = join(home, "project");
  mkdirSync(project);
  if (files.user !== undefined) writeFileSync(join(home, ".slmcode.json"), files.user);
  if (files.project !== undefined) writeFileSync(join(project, ".slmcode.json"), files.project);
  const run: Run = (args, env = {}) =>
    runCli(["config", ...args.split(" ")], {
      cwd: project,
      env: { HOME: home, USERPROFILE: home, SLMCODE_HOME: join(home, "data"), ...env },
    });
  return { home, run };
}

const FILES = {
  user: '{"model":"mine","api_key_env":"MY_KEY","endpoints":{"fast":{"model":"quick"}}}',
  project: '{"model":"theirs","endpoint":"https://h.example/v1"}',
};

describe("config get", () => {
  test.each([
    ["the value that counts", "get model", "theirs\n"],
    ["the value in one file", "get --user model", "mine\n"],
    ["a default", "get structured_decoding", "auto\n"],
    ["a list", "get allowed_endpoints", "[]\n"],
    ["a field of a named endpoint", "get endpoints.fast.model", "quick\n"],
    ["with its origin", "get model --show-origin", "theirs\tproject: ~/project/.slmcode.json\n"],
  ])("prints %s", async (_title, args, stdout) => {
    expect(await place(FILES).run(args)).toEqual({ code: 0, stdout, stderr: "" });
  });

  test("where nothing is set it prints nothing and exits with 1, with and without --json", async () => {
    const { run } = place({});
    expect(await run("get model")).toEqual({ code: 1, stdout: "", stderr: "slmcode: model is not set\n" });
    const json = await run("get model --json");
    expect([json.code, JSON.parse(json.stdout).value]).toEqual([1, null]);
  });

  test("as JSON it tells what it stands before", async () => {
    const { home, run } = place(FILES);
    const { stdout } = await run("get model --json");
    expect(JSON.parse(stdout)).toEqual({
      schema_version: 1,
      key: "model",
      value: "theirs",
      scope: "project",
      origin: join(home, "project", ".slmcode.json"),
      overrides: [{ value: "mine", scope: "user", origin: join(home, ".slmcode.json") }],
    });
  });

  test("named endpoints come as JSON", async () => {
    const { run } = place(FILES);
    expect(JSON.parse((await run("get endpoints")).stdout).endpoints).toMatchObject([
      { name: "fast", model: "quick" },
    ]);
    expect(JSON.parse((await run("get endpoints.fast")).stdout)).toMatchObject({
      name: "fast",
      scope: "user",
    });
    expect((await run("get endpoints.slow")).code).toBe(1);
  });
});

describe("config list", () => {
  test("prints every key, where it comes from, and whether there is a key, but not the key", async () => {
    const { run } = place(FILES);
    const { code, stdout, stderr } = await run("list --show-origin", { MY_KEY: "s3cret-key" });
    expect([code, stderr]).toEqual([0, ""]);
    const lines = stdout.trimEnd().split("\n");
    expect(lines.find((line) => line.startsWith("model"))).toMatch(
      /^model +theirs +project: ~\/project\/\.slmcode\.json$/,
    );
    expect(lines.find((line) => line.startsWith("api_key_env"))).toMatch(
      / MY_KEY +user: ~\/\.slmcode\.json$/,
    );
    expect(lines.find((line) => line.startsWith("api_key "))).toMatch(
      /withheld: only the project's file .* names the endpoint https:\/\/h\.example\/v1$/,
    );
    expect(lines.find((line) => line.startsWith("endpoints.fast.model"))).toMatch(/quick +user: ~/);
    expect(stdout).not.toContain("s3cret");
  });

  test("as JSON it is one document with values, endpoints, files and the state of the key", async () => {
    const { home, run } = place({ user: FILES.user });
    const { stdout } = await run("list --json", { MY_KEY: "s3cret-key" });
    const document = JSON.parse(stdout);
    expect(document).toMatchObject({
      schema_version: 1,
      files: { user: join(home, ".slmcode.json"), project: null },
      values: { model: { value: "mine", scope: "user", named: null, overrides: [] } },
      endpoints: [{ name: "fast", endpoint: null, model: "quick" }],
      api_key: { set: true, variable: "MY_KEY", withheld: null },
    });
    expect(stdout).not.toContain("s3cret");
  });

  test("of one file it prints what that file says", async () => {
    const { run } = place(FILES);
    expect((await run("list --user")).stdout).toBe(
      "model                 mine\napi_key_env           MY_KEY\nendpoints.fast.model  quick\n",
    );
    expect(JSON.parse((await run("list --project --json")).stdout)).toMatchObject({
      scope: "project",
      exists: true,
      values: { model: "theirs" },
    });
  });
});

describe("config path", () => {
  test("prints where everything is", async () => {
    const { home, run } = place({ user: "{}" });
    expect((await run("path")).stdout).toBe(
      [
        `user          ${join(home, ".slmcode.json")}`,
        "project       (none)",
        `capabilities  ${join(home, "data", "capabilities.json")} (does not exist)`,
        `history       ${join(home, "data", "history.jsonl")} (does not exist)`,
        `memory        ${join(home, "data", "memory.json")} (does not exist)`,
        `backups       ${join(home, "data", "config-backups")} (does not exist)\n`,
      ].join("\n"),
    );
    expect((await run("path --project")).stdout).toBe(`${join(home, "project", ".slmcode.json")}\n`);
    expect(JSON.parse((await run("path --json")).stdout).paths.user.exists).toBe(true);
  });
});

describe("a hostile project's file", () => {
  test.each([
    ["half a file", "{", /is not valid JSON/, 2],
    ["deep nesting", `{"a":${"[".repeat(300_000)}`, /nested deeper than 32 levels/, 2],
    ["more than 1 MB", `{}${" ".repeat(2_000_000)}`, /is 2 MB large; at most 1 MB is read/, 2],
    ["a key variable", '{"api_key_env":"HOME"}', /a project's file may not set "api_key_env"; left aside/, 0],
    [
      "escapes in a value",
      '{"model":"\\u001b[2J"}',
      /"model" must be the name of a model, not "\\u001b\[2J"/,
      2,
    ],
    ["escapes in a key", '{"\\u001b]0;x\\u0007":1}', /unknown key "\\u001b\]0;x\\u0007", left aside/, 0],
  ])(
    "%s is a clear sentence, and nothing that a terminal acts on",
    async (_title, project, sentence, code) => {
      const said = await place({ project }).run("list", { SLMCODE_API_KEY: "s3cret-key" });
      expect(said.code).toBe(code);
      expect(said.stderr).toMatch(sentence);
      expect(said.stdout + said.stderr).not.toMatch(
        /[\u0000-\u0009\u000b-\u001f\u007f-\u009f]|s3cret| {4}at /,
      );
    },
  );
});
