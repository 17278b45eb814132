import { createHash } from "node:crypto";
import { open, readFile, stat, truncate } from "node:fs/promises";
import type { ChatMessage } from "../../backends/transport/completion.ts";
import { isJsonObject, type JsonValue, parseJson } from "../../json-value.ts";
import { UsageError } from "../usage-error.ts";

/** One line of the input. */
export interface BatchItem {
  /** Counted from 1. */
  readonly line: number;
  readonly id: string | number | null;
  readonly messages: readonly ChatMessage[];
  /** Of the line's text: a result belongs to it as long as this is the same. */
  readonly digest: string;
}

/** Reads and checks the whole input before anything is asked. A line that cannot be used is named. */
export async function readBatch(path: string): Promise<readonly BatchItem[]> {
  let text: string;
  try {
    text = await readFile(path, "utf8");
  } catch (error) {
    throw new UsageError(`${path} cannot be read (${(error as NodeJS.ErrnoException).code ?? "error"})`);
  }
  const items: BatchItem[] = [];
  text.split(/\r?\n/).forEach((content, index) => {
    if (content.trim() === "") return;
    const value = parseJson(content.replace(/^\uFEFF/, ""));
    const messages = messagesOf(value);
    if (messages === null) {
      throw new UsageError(
        `${path}, line ${index + 1}: neither a string nor an object with "prompt" or "messages"`,
        "Nothing was asked.",
      );
    }
    const id =
      isJsonObject(value) && (typeof value["id"] === "string" || typeof value["id"] === "number")
        ? value["id"]
        : null;
    items.push({
      line: index + 1,
      id,
      messages,
      digest: createHash("sha256").update(content).digest("hex").slice(0, 16),
    });
  });
  return items;
}

const ROLES: readonly string[] = ["system", "user", "assistant", "tool"];

function messagesOf(value: JsonValue | undefined): readonly ChatMessage[] | null {
  if (typeof value === "string" && value !== "") return [{ role: "user", content: value }];
  if (!isJsonObject(value)) return null;
  if (typeof value["prompt"] === "string") return [{ role: "user", content: value["prompt"] }];
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

/** Lines that a former run finished, by line and digest. A half-written last line is cut off, since it is not finished. */
export async function finishedLines(path: string): Promise<ReadonlySet<string>> {
  const size = (await stat(path).catch(() => null))?.size ?? 0;
  if (size === 0) return new Set();
  const text = await readFile(path, "utf8");
  const whole = text.lastIndexOf("\n") + 1;
  if (whole < text.length) await truncate(path, Buffer.byteLength(text.slice(0, whole)));
  const finished = new Set<string>();
  for (const content of text.slice(0, whole).split("\n")) {
    if (content.trim() === "") continue;
    const value = parseJson(content);
    if (!isJsonObject(value) || typeof value["line"] !== "number" || typeof value["digest"] !== "string") {
      throw new UsageError(
        `${path} is not a file of results of slmcode run`,
        "Choose another --output; nothing was changed.",
      );
    }
    finished.add(finishedKey(value["line"], value["digest"]));
  }
  return finished;
}

export function finishedKey(line: number, digest: string): string {
  return `${line} ${digest}`;
}

/** Appends one finished line: a single write, flushed, so that it is there whole or not at all. */
export async function openResults(
  path: string,
): Promise<{ readonly append: (value: object) => Promise<void>; readonly close: () => Promise<void> }> {
  const file = await open(path, "a", 0o600).catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(`${path} cannot be written (${error.code ?? "error"})`);
  });
  let last: Promise<unknown> = Promise.resolve();
  return {
    append: async (value) => {
      const write = last.then(() => file.appendFile(`${JSON.stringify(value)}\n`));
      last = write.catch(() => {});
      await write;
    },
    close: async () => {
      await last;
      await file.sync().catch(() => {});
      await file.close();
    },
  };
}
