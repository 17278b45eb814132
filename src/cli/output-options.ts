import { readFile, stat } from "node:fs/promises";
import { isJsonObject, type JsonObject, parseJson } from "../json-value.ts";
import { nearestName } from "../nearest-name.ts";
import { CONTRACT_NAMES } from "../schema/contract.ts";
import { UsageError } from "./usage-error.ts";

/** The flags that say what an answer must look like. */
export interface OutputFlags {
  readonly contract?: string;
  readonly schema?: string;
}

const MAX_SCHEMA_BYTES = 10 * 1024 * 1024;

/** One of the sixteen contracts, or a schema from a file. Anything else is exit code 2. */
export async function outputOf({
  contract,
  schema,
}: OutputFlags): Promise<{ readonly contract: string } | { readonly schema: JsonObject }> {
  if (contract !== undefined && schema !== undefined)
    throw new UsageError("--contract and --schema exclude each other");
  if (contract !== undefined) {
    if (!(CONTRACT_NAMES as readonly string[]).includes(contract)) {
      const nearest = nearestName(contract, CONTRACT_NAMES);
      throw new UsageError(
        `there is no contract "${contract}"`,
        nearest === null ? `There are: ${CONTRACT_NAMES.join(", ")}` : `Did you mean: ${nearest}`,
      );
    }
    return { contract };
  }
  if (schema === undefined)
    throw new UsageError(
      "say what the answer must look like: --contract NAME or --schema FILE",
      "slmcode schema list shows the contracts.",
    );
  return { schema: await readSchema(schema) };
}

async function readSchema(path: string): Promise<JsonObject> {
  let text: string;
  try {
    if ((await stat(path)).size > MAX_SCHEMA_BYTES) throw tooLarge(path);
    text = await readFile(path, "utf8");
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(
      `the schema ${path} cannot be read (${(error as NodeJS.ErrnoException).code ?? "error"})`,
    );
  }
  // Pipes have no size beforehand.
  if (text.length > MAX_SCHEMA_BYTES) throw tooLarge(path);
  const value = parseJson(text.replace(/^\uFEFF/, ""));
  if (!isJsonObject(value)) {
    const what = value === undefined ? "is not JSON" : "is not a JSON object";
    throw new UsageError(`the schema ${path} ${what}`, "slmcode schema lint FILE says more.");
  }
  return value;
}

function tooLarge(path: string): UsageError {
  return new UsageError(`the schema ${path} is larger than 10 MB`);
}
