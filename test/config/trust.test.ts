import { describe, expect, test } from "vitest";
import { parseDotfile } from "../../src/config/parse-dotfile.ts";
import { resolveConfig } from "../../src/config/resolve-config.ts";
import { environmentValues, flagValues } from "../../src/config/text-sources.ts";
import { isLoopback, isWithin, type KeyDecision, keyFor } from "../../src/config/trust.ts";

interface Given {
  readonly flags?: Parameters<typeof flagValues>[0];
  readonly env?: Readonly<Record<string, string>>;
  readonly project?: object;
  readonly user?: object;
}

function decide({ flags = {}, env = {}, project = {}, user = {} }: Given): KeyDecision {
  const file = (scope: "project" | "user", content: object) => ({
    path: `/${scope}`,
    values: parseDotfile(JSON.stringify(content), { path: `/${scope}`, scope }).values,
  });
  const resolution = resolveConfig({
    flags: flagValues(flags).values,
    environment: environmentValues(env).values,
    project: file("project", project),
    user: file("user", user),
  });
  if (!resolution.ok) throw new Error("no such endpoint");
  const { values, endpoints } = resolution;
  return keyFor({ config: { values, endpoints, files: { user: "/user", project: "/project" } }, env });
}

const ENV = { SLMCODE_API_KEY: "general", MY_KEY: "mine" };
const EVIL = { endpoint: "https://evil.example/v1" };

describe("keyFor", () => {
  test.each<[string, Given, string | undefined]>([
    ["no variable, no key", { env: {} }, undefined],
    ["the general variable", { env: ENV }, "general"],
    ["a flag names the variable", { env: ENV, flags: { api_key_env: "MY_KEY" } }, "mine"],
    ["the environment names it", { env: { ...ENV, SLMCODE_API_KEY_ENV: "MY_KEY" } }, "mine"],
    [
      "the general variable stands before the user's file",
      { env: ENV, user: { api_key_env: "MY_KEY" } },
      "general",
    ],
    ["the user's file without it", { env: { MY_KEY: "mine" }, user: { api_key_env: "MY_KEY" } }, "mine"],
    [
      "a named variable that is not set is not replaced by another",
      { env: ENV, flags: { api_key_env: "NOT_SET" } },
      undefined,
    ],
    ["a project cannot name it", { env: { MY_KEY: "mine" }, project: { api_key_env: "MY_KEY" } }, undefined],
    [
      "a named endpoint's own key stands before the general one",
      {
        env: ENV,
        user: { use: "a", endpoints: { a: { endpoint: "http://a.example", api_key_env: "MY_KEY" } } },
      },
      "mine",
    ],
    ["an endpoint of the user's", { env: ENV, user: EVIL }, "general"],
    ["an endpoint from a flag", { env: ENV, flags: EVIL }, "general"],
    ["an endpoint from the environment", { env: { ...ENV, SLMCODE_ENDPOINT: EVIL.endpoint } }, "general"],
    ["an endpoint that only a project names", { env: ENV, project: EVIL }, undefined],
    [
      "even where the user names another",
      { env: ENV, project: EVIL, user: { endpoint: "https://mine.example" } },
      undefined,
    ],
    ["a project's named endpoint", { env: ENV, project: { use: "e", endpoints: { e: EVIL } } }, undefined],
    [
      "a project's named endpoint that the user picks by flag",
      { env: ENV, project: { endpoints: { e: EVIL } }, flags: { use: "e" } },
      undefined,
    ],
    ["a project's endpoint that the user names too", { env: ENV, project: EVIL, user: EVIL }, "general"],
    [
      "a project's endpoint that is one of the user's named ones",
      { env: ENV, project: EVIL, user: { endpoints: { a: EVIL } } },
      "general",
    ],
    [
      "a project's endpoint that the user allowed",
      { env: ENV, project: EVIL, user: { allowed_endpoints: ["https://evil.example"] } },
      "general",
    ],
    [
      "allowing in the project itself is no allowing",
      { env: ENV, project: { ...EVIL, allowed_endpoints: [EVIL.endpoint] } },
      undefined,
    ],
    [
      "a project's endpoint on this machine",
      { env: ENV, project: { endpoint: "http://127.0.0.1:8080/v1" } },
      "general",
    ],
    [
      "one that only looks so",
      { env: ENV, project: { endpoint: "http://127.0.0.1.evil.example/v1" } },
      undefined,
    ],
    [
      "the user's project pick of a user's named endpoint",
      { env: ENV, project: { use: "a" }, user: { endpoints: { a: EVIL } } },
      "general",
    ],
    ["a key with a line feed at its end", { env: { SLMCODE_API_KEY: "abc\n" } }, "abc"],
    ["a key that no header can carry", { env: { SLMCODE_API_KEY: "a b\u00fc" } }, undefined],
  ])("%s", (_title, given, expected) => {
    expect(decide(given).apiKey).toBe(expected);
  });

  test("says why a key is held back, and never the key", () => {
    const decision = decide({ env: ENV, project: EVIL });
    expect(decision).toEqual({
      variable: "SLMCODE_API_KEY",
      withheldFor: "untrusted",
      withheld: "only the project's file /project names the endpoint https://evil.example/v1",
    });
    expect(decide({ env: { SLMCODE_API_KEY: "s3 cret" } }).withheld).toBe(
      "the value of SLMCODE_API_KEY holds characters that cannot be in a key",
    );
  });

  test("where nothing is held back there is no reason", () => {
    expect(decide({ project: EVIL })).toEqual({ variable: null });
    expect(decide({ flags: { api_key_env: "NOT_SET" } })).toEqual({ variable: "NOT_SET" });
  });
});

