import type { JsonValue } from "../../json-value.ts";
import type { Manner, PathAnswer, Profile, Refusal } from "../profile.ts";

/** An error in OpenAI's shape. */
export function refused(
  status: number,
  message: string,
  more: { readonly [name: string]: JsonValue } = {},
): Manner {
  return { refused: error(status, message, more) };
}

export function error(
  status: number,
  message: string,
  more: { readonly [name: string]: JsonValue } = {},
): Refusal {
  return { status, body: { error: { message, type: "invalid_request_error", ...more } } };
}

/** An error without the wrapper, as SGLang, LMDeploy and Mistral send it. */
export function flatError(
  status: number,
  message: JsonValue,
  more: { readonly [name: string]: JsonValue } = {},
): Refusal {
  return { status, body: { object: "error", message, ...more } };
}

export function modelList(
  ids: readonly string[],
  fields: { readonly [name: string]: JsonValue },
): PathAnswer {
  return { body: { object: "list", data: ids.map((id) => ({ id, object: "model", ...fields })) } };
}

type Given = Pick<Profile, "name" | "title" | "source" | "manners"> & Partial<Profile>;

/** A server that ignores whatever a profile does not mention. */
export function profile(given: Given): Profile {
  const models = given.models ?? ["demo"];
  return {
    headers: {},
    paths: { "/v1/models": modelList(models, {}) },
    notFound: { status: 404, body: { error: { message: "Not Found" } } },
    models,
    unknownModel: null,
    unknownFields: null,
    capFields: ["max_tokens", "max_completion_tokens"],
    tools: "ignored",
    auth: error(401, "Invalid API Key", { type: "authentication_error" }),
    chatPaths: ["/v1/chat/completions"],
    notJson: error(400, "We could not parse the JSON body of your request."),
    emptyMessages: null,
    badSchema: error(400, "Invalid schema: '{type}' is not a type"),
    schemaNotObject: "ignored",
    badGrammar: error(400, "the grammar cannot be read"),
    capTooLarge: null,
    overflow: null,
    contextTokens: 4096,
    systemFingerprint: null,
    ...given,
  };
}
