import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { parseRoles } from "../../src/agents/parse-roles.ts";

const ROOT = join(import.meta.dirname, "../..");
const text = readFileSync(join(ROOT, "docs/roles.md"), "utf8");
const schema = JSON.parse(readFileSync(join(ROOT, "schemas/roles.schema.json"), "utf8"));

describe("docs/roles.md", () => {
  const examples = [...text.matchAll(/```yaml\n([\s\S]*?)```/g)].map((match) => match[1]!);

  test("has examples, and all of them are role files without a problem", async () => {
    expect(examples).toHaveLength(2);
    for (const example of examples) expect(await parseRoles(example)).toMatchObject({ ok: true });
  });

  test("names every field, and no other", () => {
    const [, table = ""] = text.split("| field | value |");
    const cells = [...table.matchAll(/^\| (`.+?) \|/gm)].map((match) => match[1]!);
    const named = cells.flatMap((cell) => [...cell.matchAll(/`(\w+)`/g)].map((match) => match[1]!));
    expect(named.sort()).toEqual(Object.keys(schema.$defs.role.properties).sort());
  });
});
