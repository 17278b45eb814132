import type { TargetEffect, TargetEffects } from "./targets.ts";

export interface UnsupportedKeyword {
  readonly effects: TargetEffects;
  /** What to write in its place; a whole sentence. */
  readonly instead: string;
}

/** Ollama and LM Studio hand a GGUF model's schema to llama.cpp's converter, so they share its answer. */
function llamaFamily(effect: TargetEffect): TargetEffects {
  return { llamacpp: effect, ollama: effect, lmstudio: effect };
}

const GRAMMAR: TargetEffects = { slmcode_grammar: "refused" };

/** Dropped in silence by everything local, refused by OpenAI. */
const DROPPED: TargetEffects = {
  ...GRAMMAR,
  ...llamaFamily("ignored"),
  outlines: "ignored",
  xgrammar: "ignored",
  openai_strict: "refused",
};

/** As `DROPPED`, but vLLM answers 400: "features not supported by xgrammar". */
const DROPPED_OR_400: TargetEffects = { ...DROPPED, xgrammar: "refused" };

const COMMENT: UnsupportedKeyword = {
  effects: GRAMMAR,
  instead: "It constrains nothing. Remove it, or put the text into description.",
};

const CONDITION: UnsupportedKeyword = {
  effects: DROPPED,
  instead: "Decoders drop conditions: describe them in description and check them in your own code.",
};

const DEFINITIONS: UnsupportedKeyword = {
  effects: { ...GRAMMAR, outlines: "partial", localai: "ignored" },
  instead: "Write the definition out where it is used. A recursive schema needs a fixed depth.",
};

const EXCLUSIVE: UnsupportedKeyword = {
  effects: { ...GRAMMAR, outlines: "ignored" },
  instead: "Write minimum and maximum with the next integer.",
};

const CONTAINS: UnsupportedKeyword = {
  effects: DROPPED_OR_400,
  instead: "Make what must be contained a property of its own.",
};

const PROPERTY_COUNT: UnsupportedKeyword = {
  effects: { ...GRAMMAR, ...llamaFamily("ignored"), outlines: "ignored", openai_strict: "refused" },
  instead: "List the properties by name, and the ones that must be there in required.",
};

const UNEVALUATED: UnsupportedKeyword = {
  effects: { ...GRAMMAR, ...llamaFamily("ignored"), outlines: "ignored", openai_strict: "refused" },
  instead: "Use additionalProperties: false and one schema for items.",
};

const ALTERNATIVES = "Use one object with an enum property that says which case it is.";

/**
 * The keywords of JSON Schema outside of the subset, and who breaks on them. Measured in December 2026 with a
 * random-weight model on llama.cpp b4748 and 11549, vLLM 0.20 and Ollama 2026-08; the rest is from the sources of
 * XGrammar 0.2.5, llguidance 1.8 and outlines-core (2026), and OpenAI's documentation.
 */
