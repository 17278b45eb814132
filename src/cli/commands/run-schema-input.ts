import { readFile, stat } from "node:fs/promises";
import { resolve } from "node:path";
import { isJsonObject, type JsonObject, type JsonValue } from "../../json-value.ts";
import { nearestName } from "../../nearest-name.ts";
import type { ContractName } from "../../schema/contract.ts";
import { CONTRACT_NAMES } from "../../schema/contract.ts";
import { contractOf, isContractName } from "../../schema/contracts/index.ts";
import type { Io } from "../io.ts";
import { plainText } from "../render/plain-text.ts";
import { UsageError } from "../usage-error.ts";

/** Larger than any answer or schema; more is a mistake, such as a model file. */
const MAX_BYTES = 64 * 1024 * 1024;

export interface SchemaChoice {
  readonly contract?: string | undefined;
  readonly schema?: string | undefined;
}

export interface ChosenSchema {
  readonly contract: ContractName | null;
  readonly schema: JsonObject;
  /** As reports name it. */
  readonly source: string;
}

export interface Input {
  readonly text: string;
  /** As reports name it: the path as it was typed, or `stdin`. */
  readonly source: string;
}

export type ParsedJson =
  | { readonly ok: true; readonly value: JsonValue }
  | { readonly ok: false; readonly message: string };

/** The schema that `--contract` or `--schema` names. Exactly one of them is needed. */
export async function chooseSchema(choice: SchemaChoice, io: Io): Promise<ChosenSchema> {
  if ((choice.contract === undefined) === (choice.schema === undefined)) {
    throw new UsageError(
      choice.contract === undefined ? "no schema was named" : "both --contract and --schema were given",
      "Give --contract NAME (slmcode schema list) or --schema FILE.",
    );
  }
  if (choice.contract !== undefined) {
    const name = contractName(choice.contract);
    return { contract: name, schema: contractOf(name).schema, source: `contract ${name}` };
  }
  const input = await readInput(choice.schema, "schema", io);
  return { contract: null, schema: parseSchema(input), source: input.source };
}

export function contractName(name: string): ContractName {
  if (isContractName(name)) return name;
  const nearest = nearestName(name, CONTRACT_NAMES);
  throw new UsageError(
    `there is no contract "${plainText(name).slice(0, 80)}"`,
    nearest === null ? "slmcode schema list shows them." : `Did you mean: ${nearest}`,
  );
}

/** A file, or stdin for `-` and for no name at all. */
export async function readInput(name: string | undefined, what: string, io: Io): Promise<Input> {
  if (name === undefined || name === "-") {
    if (io.stdin.isTTY) throw new UsageError(`no ${what} was given`, "Name a file, or pipe it in.");
    return { text: decode(await readStream(io.stdin, what), what, "stdin"), source: "stdin" };
  }
  const source = plainText(name);
  try {
    const path = resolve(io.cwd, name);
    const { size } = await stat(path);
    if (size > MAX_BYTES) throw tooLarge(what, source);
    return { text: decode(await readFile(path), what, source), source };
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(`cannot read the ${what} ${source}: ${reasonOf(error as NodeJS.ErrnoException)}`);
  }
}

/** A schema file: JSON, and an object. */
export function parseSchema({ text, source }: Input): JsonObject {
  const parsed = parseText(text);
  if (!parsed.ok) throw new UsageError(`the schema ${source} is not JSON: ${parsed.message}`);
  if (isJsonObject(parsed.value)) return parsed.value;
  throw new UsageError(
    `the schema ${source} is JSON, but not an object`,
    'A schema begins with { and has at least a "type".',
  );
}

/** JSON with the reason where it is none. */
export function parseText(text: string): ParsedJson {
  try {
    return { ok: true, value: JSON.parse(text) as JsonValue };
  } catch (error) {
    if (text.trim() === "") return { ok: false, message: "it is empty" };
    return { ok: false, message: plainText((error as Error).message).slice(0, 200) };
  }
}

async function readStream(stream: NodeJS.ReadStream, what: string): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream) {
    const bytes = Buffer.from(chunk);
    size += bytes.length;
    if (size > MAX_BYTES) throw tooLarge(what, "stdin");
    chunks.push(bytes);
  }
  return Buffer.concat(chunks);
}

function decode(bytes: Uint8Array, what: string, source: string): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new UsageError(`the ${what} ${source} is not UTF-8 text`);
  }
}

function tooLarge(what: string, source: string): UsageError {
  return new UsageError(`the ${what} ${source} is larger than ${MAX_BYTES / 1024 / 1024} MB`);
}

function reasonOf({ code, message }: NodeJS.ErrnoException): string {
  if (code === "ENOENT") return "there is no such file";
  if (code === "EISDIR") return "it is a folder";
  if (code === "EACCES") return "no permission";
  return plainText(code ?? message);
}
