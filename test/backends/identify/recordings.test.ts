import { afterAll, describe, expect, test } from "vitest";
import { identify } from "../../../src/backends/identify/identify.ts";
import type { ListedModel, ServerIdentity } from "../../../src/backends/presets/preset.ts";
import { loadRecording, startReplay } from "../../helpers/replay-server.ts";
import { testWorld } from "../../helpers/test-world.ts";

const world = testWorld();

afterAll(async () => {
  await world.close();
});

interface Told {
  readonly model?: string;
  readonly identity: Partial<ServerIdentity>;
  readonly models: readonly string[];
  readonly settings?: Partial<ServerIdentity["settings"]>;
  /** How many GETs it may take. */
  readonly gets: number;
}

const llamacpp = {
  kind: "llamacpp",
  toldBy: "Server: llama.cpp",
  modelsStatus: 200,
  loading: false,
} as const;
const perSlot = "/props default_generation_settings.n_ctx";
const GEMMA = {
  parallelSlots: 1,
  quantization: "Q4_K - Medium",
  modelFormat: "gguf",
  parameterCount: 268_098_176,
  trainedContextTokens: 32_768,
  thinkingCapable: false,
  toolsCapable: false,
  repeatPenalty: 1,
  presencePenalty: 0,
  frequencyPenalty: 0,
  dryMultiplier: 0,
};

/** What each recorded server is, written down by hand from how it was started. */
const TOLD: Readonly<Record<string, Told>> = {
  "llamacpp-b11434-gemma270m": {
    identity: { ...llamacpp, contextTokens: 4096, contextSource: perSlot },
    models: ["gemma270m.gguf"],
    settings: GEMMA,
    gets: 2,
  },
  "llamacpp-b11434-key": {
    identity: { ...llamacpp, contextTokens: 2048, contextSource: perSlot },
    models: ["my-model"],
    settings: GEMMA,
    gets: 2,
  },
  "llamacpp-b11434-noise": {
    identity: { ...llamacpp, contextTokens: 4096, contextSource: perSlot },
    models: ["noise.gguf"],
    settings: { quantization: "all F32", parameterCount: 4_178_240 },
    gets: 2,
  },
  "llamacpp-b4748-noise": {
    identity: {
      ...llamacpp,
      version: "b4748-c392e5094",
      contextTokens: 4096,
      fingerprint: expect.stringMatching(/^llamacpp b4748-c392e5094 noise\.gguf [0-9a-f]{12}$/),
    },
    models: ["noise.gguf"],
    settings: { stop: [], temperature: 0.800000011920929, toolsCapable: false, quantization: null },
    gets: 2,
  },
  "xllamacpp-2026.10.11549-gemma270m": {
    // The Python build does not know its own version.
    identity: { ...llamacpp, version: "b0-unknown", contextTokens: 4096 },
    models: ["/models/gemma270m.gguf"],
    settings: GEMMA,
    gets: 2,
  },
  "xllamacpp-2026.10.11549-noise": {
    identity: { ...llamacpp, version: "b0-unknown", contextTokens: 4096 },
    models: ["/models/noise-gemma.gguf"],
    gets: 2,
  },
  "vllm-0.20.0-noise": {
    identity: {
      kind: "vllm",
      version: "0.20.0",
      fingerprint: "vllm 0.20.0 noise-hf",
      contextTokens: 4096,
      contextSource: "/models max_model_len",
    },
    models: ["noise"],
    gets: 2,
  },
  "ollama-2026-08-gemma270m": {
    model: "gemma270m",
    identity: {
      kind: "ollama",
      // Built from a checkout without a tag.
      version: "0.0.0",
      fingerprint: "ollama 0.0.0 14f8ac0fb3c4",
      contextTokens: 4096,
      contextSource: "/api/ps context_length",
    },
    models: ["gemma270m:latest"],
    settings: {
      quantization: "Q4_K_M",
      modelFormat: "gguf",
      parameterCount: 268_100_000,
      trainedContextTokens: 32_768,
      vramShare: 0,
      keepAliveUntil: "2026-12-01T05:03:53.23493292Z",
      thinkingCapable: false,
      toolsCapable: false,
    },
    gets: 4,
  },
  "ollama-2026-08-noise": {
    model: "noise",
    // Not loaded when it was asked: what it will be loaded with is not known.
    identity: { kind: "ollama", fingerprint: "ollama 0.0.0 9f92dd7cc20a", contextTokens: null },
    models: ["gemma270m:latest"],
    settings: { quantization: "unknown", vramShare: null, keepAliveUntil: null },
    gets: 4,
  },
  "mlx_lm-0.32.2-noise": {
    identity: { kind: "mlx_lm", version: null, fingerprint: null, contextTokens: null, modelsStatus: 200 },
    models: [],
    gets: 1,
  },
  "litellm-1.108.7-drop-gemma-openai": {
    identity: { kind: "litellm", version: null, fingerprint: null, contextTokens: null },
    models: [],
    gets: 10,
  },
  "litellm-1.108.7-drop-noise-vllm": {
    model: "noise-vllm",
    identity: {
      kind: "litellm",
      version: null,
      fingerprint: null,
      contextTokens: 4096,
      contextSource: "/models max_input_tokens",
    },
    models: [],
    gets: 10,
  },
};

const loaded = (models: readonly ListedModel[]): readonly string[] =>
  models.filter((each) => each.loaded === true).map((each) => each.id);

describe("recorded servers", () => {
  test.each(Object.entries(TOLD))("%s is told with version, context and model", async (name, told) => {
    const server = await startReplay(loadRecording(name));
    const identity = await identify({
      endpoint: `${server.url}/v1`,
      get: world.get,
      timeoutMs: 5000,
      ...(told.model === undefined ? {} : { model: told.model }),
    });
    expect(identity).toMatchObject({ reachable: true, suggestedEndpoint: null, ...told.identity });
    expect(loaded(identity.models)).toEqual(told.models);
    expect(identity.settings).toMatchObject(told.settings ?? {});
    expect(server.requests.length).toBeLessThanOrEqual(told.gets);
    // LiteLLM sends a completion to each of its models for it.
    expect(server.requests.map((each) => each.path)).not.toContain("/health");
  });
});
