import type { JsonObject } from "../../json-value.ts";
import type { Conditions, ThinkingMode } from "../capabilities.ts";
import type { ChatMessage } from "../transport/completion.ts";

export interface PlainRequest {
  readonly model: string;
  readonly messages: readonly ChatMessage[];
  /** `null`: no cap is sent, the server's own applies. */
  readonly maxTokens: number | null;
  readonly temperature?: number | undefined;
  readonly stop?: readonly string[] | undefined;
  readonly conditions: Conditions;
  /** Further fields of the caller's own (tools, seed, ...). They come last but one: a wire form's fields are added to the result. */
  readonly extra?: JsonObject;
}

const THINKING_FIELDS: Readonly<Record<ThinkingMode, JsonObject>> = {
  default: {},
  reasoning_effort_none: { reasoning_effort: "none" },
  chat_template_off: { chat_template_kwargs: { enable_thinking: false } },
  think_false: { think: false },
};

/** The body of a plain chat completion: what a constrained request differs from by its constraint field alone. */
export function plainBody({
  model,
  messages,
  maxTokens,
  temperature,
  stop,
  conditions,
  extra,
}: PlainRequest): JsonObject {
  return {
    model,
    messages: messages as unknown as readonly JsonObject[],
    ...(maxTokens === null ? {} : { [conditions.capField]: maxTokens }),
    ...(temperature !== undefined && conditions.temperature ? { temperature } : {}),
    ...(stop !== undefined && stop.length > 0 ? { stop } : {}),
    ...(conditions.stream ? { stream: true, stream_options: { include_usage: true } } : {}),
    ...THINKING_FIELDS[conditions.thinking],
    ...extra,
  };
}
