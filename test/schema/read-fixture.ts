import { readFileSync } from "node:fs";
import { join } from "node:path";

/** The rows of a JSON-lines file under test/fixtures/schema. */
export function readRows<Row>(name: string): readonly Row[] {
  const path = join(import.meta.dirname, "../fixtures/schema", name);
  return readFileSync(path, "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as Row);
}
