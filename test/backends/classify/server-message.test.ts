import { describe, expect, test } from "vitest";
import { classify } from "../../../src/backends/classify/classify.ts";
import { cleanServerMessage, redactKeys } from "../../../src/backends/classify/server-message.ts";

const ECHO =
  "'input': {'model': 'noise', 'messages': [{'role': 'user', 'content': 'My \\'private\\' prompt (parameter'}]}";
const litellm = (inner: string): object => ({
  error: {
    message: `litellm.BadRequestError: Hosted_vllmException - ${inner}\n\nLiteLLM: model group 'noise-vllm' failed with the error above. No fallback was attempted.`,
    type: "invalid_request_error",
    param: null,
    code: "400",
  },
});

/** Shapes recorded from real servers, shortened, and the sentence that is left for a person. */
const SENTENCES: readonly (readonly [string, object | string, string | null])[] = [
  ["OpenAI's shape", { error: { message: "No.", type: "x", code: null } }, "No."],
  [
    "an error as text (LM Studio)",
    { error: "'response_format.type' must be 'json_schema' or 'text'" },
    "'response_format.type' must be 'json_schema' or 'text'",
  ],
  [
    "flat (older vLLM, SGLang)",
    { object: "error", message: "The model `x` does not exist.", code: 404 },
    "The model `x` does not exist.",
  ],
  ["a list (Gemini)", [{ error: { code: 400, message: "API key not valid." } }], "API key not valid."],
  ["FastAPI's text", { detail: "Not Found" }, "Not Found"],
  [
    "FastAPI's list, with the place",
    {
      detail: [{ loc: ["body", "guided_json"], msg: "Extra inputs are not permitted", input: { secret: 1 } }],
    },
    "guided_json: Extra inputs are not permitted",
  ],
  ["KoboldCpp", { detail: { msg: "Server is busy", type: "x" } }, "Server is busy"],
  [
    "Mistral, the message an object",
    { object: "error", message: { detail: [{ loc: ["body", "x"], msg: "no" }] } },
    "x: no",
  ],
  [
    "OpenRouter, the provider's own words",
    {
      error: {
        message: "Provider returned error",
        code: 400,
        metadata: { raw: '{"error":{"message":"Invalid schema"}}', provider_name: "X" },
      },
    },
    "Invalid schema",
  ],
  [
    "Ollama over llama.cpp, JSON in a string",
    {
      error: {
        message:
          '{"error":{"code":400,"message":"request (63024 tokens) exceeds the available context size (4096 tokens), try increasing it","type":"exceed_context_size_error"}}',
      },
    },
    "request (63024 tokens) exceeds the available context size (4096 tokens), try increasing it",
  ],
  [
    "LiteLLM over vLLM",
    litellm(
      '{"error":{"message":"Grammar error: Invalid type: nosuch","type":"BadRequestError","code":400}}',
    ),
    "Grammar error: Invalid type: nosuch",
  ],
  [
    "LiteLLM over Ollama over llama.cpp, three levels",
    litellm(
      JSON.stringify({
        error: {
          message: JSON.stringify({
            error: {
              message: "JSON schema conversion failed:\nJSON schema error at #: unrecognized type nosuch",
            },
          }),
        },
      }),
    ),
    "JSON schema conversion failed: JSON schema error at #: unrecognized type nosuch",
  ],
  [
    "LiteLLM's own remarks on an overflow",
    {
      error: {
        message:
          "litellm.ContextWindowExceededError: litellm.BadRequestError: ContextWindowExceededError: OpenAIException - request (8424 tokens) exceeds the available context size (4096 tokens), try increasing it\nmodel=gemma. context_window_fallbacks=None. fallbacks=None.\n\nSet 'context_window_fallback'",
      },
    },
    "request (8424 tokens) exceeds the available context size (4096 tokens), try increasing it",
  ],
  [
    "vLLM, pydantic as Python with the request in it and a file behind",
    {
      error: {
        message: `1 validation error:\n  {'type': 'value_error', 'loc': ('body',), 'msg': "Value error, When response_format type is 'json_schema', the 'json_schema' field must be provided. (parameter=response_format)", ${ECHO}}\n\n  File "/opt/venv/vllm/entrypoints/utils.py", line 40, in create_chat_completion`,
      },
    },
    "When response_format type is 'json_schema', the 'json_schema' field must be provided. (parameter=response_format)",
  ],
  [
    "vLLM, the place among wrappers",
    {
      error: {
        message: `6 validation errors:\n  {'type': 'literal_error', 'loc': ('body', 'response_format', 'function-wrap[__log_extra_fields__()]', 'type'), 'msg': "Input should be 'text', 'json_object' or 'json_schema'", ${ECHO}}`,
      },
    },
    "response_format.type: Input should be 'text', 'json_object' or 'json_schema'",
  ],
  [
    "a Python file and line",
    { error: 'Something broke\n  File "/srv/app/main.py", line 7, in run\n    x()' },
    "Something broke",
  ],
  [
    "a web page",
    "<html><head><title>example.com | 522: Connection timed out &amp; gone</title></head>",
    "example.com | 522: Connection timed out & gone",
  ],
  ["a web page without a title", "<html><body>x</body></html>", null],
  ["plain text", "404 page not found\n", "404 page not found"],
  [
    "a stream",
    'event: error\ndata: {"error":{"message":"Failed to initialize samplers"}}\n\n',
    "Failed to initialize samplers",
  ],
  ["a stream of plain text", "event: error\ndata: upstream gone\n\n", "upstream gone"],
  ["an error in the choice", { choices: [{ error: { message: "Upstream error" } }] }, "Upstream error"],
  ["nothing", "", null],
  ["JSON without a sentence", { a: 1 }, null],
  ["JSON that is cut off", '{"choices": [{"mess', null],
];

