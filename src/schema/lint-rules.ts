import type { TargetEffects } from "./targets.ts";
import type { WalkProblemCode } from "./walk-schema.ts";

/** Findings put a schema outside of the subset. */
export type LintCode =
  | WalkProblemCode
  | "unsupported_keyword"
  | "invalid_value"
  | "type_union"
  | "missing_type"
  | "missing_items"
  | "open_object"
  | "undeclared_required"
  | "property_name"
  | "enum_with_constraints"
  | "enum_type_mismatch"
  | "number_bounds"
  | "one_sided_bounds"
  | "inexact_bound"
  | "min_above_max"
  | "count_above_1999"
  | "more_findings";

/** Advice is about schemas within the subset that some target handles less well. */
export type AdviceCode =
  | "optional_property"
  | "map_object"
  | "unbounded_string"
  | "unbounded_array"
  | "enum_without_type"
  | "enum_mixed_types"
  | "enum_duplicates"
  | "enum_structured"
  | "ineffective_keyword"
  | "property_name_characters"
  | "property_names_collide"
  | "wide_bounds"
  | "deep_nesting"
  | "large_schema"
  | "root_not_object"
  | "more_advice";

export interface LintRule {
  /** `null` where the finding brings its own. */
  readonly effects: TargetEffects | null;
  /** `detail` is what this very finding is about. */
  readonly message: (detail: string) => string;
}

/** What no engine but slmcode's own, which skips what has no bearing, takes for a schema. */
export const EVERY_SERVER: TargetEffects = {
  llamacpp: "refused",
  ollama: "refused",
  lmstudio: "refused",
  outlines: "refused",
  xgrammar: "refused",
  llguidance: "refused",
  localai: "refused",
  openai_strict: "refused",
  groq: "refused",
  cerebras: "refused",
  gemini: "refused",
};

const EVERYONE: TargetEffects = { slmcode_grammar: "refused", ...EVERY_SERVER };

const LLAMA_PARTIAL: TargetEffects = { llamacpp: "partial", ollama: "partial", lmstudio: "partial" };
const LLAMA_IGNORED: TargetEffects = { llamacpp: "ignored", ollama: "ignored", lmstudio: "ignored" };
const LLAMA_REFUSED: TargetEffects = { llamacpp: "refused", ollama: "refused", lmstudio: "refused" };

/** `enum` is all that llama.cpp, XGrammar and Outlines look at where it stands. */
const ENUM_ALONE: TargetEffects = {
  ...LLAMA_IGNORED,
  outlines: "ignored",
  xgrammar: "ignored",
  localai: "ignored",
};

export const LINT_RULES: Readonly<Record<LintCode, LintRule>> = {
  not_an_object: {
    effects: EVERYONE,
    message: (detail) => `A schema must be a JSON object; here is ${detail}.`,
  },
  boolean_schema: {
    effects: { ...LLAMA_PARTIAL, outlines: "refused", openai_strict: "refused" },
    message: () => "true or false in the place of a schema says nothing about the value. Write a type.",
  },
  cyclic_schema: {
    effects: EVERYONE,
    message: () => "This object contains itself, so it has no JSON text.",
  },
  too_deep: {
    effects: EVERYONE,
    message: (detail) => `The schema is nested more than ${detail} levels deep; nothing below was read.`,
  },
  too_large: {
    effects: EVERYONE,
    message: (detail) => `The schema has more than ${detail} parts; nothing after this was read.`,
  },
  unsupported_keyword: { effects: null, message: (detail) => detail },
  invalid_value: { effects: EVERYONE, message: (detail) => detail },
  type_union: {
    effects: { outlines: "partial", gemini: "refused" },
    message: () =>
      "A list of types is outside of the subset. Name one type; for a value that may be missing, leave the property out of required.",
  },
  missing_type: {
    effects: { ...LLAMA_PARTIAL, outlines: "refused", openai_strict: "refused" },
    message: () =>
      "There is no type, so any value would do; llama.cpp takes it for an object. Write type or enum.",
  },
  missing_items: {
    effects: { outlines: "partial", openai_strict: "refused" },
    message: () => "An array without items may hold anything. Write items.",
  },
  open_object: {
    effects: {
      ...LLAMA_PARTIAL,
      outlines: "ignored",
      xgrammar: "partial",
      llguidance: "partial",
      openai_strict: "refused",
    },
    message: (detail) =>
      `${detail}, so any other property is allowed. Some decoders close such an object, others invent names in it. Write additionalProperties: false.`,
  },
  undeclared_required: {
    effects: {
      slmcode_grammar: "refused",
      ...LLAMA_IGNORED,
      xgrammar: "ignored",
      llguidance: "partial",
      openai_strict: "refused",
    },
    message: (detail) => `required names ${detail}, which properties does not declare.`,
  },
  property_name: {
    effects: { ...LLAMA_PARTIAL, xgrammar: "partial", outlines: "partial" },
    message: (detail) => detail,
  },
  enum_with_constraints: {
    effects: ENUM_ALONE,
    message: (detail) =>
      `${detail} beside enum is dropped by most decoders. Leave only the values that pass in enum.`,
  },
  enum_type_mismatch: {
    effects: ENUM_ALONE,
    message: (detail) =>
      `${detail} is not of the type beside it, and most decoders look at enum only. Remove it.`,
  },
  number_bounds: {
    effects: { slmcode_grammar: "refused", ...LLAMA_IGNORED, outlines: "ignored", xgrammar: "partial" },
    message: (detail) =>
      `${detail} on a number is ignored by llama.cpp. Use an integer in a smaller unit, or check it in your own code.`,
  },
  one_sided_bounds: {
    effects: { ...LLAMA_PARTIAL, outlines: "ignored" },
    message: (detail) => `${detail} alone leaks in llama.cpp's converter. Write minimum and maximum.`,
  },
  inexact_bound: {
    effects: { ...LLAMA_PARTIAL, outlines: "ignored", xgrammar: "partial" },
    message: (detail) => detail,
  },
  min_above_max: {
    effects: { ...EVERYONE, outlines: "partial" },
    message: (detail) =>
      `${detail}: no value can pass, and llama.cpp builds of 2026 allocate until they are killed.`,
  },
  count_above_1999: {
    effects: LLAMA_REFUSED,
    message: (detail) =>
      `${detail} is more than 1999: llama.cpp builds refuse the grammar, or take it and stop counting.`,
  },
  more_findings: {
    effects: {},
    message: (detail) => `There are more than ${detail} findings; the rest is left out.`,
  },
};

