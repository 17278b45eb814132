import { randomBytes } from "node:crypto";
import { mkdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, test } from "vitest";
import { makePipe } from "../helpers/make-pipe.ts";
import { reportProblems } from "../helpers/report-validator.ts";
import { type Home, newHome } from "./prompt-server.ts";

/** A home with one role file; the file's path as messages name it. */
function homeWith(text: string): Home {
  const home = newHome();
  mkdirSync(join(home.folder, ".slmcode/roles"), { recursive: true });
  writeFileSync(join(home.folder, FILE), text);
  return home;
}

const FILE = ".slmcode/roles/own.yaml";

describe("roles show", () => {
  test.each([
    ["worker", "built in", "worker"],
    ["go-worker", "folds back to worker", "worker"],
    ["python-tester", "folds back to tester", "tester"],
  ])("tells of %s that it is %s", async (id, origin, contract) => {
    const result = await newHome().run(["roles", "show", id, "--json"]);
    expect(result.code).toBe(0);
    expect(JSON.parse(result.stdout)).toMatchObject({ id, origin, schema_role: contract, json_only: true });
  });

  test.each(["plann", "coworker"])("does not take %s for a role", async (id) => {
    const result = await newHome().run(["roles", "show", id]);
    expect([result.code, result.stdout]).toEqual([2, ""]);
    expect(result.stderr).toContain(`there is no role "${id}"`);
    expect(result.stderr).toContain("Did you mean: ");
  });

  test("says that a role file has problems on a line of its own", async () => {
    const result = await homeWith("id: [").run(["roles", "show", "plann"]);
    expect(result.stderr).toContain("Did you mean: plan\n  A role file has problems: slmcode roles check\n");
  });

  test("tells which values a file's role says itself", async () => {
    const home = homeWith("id: my-helper\nstop: [END]\n");
    const result = await home.run(["roles", "show", "my-helper", "--json"]);
    expect(JSON.parse(result.stdout)).toMatchObject({
      origin: FILE,
      stop: ["END"],
      origins: { stop: `said by the role (${FILE})`, json_only: "free text" },
    });
  });

  test("and which it inherits by folding, in text too", async () => {
    const home = homeWith("roles:\n  rust-coder: {stop: [END]}\n  go-worker: {tools: [read_file]}\n");
    const show = async (id: string): Promise<string> => (await home.run(["roles", "show", id])).stdout;
    expect(await show("rust-coder")).toMatch(/\n {2}stop +"END" {2}\(said by the role \(.*own\.yaml\)\)\n/);
    expect(await show("my-rust-coder")).toMatch(/\n {2}stop +"END" {2}\(inherited from rust-coder\)\n/);
    expect(await show("rust-coder")).toMatch(/\n {2}tools +read_file, .* {2}\(inherited from coder\)\n/);
    expect(await show("go-worker")).toBe(
      [
        "go-worker  Carries out one task by editing files.  (.slmcode/roles/own.yaml)",
        "  contract      worker  (follows from the id)",
        "  json_only     false  (the role uses tools)",
        "  serial_tools  true  (the role uses tools)",
        "  stop          none  (only roles that answer in JSON alone have any)",
        "  tools         read_file  (said by the role (.slmcode/roles/own.yaml))",
        "",
      ].join("\n"),
    );
  });
});

test("roles inherit across files", async () => {
  const home = homeWith("id: go-worker\nstop: [END]\n");
  writeFileSync(join(home.folder, ".slmcode/roles/z.yaml"), "id: worker\ninstructions: You work.\n");
  const { stdout } = await home.run(["roles", "show", "go-worker", "--json"]);
  const { prompt, origin, origins } = JSON.parse(stdout);
  expect([origin, prompt.split("\n")[0]]).toEqual([FILE, "You work."]);
  expect(origins.stop).toBe(`said by the role (${FILE})`);
});

describe("roles list", () => {
  test("keeps to 80 columns, and names the file of a role of one", async () => {
    const home = homeWith(`id: my-helper\ndescription: ${"many words ".repeat(12)}\n`);
    const { stdout, code } = await home.run(["roles", "list"]);
    expect(code).toBe(0);
    const lines = stdout.trimEnd().split("\n");
    for (const line of lines) expect(line.length).toBeLessThanOrEqual(80);
    expect(lines[0]).toBe("plan           JSON: plan               Plans one change before any file is");
    expect(lines.at(-1)).toContain(`(${FILE})`);
    expect(stdout).toMatch(/^researcher {5}text, one tool at a time /m);
  });

  test("--json has the decoding contract of every role", async () => {
    const { stdout } = await newHome().run(["roles", "list", "--json"]);
    const { schema, roles, problems } = JSON.parse(stdout);
    expect([schema, problems]).toEqual(["slmcode.roles", []]);
    expect(roles.find(({ id }: { id: string }) => id === "review")).toEqual({
      id: "review",
      schema_role: "review",
      json_only: true,
      serial_tools: false,
      stop: ["\n## ", "```\n\n", "\nNote:"],
      description: expect.any(String),
      origin: "built in",
    });
    expect(roles.filter(({ json_only }: { json_only: boolean }) => json_only)).toHaveLength(16);
  });
});

