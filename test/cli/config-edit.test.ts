import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { type CliResult, runCli } from "../helpers/run-cli.ts";
import { temporaryFolder } from "../helpers/temporary-folder.ts";

interface Place {
  readonly home: string;
  readonly userFile: string;
  readonly temporary: string;
  readonly run: (args: string, env?: Readonly<Record<string, string>>) => Promise<CliResult>;
  /** A command for EDITOR that runs `code` with the file's path in `file`. */
  readonly editor: (code: string) => string;
}

function place(text?: string): Place {
  const home = realpathSync(temporaryFolder());
  const temporary = join(home, "tmp");
  mkdirSync(join(home, "project"));
  mkdirSync(temporary);
  const userFile = join(home, ".slmcode.json");
  if (text !== undefined) writeFileSync(userFile, text);
  const env = {
    HOME: home,
    USERPROFILE: home,
    SLMCODE_HOME: join(home, "data"),
    TMPDIR: temporary,
    TEMP: temporary,
  };
  return {
    home,
    userFile,
    temporary,
    run: (args, more = {}) =>
      runCli(["config", ...args.split(" ")], { cwd: join(home, "project"), env: { ...env, ...more } }),
    editor: (code) => {
      const script = join(home, "editor.mjs");
      writeFileSync(
        script,
        `import fs from "node:fs";\nconst file = process.argv[2];\nconst text = fs.readFileSync(file, "utf8");\n${code}\n`,
      );
      return `"${process.execPath}" "${script}"`;
    },
  };
}

const read = (path: string): string => readFileSync(path, "utf8");

describe("config edit", () => {
  test("takes over what the editor saved, and leaves no copy", async () => {
    const { userFile, temporary, run, editor } = place('{"model":"old"} // mine\n');
    const EDITOR = editor('fs.writeFileSync(file, text.replace("old", "new"));');
    expect(await run("edit", { EDITOR })).toEqual({
      code: 0,
      stdout: "saved (user: ~/.slmcode.json)\n",
      stderr: "",
    });
    expect(read(userFile)).toBe('{"model":"new"} // mine\n');
    expect(readdirSync(temporary)).toEqual([]);
    expect((await run("restore")).code).toBe(0);
    expect(read(userFile)).toBe('{"model":"old"} // mine\n');
  });

  test("VISUAL stands before EDITOR, and a text that did not change is not written", async () => {
    const { userFile, run, editor } = place();
    const said = await run("edit", { VISUAL: editor(""), EDITOR: "false" });
    expect(said).toEqual({ code: 0, stdout: "nothing changed (user: ~/.slmcode.json)\n", stderr: "" });
    expect(existsSync(userFile)).toBe(false);
  });

  test.each([
    ["does not parse", '{"model": ', /:1:\d+: is not valid JSON/],
    ["holds a bad value", '{"temperature": 9}', /"temperature" must be a number from 0 to 2, not 9/],
  ])("a text that %s never reaches the file, and is kept", async (_title, text, sentence) => {
    const { userFile, run, editor } = place("{}");
    const EDITOR = editor(`fs.writeFileSync(file, ${JSON.stringify(text)});`);
    const said = await run("edit", { EDITOR });
    expect(said.code).toBe(2);
    expect(said.stderr).toMatch(sentence);
    expect(read(userFile)).toBe("{}");
    const kept = /Your text is kept in (.*)\n/.exec(said.stderr)?.[1];
    expect(read(kept!)).toBe(text);
  });

  test("is how a file that does not parse is repaired", async () => {
    const { userFile, run, editor } = place('{"model": ');
    const EDITOR = editor("fs.writeFileSync(file, text + '\"x\"}');");
    expect((await run("edit", { EDITOR })).code).toBe(0);
    expect(read(userFile)).toBe('{"model": "x"}');
  });

  test("does not overwrite what somebody else saved meanwhile", async () => {
    const { userFile, run, editor } = place("{}");
    const EDITOR = editor(
      `fs.writeFileSync(file, '{"model":"a"}'); fs.writeFileSync(${JSON.stringify(userFile)}, '{"model":"b"}');`,
    );
    const said = await run("edit", { EDITOR });
    expect(said.code).toBe(2);
    expect(said.stderr).toContain("was changed by somebody else meanwhile");
    expect(read(userFile)).toBe('{"model":"b"}');
  });

  test("an editor that fails, or does not exist, changes nothing", async () => {
    const { userFile, run, editor } = place("{}");
    const failing = await run("edit", { EDITOR: editor("fs.writeFileSync(file, 'x'); process.exit(3);") });
    expect(failing.code).toBe(2);
    expect(failing.stderr).toContain("ended with code 3; nothing was changed");
    const missing = await run("edit", { EDITOR: "no-such-editor-here" });
    expect(missing.code).toBe(2);
    expect(missing.stderr).toContain("Set VISUAL or EDITOR");
    expect(read(userFile)).toBe("{}");
  });
});

describe("config restore", () => {
  test("undoes the last change, and the undoing can be undone", async () => {
    const { userFile, run } = place('{ "model": "one" }');
    await run("set model two");
    const said = await run("restore");
    expect(said.stdout).toMatch(
      /^~\/\.slmcode\.json: as it was at \d{4}-.*Z\nundo: slmcode config restore \S+\n$/,
    );
    expect(read(userFile)).toBe('{ "model": "one" }');
    const undo = /restore (\S+)\n$/.exec(said.stdout)?.[1];
    await run(`restore ${undo}`);
    expect(read(userFile)).toBe('{ "model": "two" }');
  });

  test("of a file that was made removes it", async () => {
    const { userFile, run } = place();
    await run("set model x");
    expect((await run("restore")).stdout).toContain("removed, as it did not exist before");
    expect(existsSync(userFile)).toBe(false);
  });

  test("lists the backups of all files, and a backup knows its file", async () => {
    const { home, run } = place();
    await run("set model a");
    await run("set --project model b");
    const listed = (await run("restore --list")).stdout.trimEnd().split("\n");
    expect(listed).toHaveLength(2);
    expect(listed[0]).toMatch(/^\S+ {2}\S+Z {2}~\/project\/\.slmcode\.json$/);
    const { backups } = JSON.parse((await run("restore --list --json")).stdout);
    expect(backups[1]).toMatchObject({ path: join(home, ".slmcode.json"), existed: false });
    await run(`restore ${backups[0].id}`);
    expect(existsSync(join(home, "project", ".slmcode.json"))).toBe(false);
  });

  test("without a backup, and with an id that is none, it says so", async () => {
    const { run } = place("{}");
    const nothing = await run("restore");
    expect([nothing.code, nothing.stderr]).toEqual([2, expect.stringContaining("so there is no backup")]);
    const wrong = await run("restore ../../etc/passwd");
    expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining("there is no backup")]);
  });
});

test.skipIf(process.platform === "win32")(
  "the mode of the file stays through set, edit and restore",
  async () => {
    const { userFile, run, editor } = place('{"model":"a"}');
    chmodSync(userFile, 0o644);
    await run("set model b");
    await run("edit", { EDITOR: editor('fs.writeFileSync(file, text.replace("b", "c"));') });
    await run("restore");
    const { statSync } = await import("node:fs");
    expect(statSync(userFile).mode & 0o777).toBe(0o644);
  },
);