export const ADVICE_RULES: Readonly<Record<AdviceCode, LintRule>> = {
  optional_property: {
    effects: { openai_strict: "refused", ...LLAMA_PARTIAL },
    message: (detail) =>
      `${detail} may be left out: OpenAI's strict mode wants every property in required, and llama.cpp writes the required ones first.`,
  },
  map_object: {
    effects: { outlines: "ignored", openai_strict: "refused", ollama: "partial", localai: "ignored" },
    message: () =>
      "Properties of any name: OpenAI's strict mode refuses them. An array of name and value goes everywhere.",
  },
  unbounded_string: {
    effects: {},
    message: () => "A string without maxLength lets a small model write to the end of its tokens.",
  },
  unbounded_array: {
    effects: {},
    message: () => "An array without maxItems lets a small model write to the end of its tokens.",
  },
  enum_without_type: {
    effects: { openai_strict: "refused" },
    message: () => "enum without type: OpenAI wants a type everywhere.",
  },
  enum_mixed_types: {
    effects: { openai_strict: "partial", gemini: "refused" },
    message: () => "enum mixes types. One type is what every decoder has been tested with.",
  },
  enum_duplicates: { effects: {}, message: (detail) => `enum has ${detail} twice.` },
  enum_structured: {
    effects: { openai_strict: "partial", gemini: "refused" },
    message: () => "enum holds arrays or objects: name the cases with strings.",
  },
  ineffective_keyword: {
    effects: {},
    message: (detail) => `${detail}, so it constrains nothing here.`,
  },
  property_name_characters: {
    effects: { llamacpp: "partial" },
    message: (detail) => `${detail}: letters, digits, "_" and "-" are safe everywhere.`,
  },
  property_names_collide: {
    effects: { llamacpp: "partial" },
    message: (detail) =>
      `${detail} differ only in punctuation, and some llama.cpp builds then overwrite one rule with the other.`,
  },
  wide_bounds: {
    effects: { llamacpp: "partial", xgrammar: "partial" },
    message: (detail) =>
      `${detail} does not fit into 32 bits, which llama.cpp builds of early 2025 count in.`,
  },
  deep_nesting: {
    effects: { openai_strict: "refused" },
    message: (detail) => `This is level ${detail}; OpenAI's strict mode takes 10.`,
  },
  large_schema: { effects: { openai_strict: "refused" }, message: (detail) => detail },
  root_not_object: {
    effects: { openai_strict: "refused", cerebras: "refused", localai: "partial" },
    message: () => "The root is not an object, which is what hosted providers want.",
  },
  more_advice: {
    effects: {},
    message: (detail) => `There are more than ${detail} remarks; the rest is left out.`,
  },
};
