import type { JsonObject } from "../../json-value.ts";
import type { ProviderId } from "../presets/preset.ts";
import { isHtml, MODELS, type Observations, objectAt, objectsIn, stringAt, textAt } from "./observation.ts";

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
const entries = (seen: Observations): readonly JsonObject[] => objectsIn(objectAt(seen, MODELS)?.["data"]);
const owners = (seen: Observations): readonly string[] =>
  entries(seen).map((each) => stringAt(each["owned_by"]) ?? "");
/** A model list, or the refusal of one: a 404 or a web page is no such server, whatever else it answers. */
const hasModelList = (seen: Observations): boolean => {
  const status = seen.get(MODELS)?.status;
  return status === 401 || status === 403 || Array.isArray(objectAt(seen, MODELS)?.["data"]);
};
const software = (seen: Observations): string =>
  JSON.stringify(objectAt(seen, "/.well-known/serviceinfo")?.["software"] ?? "");
const ownedBy = (kind: ProviderId, name: RegExp): Tell => ({
  kind,
  by: `/models owned_by ${name.source.replace(/[\^$]/g, "")}`,
  test: (seen) => owners(seen).some((owner) => name.test(owner)),
});

/**
 * First match wins. What is telling in itself comes first; servers that answer the paths of others come before the ones
 * they imitate: TabbyAPI calls itself KoboldCpp at `/api/extra/version`, KoboldCpp and LocalAI have paths of Ollama, TabbyAPI
 * and KoboldCpp `/props` of llama.cpp. Ports tell nothing: 8080 is llama.cpp's, ik_llama.cpp's, LocalAI's and mlx_lm's,
 * 8000 vLLM's, llama-cpp-python's and oMLX's.
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
    kind: "tabbyapi",
    by: "/.well-known/serviceinfo software.name",
    test: (seen) => /"TabbyAPI"/i.test(software(seen)),
  },
  {
    kind: "koboldcpp",
    by: "Server: ConcedoLlamaForKoboldServer",
    test: (seen) => serverHeader(seen).startsWith("ConcedoLlamaForKoboldServer"),
  },
  {
    kind: "koboldcpp",
    by: "/api/extra/version result KoboldCpp",
    test: (seen) => objectAt(seen, "/api/extra/version")?.["result"] === "KoboldCpp",
  },
  {
    kind: "localai",
    by: "/.well-known/localai.json",
    // LM Studio answers any path with 200 and an error.
    test: (seen) => {
      const document = objectAt(seen, "/.well-known/localai.json");
      return document !== null && ["version", "endpoints", "capabilities"].some((name) => name in document);
    },
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
  {
    // Since late 2025 Jan answers for llama.cpp, its MLX engine and hosted providers (proxy.rs); llama-server says "llamacpp".
    kind: "jan",
    by: "/models owned_by llama.cpp, mlx or remote, created 1",
    test: (seen) =>
      owners(seen).some((owner) => owner === "llama.cpp" || owner === "mlx") &&
      owners(seen).every((owner) => ["llama.cpp", "mlx", "remote"].includes(owner)) &&
      entries(seen).every((each) => each["created"] === 1),
  },
  { kind: "llamacpp", by: "Server: llama.cpp", test: (seen) => serverHeader(seen) === "llama.cpp" },
  {
    // Behind a proxy that puts its own name into the Server header.
    kind: "ik_llama",
    by: "/models owned_by llamacpp with max_model_len",
    test: (seen) =>
      entries(seen).some(
        (each) => each["owned_by"] === "llamacpp" && typeof each["max_model_len"] === "number",
      ),
  },
  {
    kind: "llamacpp",
    by: "/props build_info",
    test: (seen) => stringAt(objectAt(seen, "/props")?.["build_info"]) !== null,
  },
  ownedBy("llamacpp", /^llamacpp$/),
  ownedBy("ollama", /^library$/),
  ownedBy("lmstudio", /^organization_owner$/),
  {
    // Open WebUI answers /api/version as well, and web pages everywhere else.
    kind: "ollama",
    by: "/api/version",
    test: (seen) =>
      stringAt(objectAt(seen, "/api/version")?.["version"]) !== null &&
      hasModelList(seen) &&
      !isHtml(seen.get("/")),
  },
  {
    // mlx_lm 0.32 answers an empty 200 where no Hugging Face cache exists.
    kind: "mlx_lm",
    by: "Server: BaseHTTP, no owned_by",
    test: (seen) =>
      serverHeader(seen).startsWith("BaseHTTP/") &&
      seen.get(MODELS)?.status === 200 &&
      (hasModelList(seen) || textAt(seen, MODELS) === "") &&
      owners(seen).every((owner) => owner === ""),
  },
  {
    kind: "vllm",
    by: "/version",
    test: (seen) =>
      /^\d+\.\d+/.test(stringAt(objectAt(seen, "/version")?.["version"]) ?? "") &&
      serverHeader(seen) === "uvicorn" &&
      hasModelList(seen),
  },
];

/** What kind of server these answers come from; `null` where they do not tell. */
export function tellKind(seen: Observations): Told | null {
  const tell = TELLS.find(({ test }) => test(seen));
  return tell === undefined ? null : { kind: tell.kind, by: tell.by };
}
