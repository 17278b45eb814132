import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { LINT_RULES } from "../../src/schema/lint-rules.ts";
import { CONSTRAINT_KEYWORDS } from "../../src/schema/subset.ts";

test("docs/contracts.md is what the contracts say", () => {
  execFileSync(process.execPath, ["scripts/generate-contract-docs.js", "--check"], { stdio: "pipe" });
});

test("docs/schema.md names every keyword of the subset and every finding", () => {
  const page = readFileSync("docs/schema.md", "utf8");
  for (const keyword of CONSTRAINT_KEYWORDS) expect(page).toContain(`\`${keyword}\``);
  const codes = Object.keys(LINT_RULES).filter((code) => !["more_findings", "not_an_object"].includes(code));
  for (const code of codes) expect(page).toContain(`\`${code}\``);
});