describe("roles check", () => {
  test("names file, line and column of every problem, and leaves the file as it is", async () => {
    const text = "roles:\n  go-worker:\n    jsn_only: true\n  helper:\n    stop: [END, 5]\n";
    const home = homeWith(text);
    expect(await home.run(["roles", "check"])).toEqual({
      code: 1,
      stdout: [
        `${FILE}:3:5: a role has no field "jsn_only"; did you mean json_only?\n`,
        `${FILE}:5:17: stop[1] must be a text of 1 to 200 characters, not the number 5\n`,
      ].join(""),
      stderr: "",
    });
    expect(readFileSync(join(home.folder, FILE), "utf8")).toBe(text);
  });

  test("a problem is one line, whatever the file holds", async () => {
    const { stdout } = await homeWith('id: a\nstop: "x\\ny\\e[31m"\n"b\\nc": 1\n').run(["roles", "check"]);
    expect(stdout.trimEnd().split("\n")).toHaveLength(2);
    expect(stdout).not.toContain("\u001b");
  });

  type Row = [name: string, put: (path: string) => void, code: number, says: string];
  const POSIX: readonly Row[] = [
    ["a pipe", makePipe, 2, "the file cannot be read (not a file)"],
    ["a link to nothing", (path) => symlinkSync("nowhere", path), 2, "the file cannot be read (ENOENT)"],
    [
      "a link to a device",
      (path) => symlinkSync("/dev/zero", path),
      2,
      "the file cannot be read (not a file)",
    ],
  ];
  test.each<Row>([
    ...(process.platform === "win32" ? [] : POSIX),
    ["a folder", (path) => mkdirSync(path), 2, "the file cannot be read (not a file)"],
    ["a link to nothing", (path) => symlinkSync("nowhere", path), 2, "the file cannot be read (ENOENT)"],
    [
      "a link to a device",
      (path) => symlinkSync("/dev/zero", path),
      2,
      "the file cannot be read (not a file)",
    ],
    ["a pipe", makePipe, 2, "the file cannot be read (not a file)"],
    [
      "a large file",
      (path) => writeFileSync(path, " ".repeat(2 ** 20 + 1)),
      1,
      "the file is larger than 1 MB",
    ],
    [
      "bytes",
      (path) => writeFileSync(path, randomBytes(4096)),
      1,
      "the file is no UTF-8 text: save it as UTF-8",
    ],
    [
      "UTF-16",
      (path) => writeFileSync(path, "\uFEFFid: a\n", "utf16le"),
      1,
      "the file is no UTF-8 text: save it as UTF-8",
    ],
    [
      "an empty file",
      (path) => writeFileSync(path, ""),
      1,
      'the file is empty and must hold "roles:" with a role under each id, or one role with "id:"',
    ],
  ])("%s takes nothing from the other files", async (_, put, code, says) => {
    const home = homeWith("id: my-helper\ndescription: Helps.\n");
    writeFileSync(join(home.folder, ".slmcode/roles/z.yml"), "roles: {go-worker: {stop: [END]}}\n");
    const bad = ".slmcode/roles/bad.yaml";
    put(join(home.folder, bad));
    expect(await home.run(["roles", "check"])).toEqual({ code, stdout: `${bad}:1:1: ${says}\n`, stderr: "" });
    const list = await home.run(["roles", "list", "--json"]);
    const { roles, problems } = JSON.parse(list.stdout);
    expect(roles.slice(22).map(({ id }: { id: string }) => id)).toEqual(["my-helper", "go-worker"]);
    expect(problems).toEqual([{ line: 1, column: 1, message: says, file: bad }]);
    const shown = await home.run(["roles", "show", "my-helper"]);
    expect([shown.code, shown.stderr]).toEqual([0, `slmcode: ${bad}:1:1: ${says}\n`]);
  });

  test.skipIf(process.platform === "win32")(
    "a good file may be a link, and an editor's own files are none",
    async () => {
      const home = homeWith("id: my-helper\n");
      renameSync(join(home.folder, FILE), join(home.folder, "shared.txt"));
      symlinkSync("../../shared.txt", join(home.folder, FILE));
      symlinkSync("user@host.1", join(home.folder, ".slmcode/roles/.#own.yaml"));
      expect(await home.run(["roles", "check"])).toEqual({
        code: 0,
        stdout: "1 role, no problems\n",
        stderr: "",
      });
    },
  );

  test("a file where the folder should be is told", async () => {
    const home = newHome();
    mkdirSync(join(home.folder, ".slmcode"));
    writeFileSync(join(home.folder, ".slmcode/roles"), "");
    expect(await home.run(["roles", "check"])).toEqual({
      code: 2,
      stdout: ".slmcode/roles:1:1: the folder cannot be read (ENOTDIR)\n",
      stderr: "",
    });
  });

  test("finds nothing wrong with a good file", async () => {
    const home = homeWith("roles:\n  one: {}\n  go-worker:\n    stop: [END]\n");
    expect(await home.run(["roles", "check"])).toEqual({
      code: 0,
      stdout: "2 roles, no problems\n",
      stderr: "",
    });
  });

  test("a file that is not there is wrong usage", async () => {
    const result = await newHome().run(["roles", "check", "nowhere.yaml"]);
    expect([result.code, result.stdout]).toEqual([2, "nowhere.yaml:1:1: the file cannot be read (ENOENT)\n"]);
  });
});

