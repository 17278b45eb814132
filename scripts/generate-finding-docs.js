// Writes docs/findings.md from the finding texts, so that the page cannot say anything else than the program.
// `node scripts/generate-finding-docs.js --check` exits with 1 when the page is out of date (a test runs that).
import { readFileSync, writeFileSync } from "node:fs";

const { FINDING_CODES, FINDING_TEXTS } = await import("../dist/health/findings/finding-texts.js");
const { findingDocs } = await import("../dist/health/findings/finding-docs.js");

const page = new URL("../docs/findings.md", import.meta.url);
const wanted = findingDocs(FINDING_CODES.map((code) => [code, FINDING_TEXTS[code]]));

if (process.argv.includes("--check")) {
  if (readFileSync(page, "utf8") !== wanted) {
    console.error("docs/findings.md is out of date: node scripts/generate-finding-docs.js");
    process.exit(1);
  }
} else {
  writeFileSync(page, wanted);
}
