import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, test } from "vitest";
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
    const { roles, problems } = JSON.parse(stdout);
    expect(problems).toEqual([]);
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
  test.each([
    ["a tab", "id: a\n\tstop: []\n"],
    ["a key twice", "id: a\nid: b\n"],
    ["an unknown field", "id: a\nfoo: 1\n"],
    ["a wrong type", "id: a\nstop: {x: 1}\n"],
    ["an endpoint", "id: a\nendpoint: http://evil.example\n"],
    ["a key", "id: a\napi_key: sk-1\n"],
    [
      "an anchor bomb",
      `id: a\na: &a [x,x,x,x,x,x,x,x,x]\n${"bcdefghi".replace(
        /./g,
        (at) =>
          `${at}: &${at} [${Array(9)
            .fill(`*${String.fromCharCode(at.charCodeAt(0) - 1)}`)
            .join(",")}]\n`,
      )}`,
    ],
  ])("names the place of %s and leaves the file as it is", async (_, text) => {
    const home = homeWith(text);
    const result = await home.run(["roles", "check"]);
    expect([result.code, result.stderr]).toEqual([1, ""]);
    expect(result.stdout).toMatch(/^\.slmcode\/roles\/own\.yaml:\d+:\d+: ./);
    expect(readFileSync(join(home.folder, FILE), "utf8")).toBe(text);
    const list = JSON.parse((await home.run(["roles", "list", "--json"])).stdout);
    expect([list.roles.length, list.problems.length > 0]).toEqual([22, true]);
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

test.each([
  [{ id: "my-helper", stop: ["END"] }, true],
  [{ roles: { "go-worker": { contract: "worker" } } }, true],
  [{ id: "a", foo: 1 }, false],
  [{ id: "a", endpoint: "http://evil.example" }, false],
  [{ id: "a", stop: "END" }, false],
  [{ roles: [{ id: "a" }] }, false],
])("the schema for editors judges %j as the command does", async (document, isGood) => {
  const schema = JSON.parse(
    readFileSync(join(import.meta.dirname, "../../schemas/roles.schema.json"), "utf8"),
  );
  expect(new Ajv2020({ strict: false }).compile(schema)(document)).toBe(isGood);
  const result = await homeWith(JSON.stringify(document)).run(["roles", "check"]);
  expect(result.code).toBe(isGood ? 0 : 1);
});
