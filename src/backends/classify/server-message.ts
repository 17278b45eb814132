const MAX_LENGTH = 500;

/** A sentence of a server, made fit to be shown: what proxies and frameworks wrapped around it taken off, keys hidden, no control characters. */
export function cleanServerMessage(sentence: string): string | null {
  const text = redactKeys(unwrap(sentence))
    .replace(/[\t\r\n\u2028\u2029]+/g, " ")
    .replace(/[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, "")
    .replace(/ {2,}/g, " ")
    .trim();
  if (text === "") return null;
  return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH - 1)}…` : text;
}

/** Whatever looks like a key, a bearer token or a password in a URL. */
export function redactKeys(text: string): string {
  return text
    .replace(/\b(Bearer|Basic)\s+[^\s"',;]{4,}/gi, "$1 [redacted]")
    .replace(/\b(?:sk|pk|rk|gsk|hf|xai|nvapi|csk|fw|tgp|pplx)[-_][A-Za-z0-9_-]{8,}/g, "[redacted]")
    .replace(/\bAIza[A-Za-z0-9_-]{16,}/g, "[redacted]")
    .replace(/([?&](?:api[-_]?key|key|token|access_token)=)[^&\s"']+/gi, "$1[redacted]")
    .replace(
      /\b((?:api[-_ ]?key|token|secret|password)(?:["']?\s*[:=]\s*["']?|\s+provided:\s*))[^\s"',;]{6,}/gi,
      "$1[redacted]",
    )
    .replace(/(\bhttps?:\/\/)[^/\s:@]+:[^/\s@]+@/gi, "$1[redacted]@");
}

function unwrap(sentence: string): string {
  let text = sentence;
  // vLLM repeats pydantic's errors as Python: the first `msg` is the sentence.
  const python = /'msg': \\?(?:"((?:[^"\\]|\\.)*?)\\?"|'((?:[^'\\]|\\.)*)')/.exec(text);
  if (python !== null)
    text = (python[1] ?? python[2] ?? text).replace(/\\(["'])/g, "$1").replace(/^Value error, /, "");
  return (
    text
      // LiteLLM: "litellm.BadRequestError: OpenAIException - ..." in front, its own remarks behind.
      .replace(/^(?:litellm\.\w+(?:Error|Timeout)?:\s*)+/, "")
      .replace(/^(?:\w+(?:Error|Exception)(?:\s+-|:)\s*)+(?=\S)/, "")
      .replace(
        /\s*(?:LiteLLM: |Received Model Group=|Available Model Group Fallbacks=|No fallback model group found)[\s\S]*$/,
        "",
      )
      .replace(/\s*To drop these, set `litellm\.drop_params[\s\S]*$/, "")
      // vLLM: the Python file and line that raised it.
      .replace(/\s*(?:File|at) "?\/?\S+\.py"?,? line \d+[\s\S]*$/, "")
      .replace(/\s*\(\S+\.py:\d+\)[\s\S]*$/, "")
      .replace(/\s*\[type=\w+, input_value=[\s\S]*$/, "")
  );
}
