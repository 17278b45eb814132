import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "../..");

const pages = [
  "README.md",
  "AGENTS.md",
  "CHANGELOG.md",
  ...readdirSync(join(ROOT, "docs"), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".md"))
    .map((name) => join("docs", name)),
];

test.each(pages)("every link in %s leads to a file that is there", (page) => {
  const text = readFileSync(join(ROOT, page), "utf8");
  const targets = [...text.matchAll(/\]\(([^)\s]+)\)/g)]
    .map((match) => match[1] ?? "")
    .filter((target) => !/^(?:https?:|mailto:|#)/.test(target))
    .map((target) => target.replace(/#.*$/, ""));
  const missing = targets.filter((target) => !existsSync(join(ROOT, dirname(page), target)));
  expect(missing).toEqual([]);
});
