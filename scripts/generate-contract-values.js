// Writes src/schema/contract-values.ts from the contracts, so that the type of an answer cannot say anything else than
// its schema. `node scripts/generate-contract-values.js --check` exits with 1 when it is out of date (a test runs that).
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const { CONTRACTS } = await import("../dist/schema/contracts/index.js");

const HEAD = `// Written by scripts/generate-contract-values.js from the contracts; a test holds the two together.

/** What a valid answer holds, by the name of its contract. Lengths, counts and ranges are checked when it comes. */
export interface ContractValues {
`;

function typeOf(schema) {
  if (schema.enum !== undefined) return schema.enum.map((each) => JSON.stringify(each)).join(" | ");
  switch (schema.type) {
    case "object":
      return `{ ${members(schema)} }`;
    case "array": {
      const item = typeOf(schema.items);
      return `readonly ${/^[a-z]+$/.test(item) ? item : `(${item})`}[]`;
    }
    case "integer":
      return "number";
    case "string":
    case "number":
    case "boolean":
    case "null":
      return schema.type;
    default:
      throw new Error(`no type for ${JSON.stringify(schema)}`);
  }
}

function members({ properties, required = [] }) {
  return Object.entries(properties)
    .map(([name, schema]) => {
      const doc = schema.description === undefined ? "" : `\n/** ${schema.description} */\n`;
      return `${doc}readonly ${name}${required.includes(name) ? "" : "?"}: ${typeOf(schema)};`;
    })
    .join(" ");
}

const body = CONTRACTS.map(
  ({ name, description, schema }) => `/** ${description} */\nreadonly ${name}: ${typeOf(schema)};\n`,
).join("\n");

const root = fileURLToPath(new URL("..", import.meta.url));
const wanted = execFileSync(
  process.execPath,
  ["node_modules/@biomejs/biome/bin/biome", "format", "--stdin-file-path=src/schema/contract-values.ts"],
  { cwd: root, input: `${HEAD}${body}}\n`, encoding: "utf8" },
);
const file = new URL("../src/schema/contract-values.ts", import.meta.url);

if (process.argv.includes("--check")) {
  if (readFileSync(file, "utf8") !== wanted) {
    console.error("src/schema/contract-values.ts is out of date: node scripts/generate-contract-values.js");
    process.exit(1);
  }
} else {
  writeFileSync(file, wanted);
}
