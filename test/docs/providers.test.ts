import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { PRESETS } from "../../src/backends/presets/presets.ts";

const page = readFileSync(join(import.meta.dirname, "../../docs/providers.md"), "utf8");

test.each(PRESETS.map((row) => [row.id, row] as const))(
  "docs/providers.md tells of %s what the preset holds",
  (_, row) => {
    const section = page.split(/^### /m).find((each) => each.startsWith(`${row.title}\n`)) ?? "";
    expect(section).toContain(`\`--provider ${row.id}\``);
    expect(section).toContain(row.wireForms.map((form) => `\`${form}\``).join(", "));
    expect(section).toContain(row.source.replaceAll("<", "&lt;"));
    for (const part of [row.defaultBaseUrl, row.apiKeyEnv])
      if (part !== null) expect(section).toContain(`\`${part}\``);
  },
);
