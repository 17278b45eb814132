import type { Manner, Profile, Refusal } from "../profile.ts";
import { error, modelList, profile } from "./base.ts";
import { LLAMACPP_PROFILES } from "./llamacpp.ts";
import { VLLM_PROFILES } from "./vllm.ts";

const GROUP = "\n\nLiteLLM: model group 'demo' failed with the error above. No fallback was attempted.";

const LITELLM = {
  headers: { "x-litellm-version": "1.108.7", "x-litellm-model-id": "ac40ba06" },
  chatPaths: ["/v1/chat/completions", "/chat/completions"],
  openPaths: ["/", "/health/readiness", "/health/liveliness"],
  paths: {
    "/v1/models": modelList(["demo"], { owned_by: "openai" }),
    "/models": modelList(["demo"], { owned_by: "openai" }),
    "/v1/model/info": { body: { data: [{ model_name: "demo", litellm_params: { model: "openai/demo" } }] } },
    // A GET that sends a completion to every model: a probe that asks it harms.
    "/health": { body: { healthy_endpoints: [{ model: "openai/demo" }], unhealthy_endpoints: [] } },
    "/health/readiness": { body: { status: "healthy", db: "Not connected" } },
    "/health/liveliness": { body: '"I\'m alive!"' },
    "/": {
      headers: { "content-type": "text/html; charset=utf-8" },
      body: "<!DOCTYPE html><title>LiteLLM API - Swagger UI</title>",
    },
  },
  notFound: { status: 404, body: { detail: "Not Found" } },
  unknownModel: error(
    400,
    "/chat/completions: Invalid model name passed in model={model}. Call `/v1/models` to view available models for your key.",
    { param: null, code: "400" },
  ),
  auth: error(400, "No connected db.", { type: "no_db_connection", param: null, code: "400" }),
  notJson: error(400, "Invalid JSON payload: unexpected end of data: line 1 column 11 (char 10)", {
    param: "request_body",
    code: "400",
  }),
} as const satisfies Partial<Profile>;

/** A server behind the proxy, as its profile has it. */
function behind(name: string): Profile {
  return [...LLAMACPP_PROFILES, ...VLLM_PROFILES].find((each) => each.name === name)!;
}

function wrapped({ status }: Refusal, message: string): Refusal {
  return { status, body: error(status, `${message}${GROUP}`, { param: null, code: String(status) }).body };
}

type Wrap = (refusal: Refusal) => Refusal;

/** The sentence alone, as LiteLLM's OpenAI adapter passes it on. */
function sentenceOf({ body }: Refusal): string {
  return (body as { readonly error: { readonly message: string } }).error.message;
}

const overOpenAi: Wrap = (refusal) =>
  wrapped(refusal, `litellm.BadRequestError: OpenAIException - ${sentenceOf(refusal)}`);

/** The whole body as JSON inside of the message, as LiteLLM's vLLM adapter passes it on. */
const overVllm: Wrap = (refusal) =>
  wrapped(refusal, `litellm.BadRequestError: Hosted_vllmException - ${JSON.stringify(refusal.body)}`);

function overflowOver(refusal: Refusal, text: string): Refusal {
  const name = "ContextWindowExceededError";
  return wrapped(
    refusal,
    `litellm.${name}: litellm.BadRequestError: ${name}: ${text}\nmodel=demo. context_window_fallbacks=None. fallbacks=None.`,
  );
}

/** What the server behind refuses, as the proxy words it; what it enforces, as it is. */
function passedOn(inner: Profile, wrap: Wrap): Partial<Profile> & Pick<Profile, "manners"> {
  const over = <T extends string | null>(refusal: Refusal | T): Refusal | T =>
    typeof refusal === "object" && refusal !== null ? wrap(refusal) : refusal;
  const { toolsRequired } = inner;
  return {
    manners: Object.fromEntries(
      Object.entries(inner.manners).map(([id, manner]): [string, Manner] => [
        id,
        typeof manner === "object" ? { refused: wrap(manner.refused) } : manner,
      ]),
    ),
    capFields: inner.capFields,
    tools: over(inner.tools),
    ...(toolsRequired === undefined ? {} : { toolsRequired: wrap(toolsRequired) }),
    emptyMessages: over(inner.emptyMessages),
    badSchema: over(inner.badSchema),
    badGrammar: over(inner.badGrammar),
    schemaNotObject: over(inner.schemaNotObject),
    capTooLarge: over(inner.capTooLarge),
    whitespaceRunaway: inner.whitespaceRunaway === true,
  };
}

const LLAMACPP: Profile = behind("llamacpp-b11434");
const VLLM: Profile = behind("vllm-0.20");

/** Proxies in front of servers of one's own. */
export const LITELLM_PROFILES: readonly Profile[] = [
  profile({
    ...LITELLM,
    ...passedOn(LLAMACPP, overOpenAi),
    overflow: overflowOver(LLAMACPP.overflow!, `OpenAIException - ${sentenceOf(LLAMACPP.overflow!)}`),
    name: "litellm-llamacpp",
    title: "LiteLLM proxy over llama.cpp",
    source: "LiteLLM 1.108.7 over llama.cpp b11434, measured 2026-12-01: unknown fields are passed on",
    systemFingerprint: "b0-unknown",
  }),
  profile({
    ...LITELLM,
    name: "litellm-vllm",
    title: "LiteLLM proxy over vLLM 0.20",
    source:
      "LiteLLM 1.108.7 over vLLM 0.20.0, measured 2026-12-01: errors come as JSON inside of the message, unknown fields are passed on",
    ...passedOn(VLLM, overVllm),
    overflow: overflowOver(VLLM.overflow!, `Hosted_vllmException - ${JSON.stringify(VLLM.overflow!.body)}`),
  }),
  profile({
    ...LITELLM,
    name: "litellm-drop",
    title: "LiteLLM with drop_params, no schemas behind it",
    source: "LiteLLM documentation and PR #38269: response_format is dropped in silence",
    manners: {},
  }),
  profile({
    ...LITELLM,
    name: "litellm-refuses",
    title: "LiteLLM, no schemas behind it",
    source:
      "LiteLLM documentation (2026), UnsupportedParamsError: response_format is refused before it is sent on",
    manners: refusesFormats(),
  }),
];

function refusesFormats(): Profile["manners"] {
  const manner: Manner = {
    refused: error(
      400,
      "litellm.UnsupportedParamsError: demo does not support parameters: ['response_format'], for model=demo. To drop these, set `litellm.drop_params=True`.",
      { param: null, code: "400" },
    ),
  };
  return Object.fromEntries(
    [
      "openai_strict",
      "openai",
      "llamacpp_schema_object",
      "tgi_value",
      "response_schema_bare",
      "fireworks_grammar",
      "json_object",
      "any_object_schema",
      "unknown_type",
    ].map((id) => [id, manner]),
  );
}
