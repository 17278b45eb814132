// Compiles src to dist with tsc, then writes what is generated from the compiled code (ajv validators).
// `npm ci` runs this through `prepare`, so it needs nothing but Node and the installed packages.
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { generateValidators } from "./generate-validators.js";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const compiler = join(root, "node_modules", "typescript", "bin", "tsc");

if (existsSync(compiler)) {
  execFileSync(process.execPath, [compiler, "-p", "tsconfig.build.json"], { cwd: root, stdio: "inherit" });
  await generateValidators(root);
} else {
  console.error(
    "slmcode: TypeScript is not installed, so dist is left as it is (install with dev dependencies).",
  );
}
