import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { type CliResult, runCli } from "../helpers/run-cli.ts";
import { temporaryFolder } from "../helpers/temporary-folder.ts";

interface Place {
  readonly home: string;
  readonly userFile: string;
  readonly projectFile: string;
  readonly run: (args: string, env?: Readonly<Record<string, string>>) => Promise<CliResult>;
}

/** A home folder with a project in it; commands run in the project. An argument holds no blank. */
function place(files: { readonly user?: string; readonly project?: string } = {}): Place {
  const home = temporaryFolder();
  const project = join(home, "project");
  mkdirSync(project);
  const userFile = join(home, ".slmcode.json");
  const projectFile = join(project, ".slmcode.json");
  if (files.user !== undefined) writeFileSync(userFile, files.user);
  if (files.project !== undefined) writeFileSync(projectFile, files.project);
  const run = (args: string, env = {}): Promise<CliResult> =>
    runCli(["config", ...args.split(" ")], {
      cwd: project,
      env: { HOME: home, USERPROFILE: home, SLMCODE_HOME: join(home, "data"), ...env },
    });
  return { home, userFile, projectFile, run };
}

const read = (path: string): string => readFileSync(path, "utf8");

describe("config set", () => {
  test("says what changed from what to what, and where", async () => {
    const { userFile, run } = place();
    const said = await run("set structured_decoding none");
    expect(said).toEqual({
      code: 0,
      stdout: "structured_decoding: auto -> off (user: ~/.slmcode.json)\n",
      stderr: "",
    });
    expect(read(userFile)).toBe('{\n  "structured_decoding": "off"\n}\n');
    const again = await run("set structured_decoding 0");
    expect(again.stdout).toBe("structured_decoding: off, nothing to change (user: ~/.slmcode.json)\n");
    const back = await run("unset structured_decoding");
    expect(back.stdout).toBe("structured_decoding: off -> auto (user: ~/.slmcode.json)\n");
  });

  test("warns when a project or a variable stands before it", async () => {
    const { run } = place({ project: '{"model":"theirs"}' });
    const project = await run("set model mine");
    expect(project.stdout).toBe("model: (not set) -> mine (user: ~/.slmcode.json)\n");
    expect(project.stderr).toBe(
      "slmcode: model is still theirs here: project: ~/project/.slmcode.json stands before it\n",
    );
    const variable = await run("set model other", { SLMCODE_MODEL: "env" });
    expect(variable.stderr).toBe("slmcode: model is still env here: SLMCODE_MODEL stands before it\n");
  });

  test("writes the project's file when asked, and only what a project may say", async () => {
    const { userFile, projectFile, run } = place();
    const said = await run("set --project temperature 0.2");
    expect(said.stdout).toBe("temperature: (not set) -> 0.2 (project: ~/project/.slmcode.json)\n");
    expect(read(projectFile)).toBe('{\n  "temperature": 0.2\n}\n');
    expect(existsSync(userFile)).toBe(false);
    const refused = await run("set --project api_key_env MY_KEY");
    expect(refused.code).toBe(2);
    expect(refused.stderr).toContain("a project's file may not set api_key_env");
    expect(read(projectFile)).toBe('{\n  "temperature": 0.2\n}\n');
  });

  test("takes values that look like options, and fields of named endpoints", async () => {
    const { userFile, run } = place();
    expect((await run("set stop -1")).code).toBe(0);
    expect((await run("set endpoints.work.api_key_env WORK_KEY")).code).toBe(0);
    expect(JSON.parse(read(userFile))).toEqual({
      stop: ["-1"],
      endpoints: { work: { api_key_env: "WORK_KEY" } },
    });
    expect((await run("unset endpoints.work")).stdout).toBe(
      "endpoints.work: removed (user: ~/.slmcode.json)\n",
    );
    expect(JSON.parse(read(userFile))).toEqual({ stop: ["-1"], endpoints: {} });
  });

  test.each([
    ["an unknown key", "set modle x", 'there is no key "modle"\n  Did you mean: model\n'],
    ["a bad value", "set structured_decoding of", "must be one of auto, off (also "],
    ["a bad field", "set endpoints.a.modl x", "Did you mean: endpoints.a.model"],
    ["a key instead of its variable", "set api_key_env sk-live-1234567890", "never the key itself"],
    ["a key", "set api_key sk-live-1234567890", "keys are never stored"],
    [
      "a URL with a password",
      "set endpoint http://ann:sk-live-1234567890@h",
      "without a user name or password",
    ],
    ["two files at once", "set --user --project model x", "cannot be used with"],
    ["too few words", "set model", "missing required argument 'value'"],
    ["an unknown verb", "sett model x", "Did you mean set?"],
  ])("%s is exit 2, and the file is not touched", async (_title, args, sentence) => {
    const text = '{ "model": "old" } // mine\n';
    const { userFile, home, run } = place({ user: text });
    const said = await run(args);
    expect(said.code).toBe(2);
    expect(said.stdout).toBe("");
    expect(said.stderr).toContain(sentence);
    expect(said.stderr).not.toContain("sk-live");
    expect(said.stderr).not.toContain("    at ");
    expect(read(userFile)).toBe(text);
    expect(readdirSync(home).sort()).toEqual([".slmcode.json", "project"]);
  });

  test("does not write to a file that does not parse", async () => {
    const { userFile, run } = place({ user: '{"model": "x"\n' });
    const said = await run("set model y");
    expect(said.code).toBe(2);
    expect(said.stderr).toContain(".slmcode.json: line 2, column 1: is not valid JSON: close brace expected");
    expect(said.stderr).toContain("Repair the file first: slmcode config edit");
    expect(read(userFile)).toBe('{"model": "x"\n');
  });

  test("says where a link leads", async () => {
    const { home, userFile, run } = place();
    writeFileSync(join(home, "real.json"), "{}");
    symlinkSync("real.json", userFile);
    expect((await run("set model x")).stdout).toBe(
      "model: (not set) -> x (user: ~/.slmcode.json -> ~/real.json)\n",
    );
  });

  test("as JSON it is one document that says what stands before it", async () => {
    const { projectFile, run } = place({ project: '{"model":"theirs"}' });
    const said = await run("set model mine --json");
    expect(JSON.parse(said.stdout)).toMatchObject({
      schema_version: 1,
      key: "model",
      from: null,
      to: "mine",
      scope: "user",
      changed: true,
      backup: expect.stringMatching(/Z-[0-9a-f]{4}$/),
      overridden_by: { scope: "project", origin: projectFile, value: "theirs" },
    });
  });
});

describe("config allow-endpoint", () => {
  test("adds to the user's list, once", async () => {
    const { userFile, run } = place({
      user: '{\n  "allowed_endpoints": ["https://a.example"], // trusted\n}\n',
    });
    expect((await run("allow-endpoint https://b.example/v1")).stdout).toBe(
      "https://b.example/v1 may get a key from now on (user: ~/.slmcode.json)\n",
    );
    expect(read(userFile)).toBe(
      '{\n  "allowed_endpoints": ["https://a.example", "https://b.example/v1"], // trusted\n}\n',
    );
    expect((await run("allow-endpoint https://b.example/v1")).stdout).toContain("is allowed already");
    expect((await run("allow-endpoint ftp://h")).code).toBe(2);
  });
});