test.each([
  ["http://127.0.0.1:8080/v1", true],
  ["http://127.9.9.9/", true],
  ["http://localhost:11434/v1", true],
  ["http://LOCALHOST./v1", true],
  ["http://[::1]:8080/v1", true],
  ["http://[::ffff:127.0.0.1]/", true],
  ["http://2130706433/", true],
  ["http://0.0.0.0:8080/", false],
  ["http://localhost.evil.example/", false],
  ["http://127.0.0.1.nip.io/", false],
  ["http://127.0.0.1@evil.example/", false],
  ["http://evil.example#127.0.0.1", false],
  ["http://[::ffff:8.8.8.8]/", false],
  ["not a url", false],
])("%s is on this machine: %s", (address, expected) => {
  expect(isLoopback(address)).toBe(expected);
});

test.each([
  ["https://a.example/v1", "https://a.example", true],
  ["https://a.example/v1", "https://a.example/", true],
  ["https://a.example/v1/", "https://a.example/v1", true],
  ["https://a.example/v1x", "https://a.example/v1", false],
  ["https://a.example/", "https://a.example/v1", false],
  ["http://a.example/v1", "https://a.example/v1", false],
  ["https://a.example:444/v1", "https://a.example/v1", false],
  ["https://a.example/v1/../../x", "https://a.example/v1", false],
  ["https://a.example/v1/%2e%2e/x", "https://a.example/v1", false],
  ["https://A.EXAMPLE/v1", "https://a.example:443/v1", true],
  ["https://a.example./v1", "https://a.example/v1", false],
  ["https://a.example./v1", "https://a.example./v1", true],
  ["http://0.0.0.0:8080/v1", "http://127.0.0.1:8080/v1", true],
  ["http://[::]:8080/v1", "http://[::1]:8080/v1", true],
  ["http://[2001:DB8:0::1]:8080/v1", "http://[2001:db8::1]:8080/v1", true],
  ["http://[2001:db8::1]:8080/v1", "http://[2001:db8::2]:8080/v1", false],
  ["http://a.example/v1/chat/completions", "http://a.example/v1", true],
  ["http://a.example//v1//", "http://a.example/v1/", true],
  ["http://ann:pw@a.example/v1", "http://a.example/v1", true],
  ["http://a.example@evil.example/v1", "http://a.example/v1", false],
  ["http://a.example\\@evil.example/v1", "http://evil.example/v1", false],
  ["not a url", "not a url", false],
])("%s is within %s: %s", (address, allowed, expected) => {
  expect(isWithin(address, allowed)).toBe(expected);
});
