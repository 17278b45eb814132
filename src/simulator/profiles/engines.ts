import type { Manner, Profile } from "../profile.ts";
import { error, flatError, modelList, profile, refused } from "./base.ts";

const NO_VALUE: Manner = {
  refused: {
    status: 422,
    body: "Failed to deserialize the JSON body into the target type: response_format: missing field `value` at line 1 column 210",
  },
};

/** Further servers for GPUs and Macs. */
export const ENGINE_PROFILES: readonly Profile[] = [
  profile({
    name: "sglang",
    title: "SGLang",
    source:
      "SGLang protocol.py 004c82e0: response_format enforced, a top-level schema in it too; the rest is dropped",
    paths: {
      "/v1/models": modelList(["demo"], { owned_by: "sglang", max_model_len: 4096 }),
      "/get_model_info": { body: { model_path: "demo" } },
      "/health": { body: "" },
    },
    tools: "called",
    notJson: flatError(400, "Invalid JSON", { type: "BadRequestError", code: 400 }),
    badSchema: flatError(400, "Failed to compile json schema: unknown type {type}", {
      type: "BadRequestError",
      code: 400,
    }),
    auth: { status: 401, body: { error: "Unauthorized" } },
    manners: {
      openai_strict: "enforced",
      openai: "enforced",
      llamacpp_schema_object: "enforced",
      json_object: "enforced",
      any_object_schema: "enforced",
    },
  }),
  profile({
    name: "lmdeploy-gpt-oss",
    title: "LMDeploy 0.16 with gpt-oss",
    source: "LMDeploy 0.16.0 _openai_harmony.py (PR #4386): for gpt-oss the schema is moved into the prompt",
    paths: { "/v1/models": modelList(["demo"], { owned_by: "lmdeploy" }) },
    unknownModel: flatError(404, "The model '{model}' does not exist.", { type: "invalid_request_error" }),
    manners: { openai_strict: "pasted", openai: "pasted", json_object: "ignored" },
  }),
  profile({
    name: "lmdeploy",
    title: "LMDeploy 0.16",
    source: "LMDeploy 0.16.0 api_server.py: text, json_object, json_schema and regex_schema through XGrammar",
    paths: { "/v1/models": modelList(["demo"], { owned_by: "lmdeploy" }) },
    unknownModel: flatError(404, "The model '{model}' does not exist.", { type: "invalid_request_error" }),
    // turbomind.py:741: what cannot be compiled is logged, and decoding goes on without.
    badSchema: "ignored",
    badGrammar: "ignored",
    manners: {
      openai_strict: "enforced",
      openai: "enforced",
      json_object: "enforced",
      any_object_schema: "enforced",
    },
  }),
  profile({
    name: "tgi-3.3",
    title: "TGI 3.3",
    source: "TGI 3.3.6-dev0 router/src/lib.rs:236: both OpenAI forms lack `value` and cannot be read",
    paths: {
      "/v1/models": modelList(["demo"], { owned_by: "demo" }),
      "/info": {
        body: {
          router: "text-generation-router",
          version: "3.3.6-dev0",
          model_id: "demo",
          max_total_tokens: 4096,
        },
      },
      "/health": { body: "" },
    },
    notJson: { status: 422, body: "Failed to parse the request body as JSON: EOF while parsing a value" },
    manners: {
      openai_strict: NO_VALUE,
      openai: NO_VALUE,
      json_object: NO_VALUE,
      any_object_schema: NO_VALUE,
      llamacpp_schema_object: NO_VALUE,
      fireworks_grammar: NO_VALUE,
      response_schema_bare: NO_VALUE,
      unknown_type: NO_VALUE,
      tgi_value: "enforced",
    },
  }),
  profile({
    name: "mlx_lm-0.32",
    title: "mlx_lm.server 0.32",
    source:
      "mlx_lm 0.32.2, measured 2026-12-01: no constraint field is ever read; 404 for an unknown model; keep-alive comments",
    headers: { server: "BaseHTTP/0.6 Python/3.11.7" },
    paths: { "/v1/models": modelList(["demo"], {}), "/health": { body: { status: "ok" } } },
    unknownModel: {
      status: 404,
      body: {
        error:
          "Cannot find an appropriate cached snapshot folder for the specified revision on the local disk and outgoing traffic has been disabled.",
      },
    },
    notFound: { status: 404, headers: { "content-type": "application/json" }, body: "Not Found" },
    notJson: {
      status: 400,
      body: { error: "Invalid JSON in request body: Expecting value: line 1 column 11 (char 10)" },
    },
    emptyMessages: {
      status: 404,
      body: { error: "Cannot apply chat template to an empty conversation. Provide at least one message." },
    },
    capFields: ["max_completion_tokens", "max_tokens"],
    keepaliveComments: true,
    manners: {},
  }),
  profile({
    name: "omlx",
    title: "oMLX with its grammar library",
    source: "oMLX openai_models.py (01496518): response_format and structured_outputs through XGrammar",
    paths: { "/v1/models": modelList(["demo"], { owned_by: "omlx" }) },
    capFields: ["max_tokens"],
    manners: {
      openai_strict: "enforced",
      openai: "enforced",
      structured_outputs: "enforced",
      json_object: "enforced",
      any_object_schema: "enforced",
    },
  }),
  profile({
    name: "omlx-no-xgrammar",
    title: "oMLX without its grammar library",
    source: "oMLX (PR #1564, May 2026): the schema goes into the prompt, a Warning header says so",
    paths: { "/v1/models": modelList(["demo"], { owned_by: "omlx" }) },
    capFields: ["max_tokens"],
    warning: '199 omlx "response_format strict json_schema not enforced; schema was added to the prompt"',
    manners: {
      openai_strict: "pasted",
      openai: "pasted",
      structured_outputs: refused(400, "structured_outputs requires xgrammar, which is not available"),
      structured_outputs_grammar: {
        refused: error(400, "structured_outputs requires xgrammar, which is not available"),
      },
    },
  }),
];
