import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { ChatMessage } from "../../backends/transport/completion.ts";
import { isJsonObject, type JsonValue, parseJson } from "../../json-value.ts";
import { UsageError } from "../usage-error.ts";

/** One line of the input. */
export interface BatchItem {
  /** Counted from 1. */
  readonly line: number;
  readonly id: string | number | null;
  readonly messages: readonly ChatMessage[];
  /** Of the line's text and what it is asked for: a result belongs to it as long as this is the same. */
  readonly digest: string;
}

/**
 * Reads and checks the whole input before anything is asked. A line that cannot be used is named. `asked` is what else
 * a result depends on (the contract or schema, the system message).
 */
export async function readBatch(path: string, asked: JsonValue): Promise<readonly BatchItem[]> {
  let text: string;
  try {
    text = await readFile(path, "utf8");
  } catch (error) {
    throw new UsageError(`${path} cannot be read (${(error as NodeJS.ErrnoException).code ?? "error"})`);
  }
  const items: BatchItem[] = [];
  const lines = text.replace(/^\uFEFF/, "").split(/\r?\n/);
  lines.forEach((content, index) => {
    if (content.trim() === "") return;
    const value = parseJson(content);
    const messages = messagesOf(value);
    if (messages === null) {
      const why =
        value === undefined ? "not JSON" : 'neither a string nor an object with "prompt" or "messages"';
      throw new UsageError(`${path}, line ${index + 1}: ${why}`, "Nothing was asked.");
    }
    const id =
      isJsonObject(value) && (typeof value["id"] === "string" || typeof value["id"] === "number")
        ? value["id"]
        : null;
    items.push({
      line: index + 1,
      id,
      messages,
      digest: digestOf(content, asked),
    });
  });
  return items;
}

function digestOf(content: string, asked: JsonValue): string {
  return createHash("sha256")
    .update(JSON.stringify([content, asked]))
    .digest("hex")
    .slice(0, 16);
}

const ROLES: readonly string[] = ["system", "user", "assistant", "tool"];

function messagesOf(value: JsonValue | undefined): readonly ChatMessage[] | null {
  if (typeof value === "string" && value !== "") return [{ role: "user", content: value }];
  if (!isJsonObject(value)) return null;
  if (typeof value["prompt"] === "string" && value["prompt"] !== "")
    return [{ role: "user", content: value["prompt"] }];
  const { messages } = value;
  if (!Array.isArray(messages) || messages.length === 0) return null;
  const wellFormed = messages.every(
    (each) =>
      isJsonObject(each) &&
      typeof each["role"] === "string" &&
      ROLES.includes(each["role"]) &&
      typeof each["content"] === "string",
  );
  return wellFormed ? (messages as unknown as readonly ChatMessage[]) : null;
}
