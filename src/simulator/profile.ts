import type { JsonObject, JsonValue } from "../json-value.ts";

/** The spellings of a constraint that a simulated server can be asked in, and what it does with each. */
export type ConstraintId =
  | "openai_strict"
  | "openai"
  | "llamacpp_schema_object"
  | "llamacpp_top_level"
  | "tgi_value"
  | "response_schema_bare"
  | "ollama_format"
  | "guided_json"
  | "structured_outputs"
  | "grammar"
  | "structured_outputs_grammar"
  | "guided_grammar"
  | "fireworks_grammar"
  | "tabby_grammar_string"
  | "json_object"
  | "any_object_schema"
  | "unknown_type";

export interface Refusal {
  readonly status: number;
  /** A name in braces, such as `{field}`, stands for a value of the request; a string that is nothing else becomes a number where the value is one. */
  readonly body: JsonValue;
}

/**
 * - `enforced`: the decoder's mask follows the schema or grammar
 * - `ignored`: as if the field were not there
 * - `json_object`, `json_array`: the mask allows any object, or any array
 * - `pasted`: the schema goes into the prompt and nowhere else
 * - `pasted_json_mode`: into the prompt, and the mask allows any object
 * - `post_filter_blank`, `post_filter_400`: the finished text is checked
 * - `tool_call`: the schema becomes a tool that has to be called
 * - `reasoning`: enforced, and the text comes out in the reasoning field
 * - `dies`: the server goes away and stays away
 */
export type Manner =
  | "enforced"
  | "ignored"
  | "json_object"
  | "json_array"
  | "pasted"
  | "pasted_json_mode"
  | "post_filter_blank"
  | "post_filter_400"
  | "tool_call"
  | "reasoning"
  | "dies"
  | { readonly refused: Refusal };

export interface Thinking {
  readonly field: "reasoning_content" | "reasoning" | "inline";
  readonly tokens: number;
  /** The request fields that turn it off. */
  readonly offBy: readonly ("reasoning_effort" | "chat_template_kwargs" | "think")[];
  /** A mask is put on only after thinking text was written. */
  readonly gatesFormat?: boolean;
}

export interface PathAnswer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: JsonValue;
}

/** One of several back ends that answer in turn. */
export interface Replica {
  readonly fingerprint: string;
  readonly manners?: Readonly<Partial<Record<ConstraintId, Manner>>>;
}

/** The manners of a server, as data. Each profile says where they were seen. */
export interface Profile {
  readonly name: string;
  readonly title: string;
  /** Server, version, and where the manners were measured or read. */
  readonly source: string;
  /** True for profiles made to mislead a probe. */
  readonly adversarial?: boolean;
  readonly headers: Readonly<Record<string, string>>;
  /** Paths that tell what the server is, answered to GET. */
  readonly paths: Readonly<Record<string, PathAnswer>>;
  /** `{method}` and `{path}` stand for those of the request. */
  readonly notFound: PathAnswer;
  readonly models: readonly string[];
  /** The answer to a model that is not listed; `null` where any name is answered. `{model}` stands for it. */
  readonly unknownModel: Refusal | null;
  /** A spelling that is not named here is ignored. */
  readonly manners: Readonly<Partial<Record<ConstraintId, Manner>>>;
  readonly unknownFields: Refusal | null;
  /** The fields that cap an answer; one that is not here is an unknown field. */
  readonly capFields: readonly ("max_tokens" | "max_completion_tokens")[];
  readonly refusedFields?: Readonly<Record<string, Refusal>>;
  /** `called`: one call of the first tool, or of the one that is named, with arguments that follow its parameters. */
  readonly tools: Refusal | "ignored" | "called";
  /** Where `tool_choice: "required"` is refused in other words. */
  readonly toolsRequired?: Refusal;
  readonly auth: Refusal;
  /** Paths that want no key. Without it: those that do not begin with `/v1`. */
  readonly openPaths?: readonly string[];
  /** Where completions are posted to. */
  readonly chatPaths: readonly string[];
  /** A body that is not JSON. */
  readonly notJson: Refusal;
  /** No message at all; `null` where the model is asked all the same. */
  readonly emptyMessages: Refusal | null;
  /** A schema that names no type of JSON Schema's, `{type}`. */
  readonly badSchema: Refusal | "ignored";
  /** A schema that is no object. */
  readonly schemaNotObject: Refusal | "ignored";
  /** A grammar that cannot be read. */
  readonly badGrammar: Refusal | "ignored";
  /** A cap, `{cap}`, beyond the context; `null` where it is taken for what it is worth. */
  readonly capTooLarge: Refusal | null;
  /** A prompt, `{tokens}`, beyond the context; `null` where it is cut in silence. */
  readonly overflow: Refusal | null;
  readonly contextTokens: number;
  readonly systemFingerprint: string | null;
  readonly thinking?: Thinking;
  /** Under a constraint the noise model pads with white space to the cap, once the first key is written. */
  readonly whitespaceRunaway?: boolean;
  /** A capped answer says `stop`. */
  readonly hidesTruncation?: boolean;
  readonly loadMs?: number;
  /** The answer to every request while the model is loaded. Without it a request waits, and loading begins with the first one. */
  readonly loading?: Refusal;
  readonly loadAbortsOnDisconnect?: boolean;
  readonly streamOnly?: Refusal;
  readonly keepaliveComments?: boolean;
  readonly replicas?: readonly Replica[];
  /** Answers are cached by what the prompt is about, extra fields not counted. */
  readonly cachesPrompts?: boolean;
  readonly warning?: string;
  readonly answerFields?: JsonObject;
}
