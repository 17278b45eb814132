import type { ProviderId } from "../presets/preset.ts";
import { MODELS, type Observations, objectAt, objectsIn, stringAt, textAt } from "./observation.ts";

export interface Told {
  readonly kind: ProviderId;
  /** The path and what in it told. */
  readonly by: string;
}

interface Tell {
  readonly kind: ProviderId;
  readonly by: string;
  readonly test: (seen: Observations) => boolean;
}

const serverHeader = (seen: Observations): string => seen.get(MODELS)?.headers["server"] ?? "";
const owners = (seen: Observations): readonly string[] => {
  const models = objectAt(seen, MODELS);
  return models === null ? [] : objectsIn(models["data"]).map((each) => stringAt(each["owned_by"]) ?? "");
};
const ownedBy = (kind: ProviderId, name: RegExp): Tell => ({
  kind,
  by: `/models owned_by ${name.source.replace(/[\^$]/g, "")}`,
  test: (seen) => owners(seen).some((owner) => name.test(owner)),
});

/**
 * First match wins. What is telling in itself comes first; servers that answer the paths of others (KoboldCpp, LocalAI and
 * TabbyAPI those of Ollama and llama.cpp) come before the ones they imitate. Ports tell nothing: 8080 is llama.cpp's,
 * ik_llama.cpp's, LocalAI's and mlx_lm's, 8000 vLLM's, llama-cpp-python's and oMLX's.
 */
const TELLS: readonly Tell[] = [
  {
    kind: "ik_llama",
    by: "Server: ik_llama.cpp",
    test: (seen) => serverHeader(seen).startsWith("ik_llama.cpp"),
  },
  ownedBy("aphrodite", /^(?:aphrodite|pygmalionai)$/),
  ownedBy("vllm", /^vllm$/),
  ownedBy("sglang", /^sglang$/),
  ownedBy("lmdeploy", /^lmdeploy$/),
  ownedBy("koboldcpp", /^koboldcpp$/),
  ownedBy("tabbyapi", /^tabbyAPI$/),
  ownedBy("omlx", /^omlx$/),
  ownedBy("llama_cpp_python", /^(?:me|llama-cpp-python)$/),
  {
    kind: "litellm",
    by: "x-litellm-* headers",
    test: (seen) =>
      [...seen.values()].some(({ headers }) =>
        Object.keys(headers).some((name) => name.startsWith("x-litellm-")),
      ),
  },
  {
    kind: "koboldcpp",
    by: "/api/extra/version result KoboldCpp",
    test: (seen) => objectAt(seen, "/api/extra/version")?.["result"] === "KoboldCpp",
  },
  {
    kind: "localai",
    by: "/.well-known/localai.json",
    test: (seen) => objectAt(seen, "/.well-known/localai.json") !== null,
  },
  {
    kind: "tabbyapi",
    by: "/.well-known/serviceinfo software.name",
    test: (seen) =>
      /TabbyAPI/.test(JSON.stringify(objectAt(seen, "/.well-known/serviceinfo")?.["software"] ?? "")),
  },
  {
    kind: "lmstudio",
    by: "/api/v1/models loaded_instances",
    test: (seen) =>
      objectsIn(objectAt(seen, "/api/v1/models")?.["models"]).some(
        (each) => "loaded_instances" in each || "key" in each,
      ),
  },
  {
    kind: "lmstudio",
    by: "/api/v0/models state",
    test: (seen) =>
      objectsIn(objectAt(seen, "/api/v0/models")?.["data"]).some(
        (each) => "state" in each || "compatibility_type" in each,
      ),
  },
  {
    kind: "ollama",
    by: 'GET / "Ollama is running"',
    test: (seen) => /^Ollama is running/.test(textAt(seen, "/") ?? ""),
  },
  {
    kind: "litellm",
    by: "/health/liveliness",
    test: (seen) => /I'm alive!/.test(textAt(seen, "/health/liveliness") ?? ""),
  },
  {
    kind: "litellm",
    by: "GET / title LiteLLM",
    test: (seen) => /<title>\s*LiteLLM/i.test(textAt(seen, "/") ?? ""),
  },
  {
    kind: "tgi",
    by: "/info router",
    test: (seen) =>
      objectAt(seen, "/info")?.["router"] === "text-generation-router" ||
      "max_total_tokens" in (objectAt(seen, "/info") ?? {}),
  },
  {
    kind: "sglang",
    by: "/get_model_info model_path",
    test: (seen) => stringAt(objectAt(seen, "/get_model_info")?.["model_path"]) !== null,
  },
  {
    kind: "ik_llama",
    by: "/version integer",
    test: (seen) => typeof objectAt(seen, "/version")?.["version"] === "number",
  },
  {
    kind: "jan",
    by: "plain-text 401 of its proxy",
    test: (seen) =>
      /Missing authorization header|Invalid or missing authorization token/.test(
        seen.get(MODELS)?.text ?? "",
      ),
  },
  {
    kind: "jan",
    by: "403 of its proxy",
    test: (seen) => /^(?:Invalid host header|Host not allowed)/.test(seen.get(MODELS)?.text ?? ""),
  },
  { kind: "llamacpp", by: "Server: llama.cpp", test: (seen) => serverHeader(seen) === "llama.cpp" },
  {
    kind: "llamacpp",
    by: "/props build_info",
    test: (seen) => stringAt(objectAt(seen, "/props")?.["build_info"]) !== null,
  },
  ownedBy("llamacpp", /^llamacpp$/),
  {
    kind: "ollama",
    by: "/api/version",
    test: (seen) =>
      stringAt(objectAt(seen, "/api/version")?.["version"]) !== null && objectAt(seen, "/props") === null,
  },
  {
    kind: "mlx_lm",
    by: "Server: BaseHTTP, no owned_by",
    test: (seen) => serverHeader(seen).startsWith("BaseHTTP/") && owners(seen).every((owner) => owner === ""),
  },
  {
    kind: "vllm",
    by: "/version",
    test: (seen) =>
      /^\d+\.\d+/.test(stringAt(objectAt(seen, "/version")?.["version"]) ?? "") &&
      serverHeader(seen) === "uvicorn",
  },
];

/** What kind of server these answers come from; `null` where they do not tell. */
export function tellKind(seen: Observations): Told | null {
  const tell = TELLS.find(({ test }) => test(seen));
  return tell === undefined ? null : { kind: tell.kind, by: tell.by };
}
