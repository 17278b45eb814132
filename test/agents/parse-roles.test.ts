import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { normalizeDecoding } from "../../src/agents/normalize-decoding.ts";
import { parseRoles } from "../../src/agents/parse-roles.ts";
import { CONTRACT_NAMES } from "../../src/schema/contract.ts";

const ALL_FIELDS = "it may have description, contract, tools, json_only, serial_tools, stop, instructions";
const EXTENDS = 'a role has no field "extends": it inherits by its id, as go-worker does from worker';
const ID = "lower-case letters, digits, - and _, beginning with a letter, at most 64";
const FILE = 'must hold "roles:" with a role under each id, or one role with "id:"';
const UNDER_EACH = "roles must hold a role under each id (go-worker: ...), not";
const TAG = "is not read here: a role file holds plain values";

describe("roles in YAML", () => {
  test("inherit by folding, and change what they say themselves", async () => {
    const parsed = await parseRoles(
      "roles:\n  go-worker:\n    description: Writes Go.\n    stop: []\n  helper:\n    tools: [search]\n    instructions: You help.\n",
    );
    if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
    const [worker, helper] = parsed.roles.map(normalizeDecoding);
    expect(worker).toMatchObject({
      id: "go-worker",
      description: "Writes Go.",
      schemaRole: "worker",
      jsonOnly: true,
      stop: [],
    });
    expect(worker?.instructions).toContain("You carry out one task");
    expect(helper).toMatchObject({ id: "helper", schemaRole: null, serialTools: true, jsonOnly: false });
  });

  test("inherit from each other by folding, in whatever order they stand", async () => {
    const roles = {
      "my-go-worker": { stop: ["END"] },
      "go-worker": { tools: ["gofmt"] },
      worker: { instructions: "You work." },
      "old-helper": {},
      helper: { tools: ["search"] },
    };
    for (const names of [Object.keys(roles), Object.keys(roles).reverse()]) {
      const text = JSON.stringify({
        roles: Object.fromEntries(names.map((name) => [name, roles[name as keyof typeof roles]])),
      });
      const parsed = await parseRoles(text);
      if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
      expect(parsed.roles.map(({ id }) => id)).toEqual(names);
      const of = (id: string) => parsed.roles.find((each) => each.id === id);
      const description = "Carries out one task by editing files.";
      expect(of("my-go-worker")).toEqual({
        id: "my-go-worker",
        description,
        instructions: "You work.",
        tools: ["gofmt"],
        stop: ["END"],
      });
      expect(of("worker")).toEqual({ id: "worker", description, instructions: "You work." });
      expect(of("old-helper")).toEqual({ id: "old-helper", tools: ["search"] });
    }
  });

  test("inherit in linear time", { timeout: 30_000 }, async () => {
    const ids = Array.from({ length: 20_000 }, (_, at) => `go-w${at}`);
    const parsed = await parseRoles(`roles:\n${ids.map((id) => `  ${id}: {}\n`).join("")}`);
    expect(parsed.ok && parsed.roles.map(({ id }) => id)).toEqual(ids);
  });

  test("a file may hold one role under its id", async () => {
    expect(await parseRoles("id: python-tester\ncontract: tester\n")).toMatchObject({
      ok: true,
      roles: [{ id: "python-tester", schemaRole: "tester" }],
    });
  });

  test.each<[name: string, text: string, ...places: string[]]>([
    ["a tab as indentation", "roles:\n\tworker:\n", "2:1 a tab cannot indent here: use blanks"],
    [
      "a field twice",
      "roles:\n  a:\n    stop: []\n    tools: []\n    stop: []\n",
      '5:5 "stop" is given twice, first on line 3: keep one',
    ],
    [
      "a role twice",
      "roles:\n  a: {}\n  b: {}\n  a: {}\n",
      '4:3 "a" is given twice, first on line 2: keep one',
    ],
    ["an id twice", "id: a\nid: b\n", '2:1 "id" is given twice, first on line 1: keep one'],
    [
      "a mistyped field",
      "roles:\n  a:\n    contrct: plan\n",
      '3:5 a role has no field "contrct"; did you mean contract?',
    ],
    ["a key", "id: a\napi_key: sk-1\n", `2:1 a role has no field "api_key"; ${ALL_FIELDS}`],
    ["an endpoint", "id: a\nendpoint: http://x\n", `2:1 a role has no field "endpoint"; ${ALL_FIELDS}`],
    [
      "__proto__",
      "roles:\n  a:\n    __proto__: {x: 1}\n",
      `3:5 a role has no field "__proto__"; ${ALL_FIELDS}`,
    ],
    [
      "roles that extend each other",
      "roles:\n  a: {extends: b}\n  b:\n    extends: a\n",
      `2:7 ${EXTENDS}`,
      `4:5 ${EXTENDS}`,
    ],
    ["a flag in words", "id: a\njson_only: yes\n", '2:1 json_only must be true or false, not "yes"'],
    [
      "a number for a flag, with CRLF",
      "roles:\r\n  a:\r\n    serial_tools: 3\r\n",
      "3:5 serial_tools must be true or false, not the number 3",
    ],
    [
      "several wrong fields",
      "id: a\ndescription: [x]\ninstructions: 5\ncontract: {}\n",
      "2:1 description must be a text of 1 to 20000 characters, not a list",
      "3:1 instructions must be a text of 1 to 20000 characters, not the number 5",
      `4:1 contract must be one of ${CONTRACT_NAMES.join(", ")}, or null, not fields`,
    ],
    [
      "an empty text",
      "id: a\ninstructions: ''\n",
      '2:1 instructions must be a text of 1 to 20000 characters, not ""',
    ],
    [
      "a text that is too long",
      `id: a\ninstructions: ${"x".repeat(20_001)}\n`,
      "2:1 instructions must be a text of 1 to 20000 characters, not 20001 characters",
    ],
    [
      "a text for a list",
      "id: a\nstop: END\n",
      '2:1 stop must be a list of at most 16 texts of 1 to 200 characters, not "END"',
    ],
    [
      "a list that is too long",
      `id: a\ntools: [${"x, ".repeat(65)}]\n`,
      "2:1 tools must be a list of at most 64 names of 1 to 64 characters, not 65",
    ],
    [
      "wrong items",
      "roles:\n  a:\n    stop:\n      - END\n      - 5\n    tools: [x, '']\n",
      "5:9 stop[1] must be a text of 1 to 200 characters, not the number 5",
      '6:16 tools[1] must be a name of 1 to 64 characters, not ""',
    ],
    [
      "an unknown contract",
      "roles:\n  a:\n    contract: plans\n",
      `3:5 contract must be one of ${CONTRACT_NAMES.join(", ")}, or null, not "plans"`,
    ],
    ["an id with blanks", "roles:\n  a worker:\n    stop: []\n", `2:3 "a worker" is no id: ${ID}`],
    [
      "an id that is too long",
      `stop: []\nid: ${"a".repeat(65)}\n`,
      `2:1 "${"a".repeat(40)}..." is no id: ${ID}`,
    ],
    ["a number for an id", "id: 5\n", "1:1 id must be a text such as go-worker, not the number 5"],
    ["no id", "stop: []\nid:\n", "2:1 id must be a text such as go-worker, not nothing"],
    ["a role of nothing", "roles:\n  a: {}\n  b:\n", '3:3 the role "b" must hold fields, not nothing'],
    ["no roles", "# none\nroles: {}\n", `2:1 ${UNDER_EACH} none`],
    ["roles of nothing", "roles:\n", `1:1 ${UNDER_EACH} nothing`],
    ["roles in a list", "roles:\n  - id: a\n", `1:1 ${UNDER_EACH} a list`],
    [
      "an endpoint beside the roles",
      "roles:\n  a: {}\nendpoint: http://x\n",
      '3:1 a file of roles holds "roles:" alone, and no "endpoint"',
    ],
    [
      "a key before the roles",
      "api_key: sk-1\nroles:\n  a: {}\n",
      '1:1 a file of roles holds "roles:" alone, and no "api_key"',
    ],
    ["neither roles nor id", "\nworker:\n  stop: []\n", `2:1 the file ${FILE}`],
    ["mistyped roles", "role:\n  a: {}\n", `1:1 the file ${FILE}; did you mean roles by "role"?`],
    ["a list", "- worker\n", `1:1 the file ${FILE}, not a list`],
    ["a text", "  worker\n", `1:3 the file ${FILE}, not "worker"`],
    ["nothing", "", `1:1 the file is empty and ${FILE}`],
    ["a comment alone", "# a role\n", `1:1 the file is empty and ${FILE}`],
    [
      "a byte order mark before it",
      "\uFEFFid: 5\n",
      "1:1 id must be a text such as go-worker, not the number 5",
    ],
    [
      "several documents",
      "id: a\n---\nid: b\n",
      '2:1 a second document begins here: a file holds one, so take the "---" out',
    ],
    [
      "a merge key",
      "roles:\n  a: &a {stop: []}\n  b:\n    <<: *a\n",
      '4:5 merge keys ("<<") are not followed: write the fields out',
    ],
    [
      "a merge key of YAML 1.1",
      "%YAML 1.1\n---\nroles:\n  a: &a {stop: []}\n  b:\n    <<: *a\n",
      '6:5 merge keys ("<<") are not followed: write the fields out',
    ],
    ["a tag for code", "id: a\ninstructions: !!js/function 'x'\n", `2:15 the tag !!js/function ${TAG}`],
    ["a tag of its own", "id: a\nstop: !env [HOME]\n", `2:7 the tag !env ${TAG}`],
    ["a tag for bytes", "id: a\ninstructions: !!binary aGk=\n", `2:15 the tag !!binary ${TAG}`],
    ["a key that is a list", "roles:\n  ? [a]\n  : {}\n", "2:5 a key must be a text"],
    ["a key that is nothing", "roles:\n  ~: {}\n", "2:3 a key must be a text"],
    ["an alias to nothing", "id: a\ntools: *x\n", "2:8 the alias *x has no anchor &x before it"],
    [
      "an alias into itself",
      "id: a\ntools: &t [*t]\n",
      "2:12 the alias *t stands for something that holds it",
    ],
    [
      "an alias bomb",
      "a: &a [x,x]\nb: &b [*a,*a]\nroles: {d: {tools: [*b]}}\n",
      "3:21 the alias *b stands for something with aliases of its own: write it out",
    ],
    [
      "a flood of aliases",
      `id: &a a\ntools:\n${"  - *a\n".repeat(60)}`,
      "53:5 more than 50 aliases: write some of them out",
    ],
    [
      "a control character",
      'id: a\ninstructions: "x\u001b[31m"\n',
      '2:17 the control character U+001B is no part of a text file: take it out, or write "\\x1B" between double quotes',
    ],
    [
      "an open bracket",
      "roles: {a-worker: {stop: [}\n",
      "1:27 Flow sequence in block collection must be sufficiently indented and end with a ]",
    ],
    [
      "a field without a colon",
      "id: a\njson_only\n",
      "2:1 Implicit map keys need to be followed by map values",
    ],
  ])("%s is a problem with its place, its name and what is wanted", async (_, text, ...places) => {
    const parsed = await parseRoles(text);
    if (parsed.ok) throw new Error("accepted");
    expect(parsed.problems.map((each) => `${each.line}:${each.column} ${each.message}`)).toEqual(places);
  });

  test.each([
    ["a list shared by an alias", "roles:\n  a: {tools: &t [x, y]}\n  b:\n    tools: *t\n", ["x", "y"]],
    ["a plain tag", "id: b\ntools: !!seq [!!str x]\n", ["x"]],
    ["a byte order mark and CRLF", "\uFEFFid: b\r\ntools: [x]\r\n", ["x"]],
    ["JSON", '{"id": "b", "tools": ["x"]}', ["x"]],
  ])("%s is fine", async (_, text, tools) => {
    const parsed = await parseRoles(text);
    if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
    expect(parsed.roles.at(-1)).toEqual({ id: "b", tools });
  });

  test("of what an alias brought, the field with the alias is named", async () => {
    const parsed = await parseRoles("roles:\n  a: {stop: &s [x, 5]}\n  b:\n    stop: *s\n");
    if (parsed.ok) throw new Error("accepted");
    expect(parsed.problems.map(({ line, column }) => [line, column])).toEqual([
      [2, 20],
      [4, 5],
    ]);
  });

  test.each([
    ["nesting", `id: a\nstop: ${"[".repeat(100_000)}\n`, "nested too deep to be read"],
    ["size", `id: a\n${"#".repeat(1024 * 1024)}`, "the file is larger than 1 MB"],
  ])("there is an end to %s", async (_, text, message) => {
    expect(await parseRoles(text)).toMatchObject({ ok: false, problems: [{ message }] });
  });

  test("a file with many keys is read in linear time, and has no more problems than one can read", {
    timeout: 30_000,
  }, async () => {
    const parsed = await parseRoles(
      `id: a\n${Array.from({ length: 40_000 }, (_, at) => `k${at}: 1\n`).join("")}`,
    );
    expect(parsed.ok ? 0 : parsed.problems.length).toBe(20);
  });

  test("no text makes it throw, and every problem has a place inside it", async () => {
    const pieces = fc.array(
      fc.constantFrom(
        ..."roles: |id: |a|\n  |\n|- |[|]|{|}|, |&a |*a|? |: |!!set |!x |'|\"|<<: |~|---\n|\t|5".split("|"),
      ),
    );
    const texts = fc.oneof(
      fc.string({ unit: "binary" }),
      pieces.map((each) => each.join("")),
    );
    await fc.assert(
      fc.asyncProperty(texts, async (text) => {
        const parsed = await parseRoles(text);
        if (parsed.ok) return;
        expect(parsed.problems.length).toBeGreaterThan(0);
        const lines = text.split("\n");
        for (const { line, column } of parsed.problems) {
          expect(line >= 1 && line <= lines.length).toBe(true);
          expect(column >= 1 && column <= lines[line - 1]!.length + 1).toBe(true);
        }
      }),
      { numRuns: 1000 },
    );
  });
});
