import { isJsonObject, type JsonObject, type JsonValue } from "../json-value.ts";
import type { Profile } from "./profile.ts";

/** Tokens of the prompt: four characters each and a few for the template. The same for every request of that text. */
export function promptTokens(body: JsonObject): number {
  const characters = messagesOf(body).reduce((sum, each) => sum + textOf(each["content"]).length, 0);
  return 8 + Math.ceil(characters / 4);
}

/** The text of the last message, which is what a model of ours reads. */
export function lastPrompt(body: JsonObject): string {
  return textOf(messagesOf(body).at(-1)?.["content"]);
}

function messagesOf(body: JsonObject): readonly JsonObject[] {
  return Array.isArray(body["messages"]) ? body["messages"].filter(isJsonObject) : [];
}

/** Text alone, or the text parts of a message made of parts. */
function textOf(content: JsonValue | undefined): string {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return "";
  return content
    .map((part) => (isJsonObject(part) && typeof part["text"] === "string" ? part["text"] : ""))
    .join("");
}

/** The cap of a request under a name that this server knows; `null` where it has none. */
export function capOf({ capFields }: Profile, body: JsonObject): number | null {
  for (const name of capFields) {
    const value = body[name];
    if (typeof value === "number" && value > 0) return Math.ceil(value);
  }
  return null;
}

/** Tokens that are thought before the answer is begun. */
export function thinkingTokens({ thinking }: Profile, body: JsonObject): number {
  if (thinking === undefined) return 0;
  const kwargs = body["chat_template_kwargs"];
  const off =
    (thinking.offBy.includes("reasoning_effort") && body["reasoning_effort"] === "none") ||
    (thinking.offBy.includes("think") && body["think"] === false) ||
    (thinking.offBy.includes("chat_template_kwargs") &&
      isJsonObject(kwargs) &&
      kwargs["enable_thinking"] === false);
  return off ? 0 : thinking.tokens;
}

/** The stop texts of a request. */
export function stopsOf(body: JsonObject): readonly string[] {
  const { stop } = body;
  const listed = typeof stop === "string" ? [stop] : Array.isArray(stop) ? stop : [];
  return listed.filter((each): each is string => typeof each === "string" && each !== "");
}
