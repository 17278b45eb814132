import { execFileSync, spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { CONTRACTS } from "../../src/schema/contracts/index.ts";
import { temporaryFolder } from "../helpers/temporary-folder.ts";

const ROOT = join(import.meta.dirname, "../..");

test("the types of the values are what the contracts say", () => {
  execFileSync(process.execPath, ["scripts/generate-contract-values.js", "--check"], {
    cwd: ROOT,
    stdio: "pipe",
  });
});

/** What the compiler says of a program that uses the types. */
function compile(lines: readonly string[]): string {
  const folder = temporaryFolder();
  const types = JSON.stringify(join(ROOT, "src/schema/contract-values.ts"));
  writeFileSync(
    join(folder, "values.ts"),
    `import type { ContractValues } from ${types};\n${lines.join("\n")}\n`,
  );
  const flags = ["--noEmit", "--strict", "--module", "nodenext", "--allowImportingTsExtensions"];
  const tsc = join(ROOT, "node_modules/typescript/bin/tsc");
  return spawnSync(process.execPath, [tsc, ...flags, "values.ts"], { cwd: folder, encoding: "utf8" }).stdout;
}

test("every contract's example has the type of its value", () => {
  const lines = CONTRACTS.map(
    ({ name, example }) => `export const ${name}: ContractValues["${name}"] = ${JSON.stringify(example)};`,
  );
  expect(compile(lines)).toBe("");
}, 60_000);

test("an example without its first required property, or with one that the contract does not know, has not", () => {
  const lines = CONTRACTS.flatMap(({ name, schema, example }) => {
    const [first = ""] = schema.required ?? [];
    const { [first]: _, ...less } = example;
    return [less, { ...example, no_such_property: 1 }].map(
      (value, at) => `export const ${name}${at}: ContractValues["${name}"] = ${JSON.stringify(value)};`,
    );
  });
  const wrong = new Set(
    [...compile(lines).matchAll(/^values\.ts\((\d+),/gm)].map(([, line]) => Number(line)),
  );
  // The first line is the import.
  expect([...wrong].sort((a, b) => a - b)).toEqual(lines.map((_, at) => at + 2));
}, 60_000);
