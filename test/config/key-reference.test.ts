import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv } from "ajv";
import { describe, expect, test } from "vitest";
import { configReference, configSchema } from "../../src/config/key-reference.ts";
import { KEY_NAMES, KEYS } from "../../src/config/keys.ts";
import { parseDotfile } from "../../src/config/parse-dotfile.ts";

const ROOT = join(import.meta.dirname, "../..");
const HINT = "run: npm run build && node scripts/generate-config-docs.js";

const accepts = new Ajv({
  strict: true,
  allowUnionTypes: true,
  keywords: ["allowTrailingCommas", "allowComments"],
}).compile(configSchema());

describe("what is made from the table of keys", () => {
  test("docs/configuration.md is up to date", () => {
    expect(readFileSync(join(ROOT, "docs/configuration.md"), "utf8"), HINT).toBe(configReference());
  });

  test("schemas/config.schema.json is up to date", () => {
    expect(JSON.parse(readFileSync(join(ROOT, "schemas/config.schema.json"), "utf8")), HINT).toEqual(
      configSchema(),
    );
  });

  test.each(KEY_NAMES)(
    "%s has a description that is a sentence, and a default that its own rules take",
    (name) => {
      const { description, default: value, kind } = KEYS[name];
      expect(description).toMatch(/^[A-Z`].*\.$/);
      if (value !== null) expect(kind.fromJson(value)).toEqual({ ok: true, value });
    },
  );
});

describe("an editor and slmcode agree on", () => {
  test.each<[string, object, boolean]>([
    ["nothing", {}, true],
    ["a schema link", { $schema: "x" }, true],
    ["an unknown key", { modle: "x" }, false],
    ["an alias", { structured_decoding: "prompt-only" }, true],
    ["an alias that JSON has as false", { structured_decoding: false }, true],
    ["an alias that JSON has as 0", { structured_decoding: 0 }, true],
    ["true", { structured_decoding: true }, false],
    ["a time with a unit", { timeout_ms: "20s" }, true],
    ["a time without", { timeout_ms: 20_000 }, true],
    ["a negative time", { timeout_ms: -1 }, false],
    ["a temperature", { temperature: 0.2 }, true],
    ["a hot one", { temperature: 2.1 }, false],
    ["a half token", { max_tokens: 1.5 }, false],
    ["stop sequences", { stop: ["\n## ", "```"] }, true],
    ["an empty stop sequence", { stop: [""] }, false],
    ["a model without a name", { model: "" }, false],
    [
      "a named endpoint",
      { use: "a", endpoints: { a: { endpoint: "http://h/v1", api_key_env: "A_KEY" } } },
      true,
    ],
    ["a field that an endpoint lacks", { endpoints: { a: { temperature: 1 } } }, false],
    ["a name with a dot", { endpoints: { "a.b": { model: "x" } } }, false],
    ["a variable that is none", { api_key_env: "sk-abc" }, false],
  ])("%s", (_title, settings, good) => {
    const { problems, warnings } = parseDotfile(JSON.stringify(settings), { path: "/user", scope: "user" });
    expect(problems.length + warnings.length === 0).toBe(good);
    expect(accepts(settings), JSON.stringify(accepts.errors)).toBe(good);
  });
});
