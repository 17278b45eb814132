import type { TargetEffects } from "./targets.ts";
import { isSchemaNode, own, type SchemaNode, walkSchema } from "./walk-schema.ts";

/** A limit of some targets that a schema may meet although it is within the subset. */
export interface SubsetEffect {
  readonly code: string;
  readonly pointer: string;
  readonly message: string;
  readonly effects: TargetEffects;
}

interface Limit {
  readonly code: string;
  readonly applies: (node: SchemaNode) => boolean;
  readonly message: string;
  readonly effects: TargetEffects;
}

function has(...keywords: readonly string[]): (node: SchemaNode) => boolean {
  return (node) => keywords.some((keyword) => own(node, keyword) !== undefined);
}

/** From the servers' sources, their documentation, and reports of 2026 that name the refused field. */
const LIMITS: readonly Limit[] = [
  {
    code: "counts_refused",
    applies: has("minItems", "maxItems"),
    message: "minItems and maxItems are answered with 400.",
    effects: { groq: "refused", cerebras: "refused" },
  },
  {
    code: "items_refused",
    applies: has("items"),
    message: "items has been answered with 400.",
    effects: { cerebras: "refused" },
  },
  {
    code: "keywords_lost",
    applies: has("required", "enum", "items", "additionalProperties"),
    message: "LocalAI reads type and properties only: enum and items are lost, every property is required.",
    effects: { localai: "ignored" },
  },
  {
    code: "lengths_without_escapes",
    applies: has("minLength", "maxLength"),
    message: "A string with a length cannot hold an escape, and XGrammar lets a raw tab through.",
    effects: { xgrammar: "partial", outlines: "partial" },
  },
  {
    code: "lengths_by_version",
    applies: has("minLength", "maxLength"),
    message: "Lengths are enforced since 2026; older deployments answer 400.",
    effects: { openai_strict: "partial" },
  },
  {
    code: "bounds_ignored",
    applies: has("minimum", "maximum"),
    message: "Outlines ignores minimum and maximum.",
    effects: { outlines: "ignored" },
  },
  {
    code: "names_sorted",
    applies: isUnsorted,
    message: "Properties are written in alphabetical order, not in the declared one.",
    effects: { ollama: "partial", localai: "partial" },
  },
];

export function collectSubsetEffects(schema: unknown): SubsetEffect[] {
  const effects: SubsetEffect[] = [];
  for (const visit of walkSchema(schema)) {
    if ("problem" in visit) continue;
    for (const limit of LIMITS) {
      if (limit.applies(visit.node)) effects.push({ ...limit, pointer: visit.pointer });
    }
  }
  return effects;
}

function isUnsorted(node: SchemaNode): boolean {
  const properties = own(node, "properties");
  if (!isSchemaNode(properties)) return false;
  const names = Object.keys(properties);
  return names.some((name, index) => index > 0 && names[index - 1]! > name);
}
