import { describe, expect, test } from "vitest";
import { PROVIDERS } from "../../../src/backends/presets/preset.ts";
import { PRESETS, preset, presetCapabilities, presetForHost } from "../../../src/backends/presets/presets.ts";
import { WIRE_FORM_IDS, type WireFormId } from "../../../src/backends/wire/wire-forms.ts";

const place = (id: WireFormId): number => WIRE_FORM_IDS.indexOf(id);

describe("presets", () => {
  test("every provider has exactly one row, and no row is of another", () => {
    expect(PRESETS.map((row) => row.id).sort()).toEqual([...PROVIDERS].sort());
    expect(PROVIDERS.length).toBe(29);
  });

  test.each(PRESETS)("$id lists known wire forms once each, in the order in which they are sent", (row) => {
    expect(row.wireForms.filter((id) => place(id) < 0)).toEqual([]);
    expect(row.wireForms).toEqual([...new Set(row.wireForms)].sort((a, b) => place(a) - place(b)));
    expect(row.wireForms).not.toContain("none");
    expect(row.wireForms.length).toBeGreaterThan(0);
  });

  test.each(PRESETS)("$id says where it was read, and of which version or day", (row) => {
    expect(row.title).not.toBe("");
    if (row.id !== "generic") expect(row.source).toMatch(/20\d\d|\d+\.\d+|\bb\d{4}/);
  });

  test.each(PRESETS.filter((row) => row.local))("$id: a local address with a port, and no key", (row) => {
    const url = new URL(row.defaultBaseUrl!);
    expect([url.protocol, url.hostname, url.pathname]).toEqual(["http:", "127.0.0.1", "/v1"]);
    expect(url.port).toMatch(/^\d+$/);
    expect(row.apiKeyEnv).toBeNull();
    expect(row.hosts).toEqual([]);
  });

  test.each(PRESETS.filter((row) => !row.local && row.id !== "generic"))(
    "$id: https, or no address, told by its host, with the variable of its key",
    (row) => {
      if (row.defaultBaseUrl === null) expect(row.hosts.length).toBeGreaterThan(0);
      else {
        expect(row.defaultBaseUrl).toMatch(/^https:\/\/[^/]+(?:\/[^/]+)*$/);
        expect(presetForHost(new URL(row.defaultBaseUrl).hostname)?.id).toBe(row.id);
      }
      expect(row.apiKeyEnv).toMatch(/^[A-Z][A-Z0-9_]*_API_KEY$/);
    },
  );

  test("an unknown server is sent every form that no single hosted provider owns", () => {
    const left = WIRE_FORM_IDS.filter((id) => id !== "none" && !preset("generic").wireForms.includes(id));
    expect(left).toEqual(["ollama_format", "guided_grammar", "fireworks_grammar"]);
    expect(preset("generic").quirks).toContain("grammar_may_crash_when_thinking");
  });

  test.each([
    ["vllm", ["guided_json", "structured_outputs", "structured_outputs_grammar", "guided_grammar"]],
    ["llamacpp", ["llamacpp_schema_object", "llamacpp_top_level", "grammar"]],
    ["tgi", ["tgi_value"]],
    ["fireworks", ["fireworks_grammar"]],
    ["tabbyapi", ["tabby_grammar_string"]],
    ["lmstudio", ["any_object_schema"]],
    ["llama_cpp_python", ["llamacpp_schema_object", "grammar"]],
  ] as const)("%s is sent the spellings of its older and newer versions", (id, forms) => {
    expect(preset(id).wireForms).toEqual(expect.arrayContaining([...forms]));
  });

  test("LM Studio is not sent what it refuses", () => {
    expect(preset("lmstudio").wireForms).not.toContain("json_object");
  });

  test.each(["", "auto", "nobody", "__proto__", "constructor"])("the id %j gets the generic row", (id) => {
    expect(preset(id).id).toBe("generic");
  });
});

describe("hosts", () => {
  test.each([
    ["api.openai.com", "openai"],
    ["API.OpenAI.com.", "openai"],
    ["eu.api.openai.com", "openai"],
    ["my-resource.openai.azure.com", "azure"],
    ["my-resource.cognitiveservices.azure.com", "azure"],
    ["openrouter.ai", "openrouter"],
    ["api.together.ai", "together"],
    ["generativelanguage.googleapis.com", "gemini"],
  ])("%s is %s", (host, id) => {
    expect(presetForHost(host)?.id).toBe(id);
  });

  test.each([
    "localhost",
    "127.0.0.1",
    "[::1]",
    "api.openai.com.example.test",
    "notapi.openai.com",
    "openai.com",
    "myopenrouter.ai",
    "",
  ])("%j is no hosted provider", (host) => {
    expect(presetForHost(host)).toBeNull();
  });
});

describe("what a preset claims before anything was sent", () => {
  test.each(PROVIDERS)(
    "%s: nothing; every form is skipped, and said to be worth a request or not",
    (provider) => {
      const key = { provider, endpoint: "http://127.0.0.1:1/v1", model: "m" };
      const prior = presetCapabilities(key);
      expect(prior).toMatchObject({
        key,
        probed: false,
        rung: "prompt_only",
        wireForm: "none",
        fingerprint: null,
      });
      expect(prior.evidence.map((each) => each.wireForm)).toEqual(WIRE_FORM_IDS);
      expect(new Set(prior.evidence.map((each) => each.verdict))).toEqual(new Set(["skipped"]));
      const worth = prior.evidence.filter((each) => /; worth a request on /.test(each.reason));
      expect(worth.map((each) => each.wireForm)).toEqual(preset(provider).wireForms);
    },
  );
});
