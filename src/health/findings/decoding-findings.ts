import type { FindingText } from "./finding.ts";

export type DecodingCode =
  | "nothing_enforced"
  | "object_only"
  | "silently_ignored"
  | "schema_in_prompt"
  | "post_filter"
  | "misrouted"
  | "server_crashed"
  | "form_stalled"
  | "unsettled"
  | "provisional"
  | "several_back_ends"
  | "whitespace_runaway"
  | "answers_json"
  | "thinking_turned_off"
  | "thinking_needs_cap"
  | "thinking_spends_cap"
  | "cap_ignored"
  | "cap_field_swapped"
  | "stream_only"
  | "temperature_refused"
  | "unknown_fields_accepted"
  | "unknown_fields_refused"
  | "mode_off"
  | "demoted"
  | "context_small"
  | "tools_refused"
  | "settings_problem"
  | "store_problem";

/** Findings about what the decoder enforces, and about the conditions under which it does. */
export const DECODING_FINDINGS: Readonly<Record<DecodingCode, FindingText>> = {
  nothing_enforced: {
    severity: "fail",
    title: (a) => `nothing that was tried constrains the decoder (${a["reason"]})`,
    advice: (a) =>
      `${a["setting"] ?? "Use a server or an engine that enforces a schema or a grammar."} Until then every answer goes through repair and validation.`,
    explanation:
      "Every constraint was refused, or accepted and ignored. The server's 200 means nothing here: the answer followed the prompt and not the schema. Calls fall back to the prompt alone (prompt_only), which small models often fail. Common causes: a proxy with drop_params, an engine without grammar support (mlx_lm, Ollama's MLX runner), a renamed field (guided_json in vLLM 0.12 and later), thinking turned on.",
  },
  object_only: {
    severity: "warn",
    title: () => "the decoder enforces some JSON object, but no schema",
    advice: () =>
      "Answers are objects, with whatever keys the model likes; they are validated and asked for again. Prefer a server that enforces json_schema or a grammar.",
    explanation: "json_object keeps prose and code fences out. It does not know your keys, types or bounds.",
  },
  silently_ignored: {
    severity: "info",
    title: (a) => `accepted with 200 and ignored: ${a["forms"]}`,
    advice: null,
    explanation:
      "The server read the field, or never looked at it, and answered as if it were not there. This is why a status code proves nothing.",
  },
  schema_in_prompt: {
    severity: "warn",
    title: (a) => `the schema goes into the prompt, not into the decoder (${a["forms"]})`,
    advice: () => "The model may follow it or not. Do not count on it for a small model.",
    explanation:
      "The model follows the schema as long as nothing speaks against it, which is what polite models do with a schema in their prompt. Told to ignore it, it did. Some servers paste the schema when their grammar library is missing (oMLX), or for certain models (LMDeploy with gpt-oss).",
  },
  post_filter: {
    severity: "warn",
    title: (a) => `the server checks the finished text instead of binding the decoder (${a["forms"]})`,
    advice: () =>
      "Expect errors or blanks whenever the model writes something else; they are retried and repaired, at your cost.",
    explanation:
      "Groq answers 400 json_validate_failed with the model's text inside, DeepSeek answers blanks with finish_reason stop. Both mean that the model wrote freely.",
  },
  misrouted: {
    severity: "warn",
    title: (a) =>
      `the constrained text arrives in ${a["channel"] === "tool_call" ? "a tool call" : "the reasoning field"}, not in the content`,
    advice: (a) =>
      a["channel"] === "tool_call"
        ? "slmcode reads it there. Other clients will see an empty answer, and the document in the arguments of a call."
        : "slmcode reads it there. Other clients will see an empty answer: turn thinking off for the model, or set the server's reasoning format.",
    explanation:
      "The decoder is bound, but a reasoning parser takes the whole answer for reasoning (LM Studio, vLLM with a parser and thinking off), or the server turned the schema into a tool.",
  },
  server_crashed: {
    severity: "fail",
    title: (a) => `the server went away when it was sent ${a["form"]}, and stayed away`,
    advice: (a) => `Restart it, and tell its makers. ${a["form"]} is not sent to this server version again.`,
    explanation:
      "The connection broke during a constrained request and the server did not answer afterwards. llama.cpp with a thinking model and a raw grammar is a known case (#22537).",
  },
  form_stalled: {
    severity: "warn",
    title: (a) => `no answer to ${a["form"]} in time, while a plain request was answered`,
    advice: () => "It is not used. A larger --timeout shows whether it is merely slow.",
    explanation:
      "Compiling a grammar can take long, and some engines never come back from one. A plain request in between was answered, so the server is not simply busy.",
  },
  unsettled: {
    severity: "warn",
    title: (a) => `could not be settled: ${a["forms"]} (${a["reason"]})`,
    advice: () => "Run again; with --all every form is tried, with --timeout there is more time.",
    explanation:
      "The answer was empty, cut off, cached, came from several back ends, or the server was busy. slmcode does not guess: what was not proven is not used.",
  },
  provisional: {
    severity: "info",
    title: () => "this result is provisional: a stronger form could not be tried for a passing reason",
    advice: () => "It is used now and not stored; the next run tries again.",
    explanation:
      "A rate limit, a lost connection or the end of the time kept a stronger form from being tried.",
  },
  several_back_ends: {
    severity: "warn",
    title: () => "several back ends answer for this address, and they do not agree",
    advice: () => "Pin the route to one back end, or make them all the same version and configuration.",
    explanation:
      "Model, fingerprint or provider differ between answers. What one replica enforces another may not.",
  },
  whitespace_runaway: {
    severity: "warn",
    title: (a) => `under a constraint the model pads with white space until the cap (${a["wire_form"]})`,
    advice: () =>
      `In vLLM start it with --structured-outputs-config '{"backend": "xgrammar", "disable_any_whitespace": true}'; elsewhere send a grammar, whose white space is bounded.`,
    explanation:
      "A decoder that allows any amount of white space between tokens lets a weak model write nothing else. The document is then cut off by the cap.",
  },
  answers_json: {
    severity: "warn",
    title: () => "the model answers the plain request with JSON, although that was forbidden",
    advice: () =>
      "Nothing can be told from a constrained answer of this model. Try another model on the same server.",
    explanation:
      "The proof rests on a contradiction: the prompt forbids JSON, only a decoder can write it. A model that writes JSON in any case leaves nothing to be seen.",
  },
  thinking_turned_off: {
    severity: "info",
    title: (a) => `the model thinks first; structured calls turn that off (${a["mode"]})`,
    advice: null,
    explanation:
      "Thinking used up the token cap before the answer began. With thinking off the answer came, and what was measured holds for that.",
  },
  thinking_needs_cap: {
    severity: "info",
    title: (a) => `the model thinks first; probes ran with a cap of ${a["cap"]} tokens`,
    advice: () => "Give structured calls room for it, or turn thinking off.",
    explanation:
      "Reasoning counts against the token cap. A cap that suits the document alone ends before the document begins.",
  },
  thinking_spends_cap: {
    severity: "warn",
    title: (a) => `thinking uses up the token cap (${a["cap"]}) before an answer begins`,
    advice: () => "Turn thinking off in the server or the model's template, or allow many more tokens.",
    explanation: "Neither a larger cap nor the fields that turn thinking off brought an answer.",
  },
  cap_ignored: {
    severity: "warn",
    title: (a) => `the server ignores the token cap: ${a["used"]} tokens came for a cap of ${a["cap"]}`,
    advice: () =>
      "Set max_tokens_field to the other spelling: slmcode config set max_tokens_field max_tokens",
    explanation:
      "Ollama's /v1 and older llama.cpp do not know max_completion_tokens: the model then runs to the end of its context. slmcode ends such an answer itself by a deadline.",
  },
  cap_field_swapped: {
    severity: "info",
    title: (a) => `the server wants ${a["field"]} for the token cap`,
    advice: null,
    explanation:
      "Reasoning models of OpenAI refuse max_tokens; Mistral refuses max_completion_tokens. The field was swapped after the refusal named it.",
  },
  stream_only: {
    severity: "info",
    title: () => "the server only streams; everything was measured with stream: true",
    advice: null,
    explanation: "Whole answers are refused. Structured calls stream as well.",
  },
  temperature_refused: {
    severity: "info",
    title: () => "the server refuses a temperature for this model; none is sent",
    advice: null,
    explanation: "Reasoning models of OpenAI, for instance, take the default only.",
  },
  unknown_fields_accepted: {
    severity: "info",
    title: () => "a made-up field was accepted with 200: this server's 200 says nothing about any field",
    advice: null,
    explanation:
      "The control request carried a field that nobody knows. Servers that drop what they do not know answer 200 to every spelling of a constraint.",
  },
  unknown_fields_refused: {
    severity: "info",
    title: (a) => `a made-up field was refused with ${a["status"]}: this server checks its fields`,
    advice: null,
    explanation:
      "The control request carried a field that nobody knows. A server that refuses it at least reads the fields that it accepts; whether it enforces them is another question.",
  },
  mode_off: {
    severity: "info",
    title: (a) => `structured decoding is off (${a["origin"]}); calls use the prompt alone`,
    advice: () => "Turn it on again: slmcode config set structured_decoding auto",
    explanation:
      "What the server would enforce is shown all the same, to compare. Nothing is sent with calls as long as this is off.",
  },
  demoted: {
    severity: "warn",
    title: (a) => `a call demoted ${a["form"]} earlier: ${a["reason"]}`,
    advice: () => "slmcode doctor --refresh measures again.",
    explanation:
      "A structured call was refused because of its constraint field, or an enforced form kept returning documents that break the schema. The demotion holds until the server's fingerprint changes or doctor --refresh.",
  },
  context_small: {
    severity: "warn",
    title: (a) => `${a["tokens"]} tokens of context per request are few for coding work`,
    advice: (a) => String(a["setting"] ?? "Give the model more context in the server's settings."),
    explanation:
      "Prompts and answers share the context. Below about 16 000 tokens a coding prompt is cut or refused; some servers cut it without a word. Ollama's default is 4096 on machines with less than 24 GB of video memory.",
  },
  tools_refused: {
    severity: "info",
    title: (a) => `the server refuses tools for this model${a["message"] ? `: "${a["message"]}"` : ""}`,
    advice: null,
    explanation:
      "This is about the model's template or a server flag, not about schemas. Roles that use tools need another model or setting.",
  },
  settings_problem: {
    severity: "warn",
    title: (a) => String(a["message"]),
    advice: (a) =>
      a["hint"] ? String(a["hint"]) : "slmcode config list --show-origin shows where each value comes from.",
    explanation:
      "A value in a dotfile or variable was left out, because it cannot be used or may not be set there.",
  },
  store_problem: {
    severity: "warn",
    title: (a) => String(a["message"]),
    advice: () =>
      "Nothing was lost; what could not be read was set aside or left alone. SLMCODE_HOME moves the data folder.",
    explanation:
      "Capabilities and history live in a data folder. When it cannot be read or written, slmcode works without it.",
  },
};
