import { shellWord } from "../shell-word.ts";
import type { FindingArgs, FindingText } from "./finding.ts";

export type ConnectionCode =
  | "unconfigured"
  | "several_servers"
  | "unreachable"
  | "missing_v1"
  | "web_page_answers"
  | "wrong_scheme"
  | "localhost_surprise"
  | "redirected"
  | "proxy_configured"
  | "server_loading"
  | "unauthorized"
  | "key_withheld"
  | "key_unusable"
  | "key_over_http"
  | "model_not_found"
  | "model_not_listed"
  | "model_chosen"
  | "no_model"
  | "plain_request_failed"
  | "rate_limited";

/** An argument as a word of a command to paste: it may come from a server or a project's file. */
function word(argument: FindingArgs[string] | undefined): string {
  return shellWord(String(argument));
}

/** Findings about reaching the server, the key and the model. */
export const CONNECTION_FINDINGS: Readonly<Record<ConnectionCode, FindingText>> = {
  unconfigured: {
    severity: "fail",
    title: () => "no endpoint is configured, and no server answers on the usual local ports",
    advice: () =>
      "Start a server, or name one: slmcode config set endpoint http://127.0.0.1:11434/v1 (or --endpoint URL).",
    explanation:
      "slmcode takes the endpoint from --endpoint, SLMCODE_ENDPOINT, the project's or your .slmcode.json, in this order. With none of them it asks the ports on which Ollama, LM Studio, llama.cpp, vLLM and their like listen on this machine. Nothing answered there.",
  },
  several_servers: {
    severity: "info",
    title: (a) => `several servers answer on this machine; took ${a["endpoint"]}, ${a["why"]}`,
    advice: (a) => `Choose another one with --endpoint. Also there: ${a["others"]}.`,
    explanation:
      "With no endpoint configured, slmcode asks the usual local ports side by side. When several servers answer, one with a loaded model comes first, then the order in which the presets are listed. Set an endpoint to make the choice yours.",
  },
  unreachable: {
    severity: "fail",
    title: (a) => `nothing usable answers at ${a["endpoint"]}: ${a["cause"]}`,
    advice: (a) =>
      a["found"] === null || a["found"] === undefined
        ? "Check that the server runs and that host and port are right."
        : `Found instead: ${a["found"]}. Use it with --endpoint.`,
    explanation:
      "The connection was refused, timed out, or ended before an HTTP answer was complete. A port that answers something else than an OpenAI-compatible API counts as unreachable too, because nothing can be learned from it.",
  },
  missing_v1: {
    severity: "fail",
    title: (a) => `${a["endpoint"]} has no chat API, but ${a["suggestion"]} has`,
    advice: (a) =>
      `Use --endpoint ${word(a["suggestion"])}, or: slmcode config set endpoint ${word(a["suggestion"])}`,
    explanation:
      "OpenAI-compatible servers put their API under /v1 (or another prefix). Without it some answer 404, some a web page, and LM Studio a 200 with an error in it.",
  },
  web_page_answers: {
    severity: "fail",
    title: (a) =>
      `a web page answers at ${a["endpoint"]}${a["title"] ? ` ("${a["title"]}")` : ""}, not an API`,
    advice: () =>
      "Point the endpoint at the API's own port or path; a web UI in front of a server is not the server.",
    explanation:
      "The answer is HTML. Web UIs, login pages and captive proxies answer every path with a page, often with status 200.",
  },
  wrong_scheme: {
    severity: "fail",
    title: (a) => `the server at ${a["endpoint"]} speaks ${a["speaks"]}`,
    advice: (a) => `Use ${a["suggestion"]}.`,
    explanation:
      "An https URL to a plain http port fails in the TLS handshake; an http URL to a TLS port is closed without a word.",
  },
  localhost_surprise: {
    severity: "warn",
    title: (a) => `localhost does not reach the server, ${a["suggestion"]} does`,
    advice: (a) => `Write the address: ${a["suggestion"]}`,
    explanation:
      "The name localhost may stand for ::1 first. A server that listens on 127.0.0.1 alone is then not found, or another program is.",
  },
  redirected: {
    severity: "fail",
    title: (a) => `${a["endpoint"]} redirects to ${a["location"]}; it was not followed`,
    advice: () => "Use the address it points to, if you trust it. A key is never sent after a redirect.",
    explanation:
      "Following a redirect turns a POST into a GET without a body, and may carry a key to another host. slmcode follows none.",
  },
  proxy_configured: {
    severity: "info",
    title: (a) => `${a["variable"]} is set; slmcode connects directly and does not use it`,
    advice: () =>
      "If this endpoint is only reachable through the proxy, give the proxy's own address for it as the endpoint.",
    explanation:
      "Proxy variables make other programs send even requests for localhost to a proxy. slmcode connects directly, so that what it measures is the endpoint.",
  },
  server_loading: {
    severity: "fail",
    title: (a) => `the server is loading its model${a["message"] ? `: ${a["message"]}` : ""}`,
    advice: () =>
      "Wait until it is loaded and run again. Do not shorten the timeout: Ollama aborts a load whose client hangs up.",
    explanation:
      "The server answers, but not yet with text. The first request was given up to three minutes. It counts as loading, not as unreachable.",
  },
  unauthorized: {
    severity: "fail",
    title: (a) =>
      `the server refuses the request for want of a valid key${a["message"] ? `: "${a["message"]}"` : ""}`,
    advice: (a) =>
      a["sent"] === true
        ? "The key that was sent is not accepted: check SLMCODE_API_KEY, or the variable that api_key_env names."
        : "No key was sent: set SLMCODE_API_KEY, or name the variable that holds it: slmcode config set api_key_env NAME",
    explanation:
      '401 and 403 say so plainly; LiteLLM without a database says 400 "No connected db" for a wrong key, Gemini and xAI say 400 as well. No conclusion about decoding is drawn from it.',
  },
  key_withheld: {
    severity: "warn",
    title: (a) => `the key was not sent to ${a["endpoint"]}: only this project's file names that address`,
    advice: (a) => `If you trust it: slmcode config allow-endpoint ${word(a["endpoint"])}`,
    explanation:
      "A project's dotfile is somebody else's file. A key is sent to an endpoint that it names only when that is on this machine, or when you have allowed it.",
  },
  key_unusable: {
    severity: "warn",
    title: (a) => `the key was not sent to ${a["endpoint"]}: it holds characters that no header can carry`,
    advice: () =>
      "Set the variable again, without line breaks, quotes or letters beyond ASCII: slmcode config list names it.",
    explanation:
      "A key goes out in the authorization header, which takes printable ASCII alone. Such a value was most likely pasted with something around it.",
  },
  key_over_http: {
    severity: "warn",
    title: (a) => `the key travels unencrypted to ${a["endpoint"]}`,
    advice: () => "Use https for endpoints beyond this machine.",
    explanation: "http is fine on loopback. Over a network everyone on the way can read the key.",
  },
  model_not_found: {
    severity: "fail",
    title: (a) =>
      `the server does not have the model "${a["model"]}"${a["message"] ? `: "${a["message"]}"` : ""}`,
    advice: (a) =>
      a["listed"] ? `It lists: ${a["listed"]}` : "Load or pull the model, or name another one with --model.",
    explanation:
      "The plain request was refused because of the model's name. llama.cpp answers whatever name it is asked for; Ollama, vLLM and mlx_lm insist on theirs.",
  },
  model_not_listed: {
    severity: "info",
    title: (a) => `"${a["model"]}" is not in the server's list, and was answered all the same`,
    advice: (a) =>
      a["listed"]
        ? `It lists: ${a["listed"]}. Use that name, so that cached evidence is kept under it.`
        : "Check the name.",
    explanation:
      "Some servers with a single model ignore the name that they are asked for. The evidence then belongs to whatever is loaded.",
  },
  model_chosen: {
    severity: "info",
    title: (a) => `no model is configured; took ${a["model"]}, ${a["why"]}`,
    advice: (a) => `Make it yours: slmcode config set model ${word(a["model"])}`,
    explanation: "With no model named, a loaded one from the server's list is taken, else the first one.",
  },
  no_model: {
    severity: "fail",
    title: (a) =>
      typeof a["status"] === "number" && a["status"] >= 400
        ? `no model is configured, and the server's model list answers ${a["status"]}`
        : "no model is configured, and the server lists none",
    advice: (a) =>
      a["kind"] === "litellm" && typeof a["status"] === "number" && a["status"] >= 400
        ? "LiteLLM answers so when it wants a key: name its variable with --api-key-env, and a model with --model."
        : "Load one in the server, or name one with --model.",
    explanation: "A chat request needs a model's name. The server's model list is empty or not readable.",
  },
  plain_request_failed: {
    severity: "fail",
    title: (a) => `a plain request without any constraint fails${a["message"] ? `: "${a["message"]}"` : ""}`,
    advice: () => "Settle this first: it has nothing to do with structured decoding.",
    explanation:
      "The baseline asks for one plain sentence. As long as that fails, no answer about constraints means anything, so none was asked for.",
  },
  rate_limited: {
    severity: "fail",
    title: (a) =>
      `the server says that it is too busy${a["message"] ? `: "${a["message"]}"` : ""}${a["resets_at"] ? ` (until ${a["resets_at"]})` : ""}`,
    advice: () => "Run again later; nothing was concluded.",
    explanation: "A rate limit or a quota ended the probe. It is never taken for a refusal of a field.",
  },
};
