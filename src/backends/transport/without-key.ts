import type { Failure } from "./failure.ts";

const HIDDEN = "[key]";

/** Below this, and in the list, it is no secret but what people type where a client insists on a key. */
const MIN_SECRET_LENGTH = 4;
const PLACEHOLDERS: ReadonlySet<string> = new Set([
  "empty",
  "none",
  "null",
  "ollama",
  "dummy",
  "test",
  "token",
]);

/** A text of a server without the key that was sent to it, in each spelling that servers echo. */
export function withoutKey(text: string, apiKey: string | undefined): string {
  if (apiKey === undefined || apiKey.length < MIN_SECRET_LENGTH || PLACEHOLDERS.has(apiKey.toLowerCase()))
    return text;
  const inJson = JSON.stringify(apiKey).slice(1, -1);
  const inUrl = encodeURIComponent(apiKey);
  const nested = JSON.stringify(inJson).slice(1, -1);
  return [nested, inJson, inUrl, apiKey].reduce((rest, spelling) => rest.replaceAll(spelling, HIDDEN), text);
}

/** A failure without the key: a redirect's target, a body that quotes the header, a library's message. */
export function failureWithoutKey<Failed extends Failure>(
  failure: Failed,
  apiKey: string | undefined,
): Failed {
  return apiKey === undefined ? failure : (cleaned(failure, apiKey) as Failed);
}

/** The data is plain, so it can be walked as what it is. */
function cleaned(value: unknown, apiKey: string): unknown {
  if (typeof value === "string") return withoutKey(value, apiKey);
  if (Array.isArray(value)) return value.map((each) => cleaned(each, apiKey));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [withoutKey(name, apiKey), cleaned(each, apiKey)]),
  );
}