const KEYWORDS: Readonly<Record<string, UnsupportedKeyword>> = {
  const: { effects: GRAMMAR, instead: "Write enum with this one value." },
  anyOf: { effects: { ...GRAMMAR, openai_strict: "partial", gemini: "partial" }, instead: ALTERNATIVES },
  oneOf: {
    effects: { ...GRAMMAR, ...llamaFamily("partial"), xgrammar: "partial", openai_strict: "refused" },
    instead: ALTERNATIVES,
  },
  allOf: {
    effects: { ...DROPPED, outlines: "partial" },
    instead: "Merge the parts into one schema: every decoder measured drops allOf.",
  },
  not: {
    effects: { ...DROPPED, ...llamaFamily("refused"), xgrammar: "partial" },
    instead: "Say what is allowed, with enum or bounds.",
  },
  if: CONDITION,
  // biome-ignore lint/suspicious/noThenProperty: a JSON Schema keyword, not a thenable.
  then: CONDITION,
  else: CONDITION,
  dependentRequired: CONDITION,
  dependentSchemas: CONDITION,
  dependencies: CONDITION,
  $ref: DEFINITIONS,
  $defs: DEFINITIONS,
  definitions: DEFINITIONS,
  $dynamicRef: DEFINITIONS,
  $recursiveRef: DEFINITIONS,
  pattern: {
    effects: { ...GRAMMAR, ...llamaFamily("partial"), xgrammar: "partial", openai_strict: "partial" },
    instead:
      "Use enum or maxLength, and check the pattern in your own code: an escape such as \\d makes llama.cpp drop the whole grammar.",
  },
  format: {
    effects: { ...GRAMMAR, ...llamaFamily("partial"), xgrammar: "partial", openai_strict: "partial" },
    instead: "Name the format in description and bound the length.",
  },
  uniqueItems: { effects: DROPPED_OR_400, instead: "Remove duplicates in your own code." },
  contains: CONTAINS,
  minContains: CONTAINS,
  maxContains: CONTAINS,
  prefixItems: {
    effects: { ...GRAMMAR, ...llamaFamily("refused"), xgrammar: "ignored" },
    instead: "Use an object with one named property for each place.",
  },
  additionalItems: {
    effects: { ...GRAMMAR, ...llamaFamily("ignored"), outlines: "ignored" },
    instead: "Use one schema for items, with minItems and maxItems.",
  },
  unevaluatedItems: UNEVALUATED,
  unevaluatedProperties: UNEVALUATED,
  patternProperties: {
    effects: DROPPED_OR_400,
    instead: "Use an array of objects with a name and a value.",
  },
  propertyNames: {
    effects: { ...DROPPED, xgrammar: "partial" },
    instead: "Use an array of objects with a name and a value.",
  },
  minProperties: PROPERTY_COUNT,
  maxProperties: PROPERTY_COUNT,
  exclusiveMinimum: EXCLUSIVE,
  exclusiveMaximum: EXCLUSIVE,
  multipleOf: {
    effects: { ...GRAMMAR, ...llamaFamily("ignored"), outlines: "ignored", xgrammar: "partial" },
    instead: "Use enum for a few values, or let the property count the multiples.",
  },
  default: {
    effects: { ...GRAMMAR, openai_strict: "refused" },
    instead: "It constrains nothing, and OpenAI answers 400. Say it in description.",
  },
  nullable: {
    effects: { ...GRAMMAR, ...llamaFamily("ignored"), outlines: "ignored", xgrammar: "ignored" },
    instead: "It belongs to OpenAPI 3.0. Leave the property out of required, or allow an empty value.",
  },
  examples: COMMENT,
  example: COMMENT,
  $comment: COMMENT,
  $schema: COMMENT,
  $id: COMMENT,
  id: COMMENT,
  $anchor: COMMENT,
  $dynamicAnchor: COMMENT,
  $vocabulary: COMMENT,
  deprecated: COMMENT,
  readOnly: COMMENT,
  writeOnly: COMMENT,
  contentEncoding: COMMENT,
  contentMediaType: COMMENT,
  contentSchema: COMMENT,
};

/** A word that is no keyword of JSON Schema: skipped without a word by most, an error for llguidance and OpenAI. */
const UNKNOWN: UnsupportedKeyword = {
  effects: {
    ...GRAMMAR,
    ...llamaFamily("ignored"),
    outlines: "ignored",
    xgrammar: "ignored",
    llguidance: "refused",
    openai_strict: "refused",
  },
  instead: "It is no keyword of JSON Schema. Remove it.",
};

export const UNSUPPORTED_KEYWORDS: readonly string[] = Object.keys(KEYWORDS);

/** What is known about a keyword outside of the subset. Every name gets an answer. */
export function unsupportedKeyword(keyword: string): UnsupportedKeyword {
  return Object.hasOwn(KEYWORDS, keyword) ? KEYWORDS[keyword]! : UNKNOWN;
}
