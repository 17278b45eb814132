/** The five mechanisms that make a model answer in JSON, strongest first. The order is the order of negotiation. */
export const RUNGS = ["json_schema", "guided_json", "gbnf_grammar", "json_object", "prompt_only"] as const;

/** One of the five mechanisms; see {@link RUNGS}. */
export type Rung = (typeof RUNGS)[number];
