import { mkdirSync, rmSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { type LoadConfigOptions, loadConfig } from "../../src/config/load-config.ts";
import type { ConfigResult, ResolvedConfig } from "../../src/config/setting.ts";
import { makePipe } from "../helpers/make-pipe.ts";
import { temporaryFolder } from "../helpers/temporary-folder.ts";

interface Place {
  readonly home: string;
  readonly project: string;
  readonly userFile: string;
  readonly projectFile: string;
  readonly load: (options?: Partial<LoadConfigOptions>) => Promise<ConfigResult>;
}

/** A home folder with a project in it, and the working folder two levels below the project. */
function place(files: { readonly user?: string | object; readonly project?: string | object } = {}): Place {
  const home = temporaryFolder();
  const project = join(home, "code", "project");
  const cwd = join(project, "src", "deep");
  mkdirSync(cwd, { recursive: true });
  const userFile = join(home, ".slmcode.json");
  const projectFile = join(project, ".slmcode.json");
  const text = (given: string | object): string =>
    typeof given === "string" ? given : JSON.stringify(given);
  if (files.user !== undefined) writeFileSync(userFile, text(files.user));
  if (files.project !== undefined) writeFileSync(projectFile, text(files.project));
  const load = (options: Partial<LoadConfigOptions> = {}): Promise<ConfigResult> =>
    loadConfig({ env: {}, cwd, homeDirectory: home, ...options });
  return { home, project, userFile, projectFile, load };
}

async function configOf(result: Promise<ConfigResult>): Promise<ResolvedConfig> {
  const settled = await result;
  if (!settled.ok) throw new Error(settled.problems.map((each) => each.message).join("; "));
  return settled.config;
}

async function problemsOf(result: Promise<ConfigResult>): Promise<string> {
  const settled = await result;
  return settled.ok ? "" : settled.problems.map((each) => each.message).join("\n");
}

describe("precedence", () => {
  test("flag before environment before project before user before default, and each value knows all of it", async () => {
    const { load, userFile, projectFile } = place({ user: { model: "u" }, project: { model: "p" } });
    const env = { SLMCODE_MODEL: "e" };
    const { values } = await configOf(load({ env, flags: { model: "f" } }));
    expect(values.model).toEqual({
      value: "f",
      scope: "flag",
      origin: "--model",
      named: null,
      overrides: [
        { value: "e", scope: "environment", origin: "SLMCODE_MODEL", named: null },
        { value: "p", scope: "project", origin: projectFile, named: null },
        { value: "u", scope: "user", origin: userFile, named: null },
      ],
    });
    expect((await configOf(load({ env }))).values.model.value).toBe("e");
    expect((await configOf(load())).values.model.value).toBe("p");
    expect(values.max_tokens).toEqual({
      value: 2048,
      scope: "default",
      origin: "default",
      named: null,
      overrides: [],
    });
  });

  test("an empty variable, and a flag that was not given, set nothing", async () => {
    const { load } = place({ user: { model: "u" } });
    const { values } = await configOf(load({ env: { SLMCODE_MODEL: "" }, flags: { model: undefined } }));
    expect(values.model.scope).toBe("user");
  });

  test("text becomes the value's own type", async () => {
    const { load } = place();
    const env = {
      SLMCODE_STRUCTURED_DECODING: "Prompt-Only",
      SLMCODE_STOP: '["\\n## "]',
      SLMCODE_TIMEOUT_MS: "2m",
    };
    const { values } = await configOf(
      load({ env, flags: { temperature: "0.2", probe_timeout_ms: "500ms" } }),
    );
    expect(values.structured_decoding.value).toBe("off");
    expect(values.stop.value).toEqual(["\n## "]);
    expect(values.timeout_ms.value).toBe(120_000);
    expect(values.temperature.value).toBe(0.2);
    expect(values.probe_timeout_ms.value).toBe(500);
  });

  test.each(["none", "false", "0", "prompt", "prompt-only", "off", false, 0])(
    "structured_decoding %j in a file is off",
    async (value) => {
      const { load } = place({ user: { structured_decoding: value } });
      expect((await configOf(load())).values.structured_decoding.value).toBe("off");
    },
  );
});

describe("finding the files", () => {
  test("the nearest project's file counts, and the home folder's is never a project's", async () => {
    const { load, home, projectFile, userFile } = place({ user: { model: "u" }, project: { model: "p" } });
    writeFileSync(join(home, "code", ".slmcode.json"), '{"model":"further away"}');
    expect((await configOf(load())).files).toEqual({ user: userFile, project: projectFile });
    const atHome = await configOf(load({ cwd: home }));
    expect(atHome.files).toEqual({ user: userFile, project: null });
    expect(atHome.values.model.scope).toBe("user");
  });

  test("without a home folder there are projects all the same", async () => {
    const { load, projectFile } = place({ project: { model: "p" } });
    expect((await configOf(load({ homeDirectory: null }))).files).toEqual({
      user: null,
      project: projectFile,
    });
  });

  test("HOME says where home is", async () => {
    const { userFile, project } = place({ user: { model: "u" } });
    const env = { HOME: join(userFile, ".."), USERPROFILE: join(userFile, "..") };
    expect((await configOf(loadConfig({ env, cwd: project }))).files.user).toBe(userFile);
  });

  test("a link to the user's file is no project's file", async () => {
    const { load, userFile, projectFile } = place({ user: { api_key_env: "MY_KEY" } });
    symlinkSync(userFile, projectFile);
    const config = await configOf(load());
    expect(config.files.project).toBeNull();
    expect(config.values.api_key_env).toMatchObject({ value: "MY_KEY", scope: "user" });
  });
});

describe("files that cannot be used", () => {
  test.each([
    ["half a file", '{"model": "x"', /\.slmcode\.json:1:14: is not valid JSON: close brace expected/],
    ["a list", "[]", /:1:1: holds no object/],
    [
      "a wrong type",
      '{\n  "max_tokens": "many"}',
      /:2:17: "max_tokens" must be a whole number from 1 to 1000000, not "many"/,
    ],
    ["a fraction", '{"concurrency": 1.5}', /must be a whole number/],
    ["null", '{"model": null}', /"model" must be the name of a model, not null/],
    ["an endpoint that is no object", '{"endpoints": {"a": 1}}', /"endpoints\.a" must be an object/],
    ["endpoints that are a list", '{"endpoints": []}', /"endpoints" must be an object of named endpoints/],
    ["UTF-16", "\ufeff{}\ud800", /is not UTF-8 text/],
    ["deep nesting", `{"a":${"[".repeat(500_000)}`, /nested deeper than 32 levels/],
    [
      "credentials in a URL",
      '{"endpoint":"http://ann:s3cret@h/v1"}',
      /"endpoint" must be a URL without a user name/,
    ],
  ])("%s is one clear sentence with the place", async (title, text, sentence) => {
    const { load, userFile } = place();
    writeFileSync(userFile, title === "UTF-16" ? Buffer.from(text, "utf16le") : text);
    const problems = await problemsOf(load());
    expect(problems).toMatch(sentence);
    expect(problems).not.toContain("s3cret");
    expect(problems.length).toBeLessThan(400);
  });

  test("100 MB are refused without being read", async () => {
    const { load, projectFile } = place({ project: "{}" });
    truncateSync(projectFile, 100 * 1024 * 1024);
    const began = performance.now();
    expect(await problemsOf(load())).toBe(`${projectFile} is 100 MB large; at most 1 MB is read`);
    expect(performance.now() - began).toBeLessThan(500);
  });

  test.skipIf(process.platform === "win32")(
    "a pipe, a device and a link to nothing do not hang",
    async () => {
      const { load, projectFile } = place();
      symlinkSync("/dev/zero", projectFile);
      expect(await problemsOf(load())).toContain("cannot be read (not a file)");
      rmSync(projectFile);
      makePipe(projectFile);
      expect(await problemsOf(load())).toContain("cannot be read (not a file)");
      rmSync(projectFile);
      symlinkSync(join(projectFile, "..", "nowhere"), projectFile);
      expect(await problemsOf(load())).toBe("");
    },
  );

  test("bad flags and variables are named, all at once", async () => {
    const { load } = place();
    const problems = await problemsOf(
      load({ env: { SLMCODE_TEMPERATURE: "hot" }, flags: { endpoint: "ftp://h" } }),
    );
    expect(problems.split("\n")).toEqual([
      '--endpoint must be an http or https URL such as http://127.0.0.1:11434/v1, not "ftp://h"',
      'SLMCODE_TEMPERATURE must be a number from 0 to 2, not "hot"',
    ]);
  });
});

describe("what is told and left aside", () => {
  test.each([
    ["an unknown key", '{"modle": "x"}', /unknown key "modle", left aside/, "Did you mean model?"],
    [
      "a key that is written twice",
      '{"model":"a",\n"model":"b"}',
      /:2:1: "model" stands here again/,
      "Remove the other one.",
    ],
    [
      "__proto__",
      '{"__proto__": {"model": "x"}}',
      /unknown key "__proto__"/,
      "slmcode config list shows all keys.",
    ],
  ])("%s", async (_title, user, message, hint) => {
    const result = await place({ user }).load();
    expect(result.ok).toBe(true);
    expect(result.warnings).toEqual([
      expect.objectContaining({ message: expect.stringMatching(message), hint }),
    ]);
  });

  test("of a name that is written twice the last counts", async () => {
    const { load } = place({ user: '{"model":"a","model":"b"}' });
    expect((await configOf(load())).values.model.value).toBe("b");
  });

  test("a misspelt variable", async () => {
    const { warnings } = await place().load({ env: { SLMCODE_MODLE: "x", SLMCODE_HOME: "y", OTHER: "z" } });
    expect(warnings.map((each) => `${each.message}. ${each.hint}`)).toEqual([
      'the variable "SLMCODE_MODLE" sets nothing. Did you mean SLMCODE_MODEL?',
    ]);
  });

  test("thirty thousand unknown keys are eleven lines, with nothing in them that a terminal acts on", async () => {
    const keys = Array.from({ length: 30_000 }, (_, index) => `"\\u001b[2J\\u009b${index}":1`);
    const { warnings } = await place({ project: `{${keys.join(",")}}` }).load();
    expect(warnings).toHaveLength(11);
    expect(warnings[0]!.message).toContain('"\\u001b[2J\\u009b0"');
    expect(warnings.map((each) => each.message + each.hint).join("")).not.toMatch(
      /[\u0000-\u001f\u007f-\u009f]/,
    );
  });
});

test("an empty file, comments, trailing commas, a byte order mark and a $schema are all fine", async () => {
  for (const user of ["", "// nothing yet\n", '\ufeff{ "$schema": "x", /* a */ "model": "m", }\r\n']) {
    const result = await place({ user }).load();
    expect([result.ok, result.warnings]).toEqual([true, []]);
  }
});
