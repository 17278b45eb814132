import { isJsonObject, type JsonObject, type JsonValue } from "../json-value.ts";
import type { ConstraintId } from "./profile.ts";

/** A constraint as it stands in a request. */
export interface SentConstraint {
  readonly id: ConstraintId;
  readonly schema: JsonObject | null;
  readonly grammar: string | null;
  /** There is a schema, and it is no object. */
  readonly isMalformed: boolean;
}

export type ConstraintOrNull = SentConstraint | null;

const schemaOf = (id: ConstraintId, schema: JsonValue | undefined): SentConstraint => ({
  id,
  schema: isJsonObject(schema) ? schema : {},
  grammar: null,
  isMalformed: schema !== undefined && !isJsonObject(schema),
});
const grammarOf = (id: ConstraintId, grammar: string): SentConstraint => ({
  id,
  schema: null,
  grammar,
  isMalformed: false,
});

/** The first constraint of a request's body; `null` where it has none. */
export function readConstraint(body: JsonObject): ConstraintOrNull {
  const format = body["response_format"];
  if (isJsonObject(format)) {
    const read = responseFormat(format);
    if (read !== null) return read;
  }
  if (isJsonObject(body["json_schema"])) return schemaOf("llamacpp_top_level", body["json_schema"]);
  if (isJsonObject(body["format"])) return schemaOf("ollama_format", body["format"]);
  if (isJsonObject(body["guided_json"])) return schemaOf("guided_json", body["guided_json"]);
  const outputs = body["structured_outputs"];
  if (isJsonObject(outputs)) {
    if (typeof outputs["grammar"] === "string")
      return grammarOf("structured_outputs_grammar", outputs["grammar"]);
    if (isJsonObject(outputs["json"])) return schemaOf("structured_outputs", outputs["json"]);
  }
  if (typeof body["grammar"] === "string") return grammarOf("grammar", body["grammar"]);
  if (typeof body["guided_grammar"] === "string") return grammarOf("guided_grammar", body["guided_grammar"]);
  if (typeof body["grammar_string"] === "string")
    return grammarOf("tabby_grammar_string", body["grammar_string"]);
  return null;
}

function responseFormat(format: JsonObject): ConstraintOrNull {
  const { type } = format;
  if (type === "json_object")
    return isJsonObject(format["schema"])
      ? schemaOf("llamacpp_schema_object", format["schema"])
      : schemaOf("json_object", undefined);
  if (type === "grammar" && typeof format["grammar"] === "string")
    return grammarOf("fireworks_grammar", format["grammar"]);
  if (type === "json_schema") {
    const wrapped = format["json_schema"];
    if (isJsonObject(wrapped)) {
      const schema = wrapped["schema"];
      if (isJsonObject(schema) && Object.keys(schema).join() === "type")
        return schemaOf("any_object_schema", schema);
      return schemaOf(wrapped["strict"] === true ? "openai_strict" : "openai", schema);
    }
    if (isJsonObject(format["value"])) return schemaOf("tgi_value", format["value"]["schema"]);
    return schemaOf("response_schema_bare", format["schema"]);
  }
  return type === "text" || type === undefined ? null : schemaOf("unknown_type", undefined);
}

/** Fields of a request that every server knows. */
export const KNOWN_FIELDS: ReadonlySet<string> = new Set([
  "model",
  "messages",
  "max_tokens",
  "max_completion_tokens",
  "temperature",
  "top_p",
  "stop",
  "stream",
  "stream_options",
  "seed",
  "n",
  "tools",
  "tool_choice",
  "response_format",
  "frequency_penalty",
  "presence_penalty",
  "logprobs",
  "user",
  "reasoning_effort",
]);
