import type { Manner, Profile } from "../profile.ts";
import { error, modelList, profile, refused } from "./base.ts";

const REQUEST = { type: "BadRequestError", param: null, code: 400 };
const FORMAT = { type: "BadRequestError", param: "response_format", code: 400 };
/** vLLM ends a validation error with the place in its own source. */
const PLACE =
  '\n\n  File "/opt/venv/vllm/entrypoints/utils.py", line 40, in create_chat_completion\n    POST /v1/chat/completions';
const NO_WRAPPER = refused(
  400,
  `1 validation error:\n  {'type': 'value_error', 'loc': ('body',), 'msg': "Value error, When response_format type is 'json_schema', the 'json_schema' field must be provided. (parameter=response_format)"}${PLACE}`,
  FORMAT,
);
const NO_TOOLS = "requires --enable-auto-tool-choice and --tool-call-parser to be set";

function noSuchType(type: string): Manner {
  return refused(
    400,
    `6 validation errors:\n  {'type': 'literal_error', 'loc': ('body', 'response_format', 'type'), 'msg': "Input should be 'text', 'json_object' or 'json_schema'", 'input': '${type}'}${PLACE}`,
    FORMAT,
  );
}

/** What every vLLM says, whatever it enforces. */
const VLLM: Partial<Profile> = {
  headers: { server: "uvicorn" },
  unknownModel: error(404, "The model `{model}` does not exist.", {
    type: "NotFoundError",
    param: "model",
    code: 404,
  }),
  notFound: { status: 404, body: { detail: "Not Found" } },
  // PR #36173 and the protocol file: of two caps the newer name wins.
  capFields: ["max_completion_tokens", "max_tokens"],
  tools: error(400, `"auto" tool choice ${NO_TOOLS}`, REQUEST),
  toolsRequired: error(400, 'tool_choice="required" requires --tool-call-parser to be set', REQUEST),
  auth: { status: 401, body: { error: "Unauthorized" } },
  notJson: error(
    400,
    `1 validation error:\n  {'type': 'json_invalid', 'loc': ('body', 10), 'msg': 'JSON decode error', 'input': {}, 'ctx': {'error': 'Expecting value'}}${PLACE}`,
    { type: "Bad Request", param: null, code: 400 },
  ),
  emptyMessages: error(
    400,
    "Cannot apply chat template to an empty conversation. Provide at least one message.",
    REQUEST,
  ),
  badSchema: error(400, "Grammar error: Invalid type: {type}", REQUEST),
  badGrammar: error(400, "Grammar error: the grammar cannot be parsed", REQUEST),
  schemaNotObject: error(
    400,
    `6 validation errors:\n  {'type': 'dict_type', 'loc': ('body', 'response_format', 'json_schema', 'schema'), 'msg': 'Input should be a valid dictionary', 'input': 'text'}${PLACE}`,
    FORMAT,
  ),
  capTooLarge: error(
    400,
    "max_tokens={cap} cannot be greater than max_model_len=max_total_tokens=4096. Please request fewer output tokens. (parameter=max_tokens, value={cap})",
    { type: "BadRequestError", param: "max_tokens", code: 400 },
  ),
  overflow: error(
    400,
    "This model's maximum context length is 4096 tokens. However, you requested 96 output tokens and your prompt contains at least {tokens} input tokens. Please reduce the length of the input prompt or the number of requested output tokens. (parameter=input_tokens, value={tokens})",
    { type: "BadRequestError", param: "input_tokens", code: 400 },
  ),
};

/** What vLLM 0.20 does with each spelling, measured. */
const VLLM_MANNERS: Profile["manners"] = {
  openai_strict: "enforced",
  openai: "enforced",
  structured_outputs: "enforced",
  structured_outputs_grammar: "enforced",
  llamacpp_schema_object: "json_object",
  json_object: "enforced",
  any_object_schema: "enforced",
  tgi_value: NO_WRAPPER,
  response_schema_bare: NO_WRAPPER,
  fireworks_grammar: noSuchType("grammar"),
  unknown_type: noSuchType("no_such_type"),
};

const NO_SCHEMAS = refused(
  400,
  "Only {'type': 'json_object'} or {'type': 'text' } is supported. response_format type json_schema is not supported.",
  FORMAT,
);

function paths(version: string): Profile["paths"] {
  return {
    "/v1/models": modelList(["demo"], { owned_by: "vllm", root: "demo", max_model_len: 4096 }),
    "/version": { body: { version } },
    "/health": { body: "" },
  };
}

export const VLLM_PROFILES: readonly Profile[] = [
  profile({
    ...VLLM,
    name: "vllm-0.20",
    title: "vLLM 0.20 (XGrammar)",
    source:
      "vLLM 0.20.0, measured 2026-12-01: guided_* and grammar are dropped in silence; schemas allow any white space",
    paths: paths("0.20.0"),
    whitespaceRunaway: true,
    manners: VLLM_MANNERS,
  }),
  profile({
    ...VLLM,
    name: "vllm-0.7-v1",
    title: "vLLM 0.7 with the V1 engine (early 2025)",
    source:
      "vLLM #12692 and #13038: the V1 engine dropped guided_* until May 2025, #15236 and ogx-ai/ogx #528: response_format too; json_object inferred",
    paths: paths("0.7.3"),
    manners: { json_object: "ignored", openai_strict: "ignored", openai: "ignored" },
  }),
  profile({
    ...VLLM,
    name: "vllm-0.6",
    title: "vLLM 0.6 (guided_json)",
    source:
      "vLLM v0.6.3 to v0.8 documentation and #9456: guided_* enforced, structured_outputs unknown, json_schema not yet",
    paths: paths("0.6.2"),
    manners: {
      openai_strict: NO_SCHEMAS,
      openai: NO_SCHEMAS,
      any_object_schema: NO_SCHEMAS,
      guided_json: "enforced",
      guided_grammar: "enforced",
      json_object: "enforced",
    },
  }),
  profile({
    ...VLLM,
    name: "aphrodite-0.20",
    title: "Aphrodite 0.20",
    source:
      "Aphrodite b42eeec22 (April 2026), entrypoints/openai/engine/protocol.py: vLLM's manners, port 2242",
    paths: {
      "/v1/models": modelList(["demo"], { owned_by: "aphrodite", root: "demo", max_model_len: 4096 }),
      "/version": { body: { version: "0.20.0" } },
    },
    manners: VLLM_MANNERS,
  }),
];
