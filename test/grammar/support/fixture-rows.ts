import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { gunzipSync } from "node:zlib";

/** The rows of a fixture: one JSON document a line, gzipped where the name says so. */
export function fixtureRows<Row>(name: string): readonly Row[] {
  const bytes = readFileSync(fileURLToPath(new URL(`../../fixtures/grammar/${name}`, import.meta.url)));
  const text = (name.endsWith(".gz") ? gunzipSync(bytes) : bytes).toString("utf8");
  return text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as Row);
}
