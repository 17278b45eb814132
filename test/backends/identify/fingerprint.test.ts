import { describe, expect, test } from "vitest";
import { identityFrom } from "../../../src/backends/identify/identity-from.ts";
import { MODELS, type PathObservation } from "../../../src/backends/identify/observation.ts";
import type { ProviderId } from "../../../src/backends/presets/preset.ts";
import type { JsonValue } from "../../../src/json-value.ts";

type Answers = Readonly<Record<string, JsonValue | null>>;

/** `null`: no answer came. */
function fingerprintOf(answers: Answers, headers: Readonly<Record<string, string>> = {}): string | null {
  const seen = Object.entries(answers).map(([path, json]): [string, PathObservation] => [
    path,
    {
      status: json === null ? null : 200,
      headers,
      json: json ?? undefined,
      text: JSON.stringify(json),
      durationMs: 1,
    },
  ]);
  return identityFrom({
    endpoint: "http://127.0.0.1:1/v1",
    model: "m",
    seen: new Map(seen),
    suggestedEndpoint: null,
    durationMs: 1,
  }).fingerprint;
}

const list = (fields: Record<string, JsonValue>): JsonValue => ({ data: [{ id: "m", ...fields }] });
const llamacpp = {
  [MODELS]: list({ owned_by: "llamacpp" }),
  "/props": {
    build_info: "b1-a",
    model_path: "/m.gguf",
    model_ftype: "Q8_0",
    chat_template: "t",
    total_slots: 1,
  },
};
const ollama = {
  [MODELS]: list({ owned_by: "library" }),
  "/api/version": { version: "0.33.0" },
  "/api/tags": { models: [{ name: "m", digest: "aaaaaaaaaaaaaaaa" }] },
  "/api/ps": { models: [] },
};
const vllm = { [MODELS]: list({ owned_by: "vllm", root: "a/b" }), "/version": { version: "0.20.0" } };

interface Change {
  readonly kind: ProviderId;
  readonly what: string;
  readonly before: Answers;
  readonly after: Answers;
}

const changedProps = (fields: Record<string, JsonValue>): Answers => ({
  ...llamacpp,
  "/props": { ...llamacpp["/props"], ...fields },
});

describe("what changes a fingerprint", () => {
  const changes: readonly Change[] = [
    { kind: "llamacpp", what: "build", before: llamacpp, after: changedProps({ build_info: "b2-b" }) },
    { kind: "llamacpp", what: "file", before: llamacpp, after: changedProps({ model_path: "/n.gguf" }) },
    {
      kind: "llamacpp",
      what: "quantization",
      before: llamacpp,
      after: changedProps({ model_ftype: "Q4_0" }),
    },
    { kind: "llamacpp", what: "template", before: llamacpp, after: changedProps({ chat_template: "u" }) },
    {
      kind: "ollama",
      what: "version",
      before: ollama,
      after: { ...ollama, "/api/version": { version: "0.34.0" } },
    },
    {
      kind: "ollama",
      what: "digest (the tag was pulled anew)",
      before: ollama,
      after: { ...ollama, "/api/tags": { models: [{ name: "m", digest: "bbbbbbbbbbbbbbbb" }] } },
    },
    { kind: "vllm", what: "version", before: vllm, after: { ...vllm, "/version": { version: "0.21.0" } } },
    {
      kind: "vllm",
      what: "weights behind the served name",
      before: vllm,
      after: { ...vllm, [MODELS]: list({ owned_by: "vllm", root: "a/c" }) },
    },
  ];
  test.each(changes)("$kind: another $what", ({ kind, before, after }) => {
    expect(fingerprintOf(before)).toMatch(new RegExp(`^${kind} `));
    expect(fingerprintOf(after)).toMatch(new RegExp(`^${kind} `));
    expect(fingerprintOf(after)).not.toBe(fingerprintOf(before));
  });
});

describe("what does not change a fingerprint", () => {
  test.each([
    ["llama.cpp: another number of slots", llamacpp, changedProps({ total_slots: 4 })],
    [
      "Ollama: the model was loaded",
      ollama,
      { ...ollama, "/api/ps": { models: [{ name: "m", context_length: 4096 }] } },
    ],
    [
      "Ollama: another model was pulled",
      ollama,
      {
        ...ollama,
        "/api/tags": {
          models: [
            { name: "n", digest: "c" },
            { name: "m", digest: "aaaaaaaaaaaaaaaa" },
          ],
        },
      },
    ],
  ])("%s", (_, before, after) => {
    expect(fingerprintOf(before)).not.toBeNull();
    expect(fingerprintOf(after)).toBe(fingerprintOf(before));
  });

  test("llama.cpp's router: the model was loaded since, so its settings are shown", () => {
    const router = {
      build_info: "b1-a",
      role: "router",
      model_path: "none",
      default_generation_settings: { n_ctx: 0 },
    };
    const entry = (value: string): JsonValue =>
      list({ owned_by: "llamacpp", path: "/m.gguf", status: { value } });
    const before = { [MODELS]: entry("unloaded"), "/props": router };
    const after = {
      [MODELS]: entry("loaded"),
      "/props": router,
      "/props?model=m&autoload=false": { ...llamacpp["/props"] },
    };
    expect(fingerprintOf(before)).toMatch(/^llamacpp b1-a m\.gguf [0-9a-f]{12}$/);
    expect(fingerprintOf(after)).toBe(fingerprintOf(before));
  });
});

describe("no fingerprint, where what it stands for was not seen", () => {
  test.each([
    ["llama.cpp: /props did not answer this time", { ...llamacpp, "/props": null }],
    ["Ollama: the list with the digests did not answer this time", { ...ollama, "/api/tags": null }],
    ["Ollama: the version did not answer this time", { ...ollama, "/api/version": null }],
    ["vLLM: the version did not answer this time", { ...vllm, "/version": null }],
    ["vLLM: the model is not in the list", { ...vllm, [MODELS]: { data: [{ id: "n", owned_by: "vllm" }] } }],
    ["mlx_lm shows no version", { [MODELS]: list({}) }],
  ])("%s", (_, answers) => {
    expect(fingerprintOf(answers, { server: "BaseHTTP/0.6" })).toBeNull();
  });
});
