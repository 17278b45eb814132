import type { JsonObject, JsonValue } from "../../json-value.ts";
import type { ServerSettings } from "../presets/preset.ts";
import {
  childOf,
  MODELS,
  numberAt,
  type Observations,
  objectAt,
  objectsIn,
  stringAt,
} from "./observation.ts";
import { propsOf } from "./read-props.ts";

/** llama.cpp and its kin: /props, and what /v1/models says under `meta`. A router that is not asked by name shows nothing of a model. */
export function llamacppSettings(seen: Observations, model: string | null): Partial<ServerSettings> {
  const props = propsOf(seen, model);
  if (props === null || props["role"] === "router") return {};
  const defaults = childOf(props, "default_generation_settings");
  const params = childOf(defaults, "params") ?? defaults;
  const template = stringAt(props["chat_template"]);
  const meta = childOf(listed(seen, model), "meta");
  const stop = params?.["stop"];
  return {
    parallelSlots: numberAt(props["total_slots"]),
    quantization:
      fileType(props["model_ftype"]) ??
      fileType(meta?.["ftype"]) ??
      quantizationIn(stringAt(props["model_path"])),
    modelFormat: "gguf",
    parameterCount: numberAt(meta?.["n_params"]),
    trainedContextTokens: numberAt(meta?.["n_ctx_train"]),
    chatTemplate: template,
    thinkingCapable: template === null ? null : THINKING.test(template),
    toolsCapable: template === null ? null : toolsIn(props, template),
    temperature: numberAt(params?.["temperature"]),
    repeatPenalty: numberAt(params?.["repeat_penalty"]),
    presencePenalty: numberAt(params?.["presence_penalty"]),
    frequencyPenalty: numberAt(params?.["frequency_penalty"]),
    dryMultiplier: numberAt(params?.["dry_multiplier"]),
    stop: Array.isArray(stop) ? stop.filter((each): each is string => typeof each === "string") : null,
  };
}

/** Marks of thinking in the templates of Qwen and DeepSeek, gpt-oss, Gemma 4, Magistral, Command A, Seed. */
const THINKING =
  /<think>|<\/think>|enable_thinking|reasoning_content|<\|channel\|?>|\[THINK\]|<\|START_THINKING\|>|<seed:think>/;

function toolsIn(props: JsonObject, template: string): boolean {
  const caps = childOf(props, "chat_template_caps");
  const said = caps?.["supports_tools"] ?? caps?.["supports_tool_calls"];
  return typeof said === "boolean" ? said : /\btools\b|tool_call/.test(template);
}

function listed(seen: Observations, model: string | null): JsonObject | null {
  const models = objectsIn(objectAt(seen, MODELS)?.["data"]);
  return models.find((each) => each["id"] === model) ?? models[0] ?? null;
}

/** llama.cpp says "(guessed) Q4_K - Medium" where the file does not name its type. */
function fileType(value: JsonValue | undefined): string | null {
  return stringAt(value)?.replace(/^\(guessed\) /, "") ?? null;
}

/** `gemma-3-1b-it-Q4_K_M.gguf` */
function quantizationIn(path: string | null): string | null {
  return (
    /\b(I?Q\d(?:_[A-Z0-9]+)*|BF16|F16|F32)\b/i.exec(
      (path ?? "").replace(/^.*[\\/]/, "").replace(/[-.]/g, " "),
    )?.[1] ?? null
  );
}
