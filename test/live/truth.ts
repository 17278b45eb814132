import type { Verdict, WeakerEffect } from "../../src/backends/capabilities.ts";
import type { WireFormId } from "../../src/backends/wire/wire-forms.ts";
import type { ProbedServerName } from "./live-server.ts";

export type ConstrainedForm = Exclude<WireFormId, "none">;

export interface Truth {
  readonly verdict: Extract<Verdict, "enforced" | "ignored" | "rejected">;
  readonly weakerEffect?: WeakerEffect;
}

const ENFORCED: Truth = { verdict: "enforced" };
const IGNORED: Truth = { verdict: "ignored" };
const REJECTED: Truth = { verdict: "rejected" };

/** llama.cpp as xllamacpp 2026.10.11549 builds it. The vocabulary is Gemma's in both models, so the random one is treated alike. */
const LLAMACPP: Readonly<Record<ConstrainedForm, Truth>> = {
  openai_strict: ENFORCED,
  openai: ENFORCED,
  llamacpp_schema_object: ENFORCED,
  llamacpp_top_level: ENFORCED,
  tgi_value: { verdict: "ignored", weakerEffect: "json_object" },
  ollama_format: IGNORED,
  guided_json: IGNORED,
  structured_outputs: IGNORED,
  grammar: ENFORCED,
  structured_outputs_grammar: IGNORED,
  guided_grammar: IGNORED,
  fireworks_grammar: REJECTED,
  tabby_grammar_string: IGNORED,
  json_object: ENFORCED,
  any_object_schema: ENFORCED,
};

/** mlx_lm.server 0.32.2 reads none of the fields. */
const MLX: Readonly<Record<ConstrainedForm, Truth>> = {
  openai_strict: IGNORED,
  openai: IGNORED,
  llamacpp_schema_object: IGNORED,
  llamacpp_top_level: IGNORED,
  tgi_value: IGNORED,
  ollama_format: IGNORED,
  guided_json: IGNORED,
  structured_outputs: IGNORED,
  grammar: IGNORED,
  structured_outputs_grammar: IGNORED,
  guided_grammar: IGNORED,
  fireworks_grammar: IGNORED,
  tabby_grammar_string: IGNORED,
  json_object: IGNORED,
  any_object_schema: IGNORED,
};

/**
 * What each live server does with each wire form. `truth.test.ts` holds the table to the servers by raw requests;
 * the others hold slmcode to the table.
 */
export const TRUTH: Readonly<Record<ProbedServerName, Readonly<Record<ConstrainedForm, Truth>>>> = {
  "llamacpp-gemma": LLAMACPP,
  "llamacpp-noise": LLAMACPP,
  "mlx-noise": MLX,
  // LiteLLM 1.108.7 passes on every field, also those that it does not know, with drop_params as well.
  "litellm-gemma": LLAMACPP,
};
