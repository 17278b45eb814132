import { withoutEcho } from "./without-echo.ts";

const MAX_LENGTH = 500;
/** More of a sentence is not looked at. */
const MAX_READ = 8000;

/** A sentence of a server, made fit to be shown: what proxies and frameworks wrapped around it taken off, keys hidden, no control characters. */
export function cleanServerMessage(sentence: string): string | null {
  const text = redactKeys(unwrap(withoutControls(sentence.slice(0, MAX_READ))))
    .replace(/\s+/g, " ")
    .trim();
  if (text === "") return null;
  if (text.length <= MAX_LENGTH) return text;
  // Not between the halves of a surrogate pair.
  return `${text.slice(0, MAX_LENGTH - 1).replace(/[\ud800-\udbff]$/, "")}…`;
}

/** Nothing that moves a cursor, colours or turns the direction of writing; line breaks stay, since they end what frameworks append. */
function withoutControls(text: string): string {
  return text
    .replace(/\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)?|[@-Z\\^_])/g, "")
    .replace(/[\r\u0085\u2028\u2029]+/g, "\n")
    .replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g, "");
}

/** Whatever looks like a key, a bearer token or a password in a URL. */
export function redactKeys(text: string): string {
  return (
    text
      .replace(/\b(Bearer|Basic)\s+(?!auth|token|scheme)[^\s"',;]{4,}/gi, "$1 [redacted]")
      .replace(/\b(?:sk|pk|rk|gsk|hf|xai|nvapi|csk|fw|tgp|pplx)[-_][A-Za-z0-9_-]{4,}/g, "[redacted]")
      .replace(/\bAIza[A-Za-z0-9_-]{16,}/g, "[redacted]")
      .replace(/\beyJ[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_.-]+/g, "[redacted]")
      .replace(/([?&](?:api[-_]?key|key|token|access_token)=)[^&\s"']+/gi, "$1[redacted]")
      .replace(
        /\b((?:api[-_ ]?key|secret|password)(?:["']?\s*[:=]\s*["']?|\s+provided:\s*))[^\s"',;]{6,}/gi,
        "$1[redacted]",
      )
      // "unexpected token: identifier" is none; a token has a digit.
      .replace(/\b(token["']?\s*[:=]\s*["']?)(?=[^\s"',;]*\d)[^\s"',;]{6,}/gi, "$1[redacted]")
      .replace(/(\bhttps?:\/\/)[^/\s:@]+:[^/\s@]+@/gi, "$1[redacted]@")
  );
}

function unwrap(sentence: string): string {
  return (
    pythonMessage(sentence)
      // LiteLLM: "litellm.BadRequestError: OpenAIException - ..." in front, its own remarks behind.
      .replace(/^(?:litellm\.\w+(?:Error|Timeout)?:\s*)+/, "")
      .replace(/^(?:\w+(?:Error|Exception)(?:\s+-|:)\s*)+(?=\S)/, "")
      .replace(
        /(?:\bLiteLLM: |Received Model Group=|Available Model Group Fallbacks=|No fallback model group found|\n?model=\S+ context_window_fallbacks=)[\s\S]*$/,
        "",
      )
      .replace(/To drop these, set `litellm\.drop_params[\s\S]*$/, "")
      // vLLM: the Python file and line that raised it.
      .replace(/(?:File|at) "?\/?\S+\.py"?,? line \d+[\s\S]*$/, "")
      .replace(/\(\S+\.py:\d+\)[\s\S]*$/, "")
      .replace(/\[type=\w+, input_value=[\s\S]*$/, "")
  );
}

/** vLLM repeats pydantic's errors as Python: the first `msg` is the sentence, its `loc` the place. */
function pythonMessage(text: string): string {
  const message = /'msg': (?:"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)')/.exec(text);
  if (message === null) return text;
  const words = (message[1] ?? message[2] ?? "").replace(/\\(["'])/g, "$1").replace(/^Value error, /, "");
  const place = /'loc': \('body', ([^()]*(?:\([^()]*\)[^()]*)?)\)/.exec(withoutEcho(text))?.[1] ?? "";
  const fields = [...place.matchAll(/'([A-Za-z_]+)'/g)].map((match) => match[1]);
  return fields.length === 0 ? words : `${fields.join(".")}: ${words}`;
}
