// Writes docs/configuration.md and schemas/config.schema.json from the table of keys in src/config/keys.ts.
// Run it after `npm run build`; a test fails when either file has drifted.
import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { configReference, configSchema } from "../dist/config/key-reference.js";

const pathOf = (name) => fileURLToPath(new URL(`../${name}`, import.meta.url));

mkdirSync(pathOf("docs"), { recursive: true });
mkdirSync(pathOf("schemas"), { recursive: true });
writeFileSync(pathOf("docs/configuration.md"), configReference());
writeFileSync(pathOf("schemas/config.schema.json"), `${JSON.stringify(configSchema(), null, 2)}\n`);
execFileSync(
  process.execPath,
  [
    pathOf("node_modules/@biomejs/biome/bin/biome"),
    "format",
    "--write",
    pathOf("schemas/config.schema.json"),
  ],
  { stdio: "inherit" },
);
