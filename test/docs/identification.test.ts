import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { USUAL_PORTS } from "../../src/backends/identify/discover.ts";
import { PRESETS } from "../../src/backends/presets/presets.ts";

const page = readFileSync(join(import.meta.dirname, "../../docs/identification.md"), "utf8");

describe("docs/identification.md", () => {
  test("names the ports that are asked, and no others", () => {
    const line = /on `127\.0\.0\.1` and on `::1`: ([\d, ]+)\./.exec(page)?.[1] ?? "";
    expect(line.split(", ").map(Number)).toEqual([...USUAL_PORTS].sort((a, b) => a - b));
  });

  test("says of every server that people run themselves what is read", () => {
    const table = page.slice(page.indexOf("## What is read"), page.indexOf("## When proof is dropped"));
    const missing = PRESETS.filter((row) => row.local).filter(
      ({ title }) => !table.includes(title.replace(/ proxy$|\.server$/, "")),
    );
    expect(missing.map((row) => row.title)).toEqual([]);
  });
});
