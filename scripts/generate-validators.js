// Writes one ES module per contract to dist/schema/validators: ajv's standalone code, which needs no ajv to run.
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { Ajv } from "ajv";
import standaloneCode from "ajv/dist/standalone/index.js";

/** The one helper that a validator of the subset needs; ajv would `require` it, which an ES module cannot. */
const LENGTH_IMPORT = /require\("ajv\/dist\/runtime\/ucs2length"\)\.default/g;
const LENGTH_FUNCTION = "(text) => { let length = 0; for (const _ of text) length += 1; return length; }";

/** @param {string} root the folder of package.json, with a compiled dist */
export async function generateValidators(root) {
  const compiled = (file) => import(pathToFileURL(join(root, "dist", "schema", file)).href);
  const { CONTRACTS } = await compiled("contracts/index.js");
  const { AJV_OPTIONS, boundErrors } = await compiled("ajv-options.js");
  const folder = join(root, "dist", "schema", "validators");
  mkdirSync(folder, { recursive: true });
  for (const contract of CONTRACTS) {
    const ajv = new Ajv({ ...AJV_OPTIONS, code: { source: true, esm: true } });
    const source = standaloneCode(ajv, ajv.compile(withoutAnnotations(contract.schema)));
    const text = boundErrors(source.replace(LENGTH_IMPORT, LENGTH_FUNCTION));
    if (/\brequire\(/.test(text)) {
      throw new Error(
        `The validator of ${contract.name} needs a helper of ajv: ${/require\([^)]*\)/.exec(text)}`,
      );
    }
    writeWhenChanged(join(folder, `${contract.name}.js`), `${text}\n`);
  }
}

/** The code holds its schema for the values of enum; descriptions would double it. */
function withoutAnnotations(schema) {
  const entries = Object.entries(schema).filter(([key]) => key !== "title" && key !== "description");
  return Object.fromEntries(
    entries.map(([key, value]) => {
      if (key === "items") return [key, withoutAnnotations(value)];
      if (key !== "properties") return [key, value];
      const properties = Object.entries(value).map(([name, child]) => [name, withoutAnnotations(child)]);
      return [key, Object.fromEntries(properties)];
    }),
  );
}

/** Whole or not at all: another process may be loading the validators. */
function writeWhenChanged(path, text) {
  if (existsSync(path) && readFileSync(path, "utf8") === text) return;
  const temporary = `${path}.${process.pid}`;
  writeFileSync(temporary, text);
  renameSync(temporary, path);
}
