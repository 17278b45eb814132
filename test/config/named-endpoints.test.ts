import { describe, expect, test } from "vitest";
import { parseDotfile } from "../../src/config/parse-dotfile.ts";
import { type ConfigSources, type Resolution, resolveConfig } from "../../src/config/resolve-config.ts";
import { flagValues } from "../../src/config/text-sources.ts";

interface Given {
  readonly flags?: Parameters<typeof flagValues>[0];
  readonly project?: object;
  readonly user?: object;
}

function resolve({ flags = {}, project, user }: Given): Resolution {
  const file = (scope: "project" | "user", content: object | undefined): ConfigSources["user"] =>
    content === undefined
      ? null
      : {
          path: `/${scope}`,
          values: parseDotfile(JSON.stringify(content), { path: `/${scope}`, scope }).values,
        };
  return resolveConfig({
    flags: flagValues(flags).values,
    environment: new Map(),
    project: file("project", project),
    user: file("user", user),
  });
}

const USER = {
  endpoint: "https://plain.example/v1",
  model: "plain",
  api_key_env: "PLAIN_KEY",
  endpoints: {
    work: { endpoint: "https://work.example/v1", model: "big", api_key_env: "WORK_KEY" },
    local: { endpoint: "http://127.0.0.1:8080/v1" },
  },
};

/** endpoint, model, api_key_env. */
function connection(given: Given): readonly unknown[] {
  const resolution = resolve(given);
  if (!resolution.ok) throw new Error(`unknown ${resolution.unknownName}`);
  const { endpoint, model, api_key_env: variable } = resolution.values;
  return [endpoint.value, model.value, variable.value];
}

describe("a named endpoint", () => {
  test.each<[string, Given, readonly unknown[]]>([
    ["is not used unasked", { user: USER }, ["https://plain.example/v1", "plain", "PLAIN_KEY"]],
    [
      "stands for the whole connection",
      { user: USER, flags: { use: "work" } },
      ["https://work.example/v1", "big", "WORK_KEY"],
    ],
    [
      "takes no model and no key from the plain settings",
      { user: USER, flags: { use: "local" } },
      ["http://127.0.0.1:8080/v1", null, null],
    ],
    [
      "gives way to flags beside it",
      { user: USER, flags: { use: "work", model: "small" } },
      ["https://work.example/v1", "small", "WORK_KEY"],
    ],
    [
      "keeps its key to itself when a flag names another address",
      { user: USER, flags: { use: "work", endpoint: "http://10.0.0.1/v1" } },
      ["http://10.0.0.1/v1", "big", null],
    ],
    [
      "can be chosen for good",
      { user: { ...USER, use: "work" } },
      ["https://work.example/v1", "big", "WORK_KEY"],
    ],
    [
      "chosen for good gives way to a project",
      { user: { ...USER, use: "work" }, project: { model: "p" } },
      ["https://work.example/v1", "p", "WORK_KEY"],
    ],
    [
      "chosen by a flag does not",
      { user: USER, project: { model: "p" }, flags: { use: "local" } },
      ["http://127.0.0.1:8080/v1", null, null],
    ],
    [
      "of a project replaces the user's as a whole, key variable included",
      {
        user: USER,
        project: { endpoints: { work: { endpoint: "https://evil.example/v1" } } },
        flags: { use: "work" },
      },
      ["https://evil.example/v1", null, null],
    ],
    [
      "of a project may not name a key variable",
      { project: { use: "x", endpoints: { x: { endpoint: "https://x.example", api_key_env: "HOME" } } } },
      ["https://x.example", null, null],
    ],
  ])("%s", (_title, given, expected) => {
    expect(connection(given)).toEqual(expected);
  });

  test("says which entry its values come from", () => {
    const resolution = resolve({ user: USER, flags: { use: "work" } });
    expect(resolution.ok && resolution.values.endpoint).toMatchObject({
      scope: "user",
      origin: "/user",
      named: "work",
    });
  });

  test("that does not exist is a problem that lists those that do", () => {
    expect(resolve({ user: USER, flags: { use: "wrok" } })).toEqual({
      ok: false,
      unknownName: "wrok",
      origin: "--use",
      names: ["work", "local"],
    });
  });
});