describe("the schema of the reports", () => {
  const bad = "roles:\n  a: 5\n";
  const good = "roles:\n  go-worker: {stop: [END]}\n  my-helper: {description: Helps., tools: [search]}\n";

  test.each([
    [["list"], good],
    [["list"], bad],
    [["show", "worker"], ""],
    [["show", "coder"], good],
    [["show", "describer"], bad],
    [["show", "my-helper"], good],
    [["show", "rust-my-helper"], good],
    [["check"], good],
    [["check"], bad],
    [["check", "nowhere.yaml", FILE], bad],
  ])("describes roles %j with the file %j", async (args, text) => {
    const { stdout } = await homeWith(text).run(["roles", ...args, "--json"]);
    expect(reportProblems("roles-report", JSON.parse(stdout))).toEqual([]);
  });

  test.each<[readonly string[], change: Record<string, unknown>]>([
    [["list"], { problems: undefined }],
    [["list"], { schema: "slmcode.role" }],
    [["list"], { schema_version: "2.0" }],
    [["list"], { roles: [{ id: "a" }] }],
    [["show", "plan"], { stop: "END" }],
    [["show", "plan"], { origins: undefined }],
    [["check"], { problems: [{ file: "a", line: 0, column: 1, message: "m" }] }],
  ])("and not the document of roles %j with %j", async (args, change) => {
    const { stdout } = await newHome().run(["roles", ...args, "--json"]);
    const changed = JSON.parse(JSON.stringify({ ...JSON.parse(stdout), ...change }));
    expect(reportProblems("roles-report", changed)).not.toEqual([]);
  });
});

test.each([
  [{ id: "my-helper", stop: ["END"] }, true],
  [{ roles: { "go-worker": { contract: "worker" } } }, true],
  [{ id: "a", foo: 1 }, false],
  [{ id: "a", endpoint: "http://evil.example" }, false],
  [{ id: "a", stop: "END" }, false],
  [{ roles: [{ id: "a" }] }, false],
  [{ roles: {} }, false],
  [{ id: 5 }, false],
  [{ id: "a", tools: ["x", 5] }, false],
  [{ id: "a", stop: Array(17).fill("x") }, false],
  [{ id: "a", contract: null }, true],
  [{ id: "a-", contract: null }, false],
  [{ id: "a", instructions: "x".repeat(20_001) }, false],
  [{ id: "a", tools: ["\u{1f600}".repeat(64)] }, true],
  [{ id: "a", tools: ["\u{1f600}".repeat(65)] }, false],
  [{}, false],
])("the schema for editors judges %j as the command does", async (document, isGood) => {
  const schema = JSON.parse(
    readFileSync(join(import.meta.dirname, "../../schemas/roles.schema.json"), "utf8"),
  );
  expect(new Ajv2020({ strict: false }).compile(schema)(document)).toBe(isGood);
  const result = await homeWith(JSON.stringify(document)).run(["roles", "check"]);
  expect(result.code).toBe(isGood ? 0 : 1);
});
