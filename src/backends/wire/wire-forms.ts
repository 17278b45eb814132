import type { JsonObject } from "../../json-value.ts";
import type { Rung } from "./rung.ts";

/** What a wire form is made from. A form takes the parts it needs and leaves the rest. */
export interface Constraint {
  /** Matches `^[a-zA-Z0-9_-]{1,64}$`, the rule of OpenAI's `json_schema.name`. */
  readonly name: string;
  readonly schema: JsonObject;
  /** GBNF text for the same schema. `null` where none could be derived; then the grammar forms cannot be sent. */
  readonly grammar: string | null;
}

/** One spelling of a rung in the body of a chat completion request. */
export interface WireForm {
  readonly id: WireFormId;
  readonly rung: Rung;
  readonly needs: "schema" | "grammar" | "nothing";
  /** The fields added to the plain body. */
  readonly fields: (constraint: Constraint) => JsonObject;
}

export const WIRE_FORM_IDS = [
  "openai_strict",
  "openai",
  "llamacpp_schema_object",
  "llamacpp_top_level",
  "tgi_value",
  "ollama_format",
  "guided_json",
  "structured_outputs",
  "grammar",
  "structured_outputs_grammar",
  "guided_grammar",
  "fireworks_grammar",
  "tabby_grammar_string",
  "json_object",
  "any_object_schema",
  "none",
] as const;

/** The name of a spelling of a constraint, such as `openai_strict`; `none` sends no field. */
export type WireFormId = (typeof WIRE_FORM_IDS)[number];

const needsSchema = (
  id: WireFormId,
  rung: Rung,
  fields: (schema: JsonObject, name: string) => JsonObject,
): WireForm => ({
  id,
  rung,
  needs: "schema",
  fields: ({ schema, name }) => fields(schema, name),
});

const needsGrammar = (id: WireFormId, fields: (grammar: string) => JsonObject): WireForm => ({
  id,
  rung: "gbnf_grammar",
  needs: "grammar",
  fields: ({ grammar }) => fields(grammar ?? ""),
});

const needsNothing = (id: WireFormId, rung: Rung, fields: JsonObject): WireForm => ({
  id,
  rung,
  needs: "nothing",
  fields: () => fields,
});

/**
 * Every wire form, in the order in which they are negotiated: rung by rung, and within a rung the most
 * widely understood spelling first. Adding a form is one id and one row.
 */
export const WIRE_FORMS: readonly WireForm[] = [
  needsSchema("openai_strict", "json_schema", (schema, name) => ({
    response_format: { type: "json_schema", json_schema: { name, schema, strict: true } },
  })),
  needsSchema("openai", "json_schema", (schema, name) => ({
    response_format: { type: "json_schema", json_schema: { name, schema } },
  })),
  needsSchema("llamacpp_schema_object", "json_schema", (schema) => ({
    response_format: { type: "json_object", schema },
  })),
  needsSchema("llamacpp_top_level", "json_schema", (schema) => ({ json_schema: schema })),
  needsSchema("tgi_value", "json_schema", (schema, name) => ({
    response_format: { type: "json_schema", value: { name, schema } },
  })),
  needsSchema("ollama_format", "json_schema", (schema) => ({ format: schema })),
  needsSchema("guided_json", "guided_json", (schema) => ({ guided_json: schema })),
  needsSchema("structured_outputs", "guided_json", (schema) => ({ structured_outputs: { json: schema } })),
  needsGrammar("grammar", (grammar) => ({ grammar })),
  needsGrammar("structured_outputs_grammar", (grammar) => ({ structured_outputs: { grammar } })),
  needsGrammar("guided_grammar", (grammar) => ({ guided_grammar: grammar })),
  needsGrammar("fireworks_grammar", (grammar) => ({ response_format: { type: "grammar", grammar } })),
  needsGrammar("tabby_grammar_string", (grammar) => ({ grammar_string: grammar })),
  needsNothing("json_object", "json_object", { response_format: { type: "json_object" } }),
  needsNothing("any_object_schema", "json_object", {
    response_format: { type: "json_schema", json_schema: { name: "any_object", schema: { type: "object" } } },
  }),
  needsNothing("none", "prompt_only", {}),
];

const BY_ID: ReadonlyMap<string, WireForm> = new Map(WIRE_FORMS.map((form) => [form.id, form]));

/** The form of that id. An id outside {@link WIRE_FORM_IDS} is a bug of the caller. */
export function wireForm(id: WireFormId): WireForm {
  const form = BY_ID.get(id);
  if (form === undefined) throw new TypeError(`no wire form is called ${id}`);
  return form;
}
