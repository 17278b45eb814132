import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { findingDocs } from "../../../src/health/findings/finding-docs.ts";
import { FINDING_CODES, findingText } from "../../../src/health/findings/finding-texts.ts";

test("docs/findings.md says what the program says", () => {
  const page = readFileSync(join(import.meta.dirname, "../../../docs/findings.md"), "utf8");
  expect(page.trimEnd()).toBe(
    findingDocs(FINDING_CODES.map((code) => [code, findingText(code)] as const)).trimEnd(),
  );
});
