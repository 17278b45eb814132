import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";

const DIST = join(import.meta.dirname, "../dist");

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