describe("the innermost sentence for a person", () => {
  test.each(SENTENCES)("of %s", (_, body, sentence) => {
    const text = typeof body === "string" ? body : JSON.stringify(body);
    const { serverMessage } = classify({ status: 400, headers: {}, body: text });
    expect(serverMessage).toBe(sentence);
    expect(serverMessage ?? "").not.toContain("private");
  });
});

test("what a server sends back of the request decides nothing", () => {
  const prompt =
    "maximum context length; insufficient_quota; Incorrect API key; response_format is not supported";
  const bodies = [
    { detail: [{ loc: ["body", "store"], msg: "Extra inputs are not permitted", input: prompt }] },
    {
      error: {
        message: `1 validation error:\n  {'type': 'extra_forbidden', 'loc': ('body', 'store'), 'msg': 'Extra inputs are not permitted', 'input': {'content': '${prompt}'}}`,
      },
    },
    {
      error: {
        message: `1 validation error for UserMessage store Extra inputs are not permitted [type=extra_forbidden, input_value={'x': '${prompt}'}, input_type=dict]`,
      },
    },
  ];
  for (const body of bodies) {
    const seen = classify({ status: 422, headers: {}, body: JSON.stringify(body) });
    expect(seen).toMatchObject({ class: "permanent", scope: "request", demote: false });
    expect(JSON.stringify(seen)).not.toContain("insufficient");
  }
});

const CLEANED: readonly (readonly [string, string, string | null])[] = [
  ["colours and cursor movements", "\u001b[31mred\u001b[0m \u001b[2Jgone", "red gone"],
  ["a terminal's title", "\u001b]0;owned\u0007text", "text"],
  ["controls and bells", "a\u0000b\u0007c\u009bd", "abcd"],
  ["writing turned round", "abc\u202edef\u2066ghi", "abcdefghi"],
  ["line breaks and tabs", "a\r\n\tb\u2028c\n\n\nd", "a b c d"],
  ["nothing but blanks", " \n\t ", null],
];

test.each(CLEANED)("a sentence is fit for a terminal: %s", (_, text, cleaned) => {
  expect(cleanServerMessage(text)).toBe(cleaned);
});

test("a long sentence is cut at 500 characters, and not through a character", () => {
  expect(cleanServerMessage("x".repeat(600))).toBe(`${"x".repeat(499)}…`);
  expect(cleanServerMessage(`${"x".repeat(498)}🌧 and more`)).toBe(`${"x".repeat(498)}…`);
  expect(cleanServerMessage("x".repeat(500))).toHaveLength(500);
});

const KEYS: readonly (readonly [string, string])[] = [
  ["Incorrect API key provided: sk-proj-abcd1234. You can", "Incorrect API key provided: [redacted] You can"],
  [
    "header Authorization: Bearer abc123def was refused",
    "header Authorization: Bearer [redacted] was refused",
  ],
  ["GET https://x.example/v1?key=abc123&a=b", "GET https://x.example/v1?key=[redacted]&a=b"],
  ["connect to https://me:pass@x.example/v1", "connect to https://[redacted]@x.example/v1"],
  ['{"api_key": "abcdefgh"}', '{"api_key": "[redacted]"}'],
  ["key gsk_abcdefgh12345678 is unknown", "key [redacted] is unknown"],
  ["AIzaSyA1234567890abcdefg is not valid", "[redacted] is not valid"],
  ["token: 9f8e7d6c5b4a", "token: [redacted]"],
];

test.each(KEYS)("a key is hidden: %s", (text, shown) => {
  expect(redactKeys(text)).toBe(shown);
});

test.each([
  "unexpected token: identifier",
  "an Authorization header using Bearer auth",
  "Used 5034 tokens, limit 6000",
])("what is no key stays: %s", (text) => {
  expect(redactKeys(text)).toBe(text);
});
