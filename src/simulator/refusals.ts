import { isJsonObject, type JsonObject, type JsonValue } from "../json-value.ts";
import type { Profile, Refusal } from "./profile.ts";
import { KNOWN_FIELDS } from "./read-constraint.ts";
import { capOf, promptTokens } from "./request-facts.ts";

export interface FilledRefusal {
  readonly status: number;
  readonly body: JsonValue;
}

/** What a server refuses before it looks at a constraint; `null` where it goes on. */
export function refusalOf(profile: Profile, body: JsonObject): FilledRefusal | null {
  const { model } = body;
  if (profile.unknownModel !== null && typeof model === "string" && !profile.models.includes(model))
    return filled(profile.unknownModel, { model });
  for (const [field, refusal] of Object.entries(profile.refusedFields ?? {}))
    if (body[field] !== undefined) return filled(refusal, { field });
  const unknown = unknownField(profile, body);
  if (unknown !== null && profile.unknownFields !== null)
    return filled(profile.unknownFields, { field: unknown });
  if (profile.streamOnly !== undefined && body["stream"] !== true) return filled(profile.streamOnly);
  return toolRefusal(profile, body) ?? sizeRefusal(profile, body);
}

function unknownField({ manners }: Profile, body: JsonObject): string | null {
  const taken = new Set(Object.keys(manners).flatMap((id) => FIELD_OF[id] ?? []));
  return Object.keys(body).find((name) => !KNOWN_FIELDS.has(name) && !taken.has(name)) ?? null;
}

/** The top-level field of a spelling, where it is not `response_format`. */
const FIELD_OF: Readonly<Record<string, string>> = {
  llamacpp_top_level: "json_schema",
  ollama_format: "format",
  guided_json: "guided_json",
  structured_outputs: "structured_outputs",
  structured_outputs_grammar: "structured_outputs",
  grammar: "grammar",
  guided_grammar: "guided_grammar",
  tabby_grammar_string: "grammar_string",
};

function toolRefusal({ tools, toolsRequired }: Profile, body: JsonObject): FilledRefusal | null {
  if (typeof tools !== "object" || !Array.isArray(body["tools"]) || body["tools"].length === 0) return null;
  return filled(body["tool_choice"] === "required" ? (toolsRequired ?? tools) : tools);
}

function sizeRefusal(profile: Profile, body: JsonObject): FilledRefusal | null {
  if (profile.emptyMessages !== null && Array.isArray(body["messages"]) && body["messages"].length === 0)
    return filled(profile.emptyMessages);
  const cap = capOf(profile, body);
  if (profile.capTooLarge !== null && cap !== null && cap > profile.contextTokens)
    return filled(profile.capTooLarge, { cap });
  const tokens = promptTokens(body);
  if (profile.overflow !== null && tokens > profile.contextTokens)
    return filled(profile.overflow, { tokens });
  return null;
}

/** A refusal with its placeholders filled in. */
export function filled(
  { status, body }: Refusal,
  values: Readonly<Record<string, string | number>> = {},
): FilledRefusal {
  return { status, body: fill(body, values) };
}

function fill(value: JsonValue, values: Readonly<Record<string, string | number>>): JsonValue {
  if (typeof value === "string") {
    const whole = /^\{(\w+)\}$/.exec(value)?.[1];
    if (whole !== undefined && Object.hasOwn(values, whole)) return values[whole]!;
    return value.replace(/\{(\w+)\}/g, (text, name: string) =>
      Object.hasOwn(values, name) ? String(values[name]) : text,
    );
  }
  if (Array.isArray(value)) return value.map((each) => fill(each, values));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, fill(each, values)]));
}
