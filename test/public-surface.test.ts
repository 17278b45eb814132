import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";

const DIST = join(import.meta.dirname, "../dist");
const SOURCE = join(import.meta.dirname, "../src");

test("the package exports these values and no others", async () => {
  const names = Object.keys(await import(pathToFileURL(join(DIST, "index.js")).href));
  expect(names.sort()).toMatchSnapshot();
});

test("the package exports these types and no others", () => {
  const text = readFileSync(join(DIST, "index.d.ts"), "utf8");
  expect(text).not.toMatch(/export \*/);
  const names = [...text.matchAll(/export (type )?\{([^}]*)\}/g)].flatMap(([, wholly, list = ""]) =>
    list
      .split(",")
      .map((each) => each.trim())
      .filter((each) => each !== "" && (wholly !== undefined || each.startsWith("type ")))
      .map((each) => each.replace(/^type /, "").replace(/^.* as /, "")),
  );
  expect(names.sort()).toMatchSnapshot();
});

test("everything that the package exports has a docstring where it is declared", () => {
  const index = readFileSync(join(SOURCE, "index.ts"), "utf8");
  const bare = [...index.matchAll(/export (?:type )?\{([^}]*)\} from "([^"]+)"/g)].flatMap(
    ([, list = "", file = ""]) => {
      const source = readFileSync(join(SOURCE, file), "utf8");
      return list
        .split(",")
        .map((each) => each.trim().replace(/^type /, ""))
        .filter((name) => name !== "" && !hasDocstring(source, name));
    },
  );
  // These two are handed on by the file that wraps the probe.
  expect(bare).toEqual(["CapabilitiesMemory", "forgetProbe"]);
});

function hasDocstring(source: string, name: string): boolean {
  const declared = `export (?:async )?(?:function\\*?|const|class|interface|type) ${name}\\b`;
  return new RegExp(`\\*/\\n${declared}`).test(source);
}
