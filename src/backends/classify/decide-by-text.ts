import { AUTH, MODEL } from "./account-texts.ts";
import type { FailureScope, Remedy } from "./classify.ts";
import type { Decision, Seen } from "./decide.ts";
import { fieldRefusal } from "./field-refusal.ts";
import { CAP_ABOVE_LIMIT } from "./overflow-texts.ts";
import { DROPPED } from "./passing-texts.ts";
import { firstMatch, matches } from "./pattern.ts";
import { COMBINATION, SAMPLING, SCHEMA, TOOLS } from "./refusal-texts.ts";

/** Texts that decide whatever the status is; `null` where none is known. Old llama.cpp and ik_llama.cpp throw refusals as 500. */
export function decideByText(seen: Seen): Decision | null {
  const { status, body } = seen;
  const { text } = body;
  if (matches(DROPPED, text)) return { class: "transient", reason: "the server dropped the request" };
  if (status <= 500 && matches(AUTH, text))
    return permanent("auth", "the key is missing, wrong or may not do this");
  if (matches(CAP_ABOVE_LIMIT, text))
    return permanent("request", "the token cap is above what the model allows", "lower_max_tokens");
  return (
    refusedSample(seen) ??
    refusedSchema(seen) ??
    refusedTogether(seen) ??
    refusedTools(seen) ??
    noModel(seen) ??
    refusedField(seen)
  );
}

function refusedSample({ body }: Seen): Decision | null {
  const found = firstMatch(SAMPLING, body.text);
  return found === null
    ? null
    : permanent("sampling", "the server checked the finished text and refused it", found.action);
}

function refusedTogether({ body, sentence }: Seen): Decision | null {
  const found = firstMatch(COMBINATION, sentence ?? body.text);
  return found === null
    ? null
    : permanent("combination", "two fields of the request do not go together here", found.action);
}

function refusedSchema({ body }: Seen): Decision | null {
  const found = firstMatch(SCHEMA, body.text);
  return found === null
    ? null
    : permanent("schema", "the server does not take this schema or grammar", found.action);
}

function refusedTools({ body }: Seen): Decision | null {
  const found = firstMatch(TOOLS, body.text);
  if (found === null) return null;
  return {
    ...permanent("combination", "the server refuses tools for this model", found.action),
    refusesField: "tools",
  };
}

function noModel({ status, body }: Seen): Decision | null {
  if (![200, 400, 403, 404, 422].includes(status) || !matches(MODEL, body.text)) return null;
  // "response_format is not available for model x" is about the field.
  if (/response[_ ]format|json_schema|guided_|structured output/i.test(body.text)) return null;
  return permanent("model", "the server does not have this model, or not for this key");
}

function refusedField({ body, status }: Seen): Decision | null {
  const refusal = fieldRefusal(body, status);
  if (refusal === null) return null;
  const { field, isConstraint, demotes, action } = refusal;
  const scope = !isConstraint ? "request" : demotes ? "capability" : "schema";
  return {
    ...permanent(
      scope,
      `the server refuses ${isConstraint && !demotes ? "what is in " : ""}the field ${field}`,
      action,
    ),
    refusesField: field,
    demote: isConstraint && demotes,
  };
}

function permanent(scope: FailureScope, reason: string, action: Remedy | null = null): Decision {
  return { class: "permanent", scope, reason, action };
}
