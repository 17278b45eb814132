import { describe, expect, test } from "vitest";
import { importEdges, sourceFiles } from "./helpers/import-graph.ts";

/** What a folder's files may import besides their own folder and the leaves at the top of src. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  schema: [],
  grammar: ["schema"],
  repair: ["schema"],
  config: ["backends"],
  backends: ["schema", "grammar", "repair"],
  agents: ["schema", "grammar", "repair", "backends"],
  evolve: ["schema", "grammar", "repair", "backends"],
  health: ["schema", "grammar", "repair", "backends", "agents", "evolve", "config"],
  simulator: ["schema", "grammar"],
  cli: ["schema", "grammar", "repair", "backends", "agents", "evolve", "health", "config", "simulator"],
};

/** Packages that cost start-up time: each is imported by one file, lazily. */
const HEAVY: readonly string[] = [
  "ajv",
  "chalk",
  "env-paths",
  "jsonc-parser",
  "ora",
  "proper-lockfile",
  "undici",
  "yaml",
];

const edges = importEdges();

function folderOf(file: string): string {
  return file.includes("/") ? file.split("/")[0]! : "";
}

describe("the architecture", () => {
  test("every folder of src is one that the design knows", () => {
    const folders = new Set(
      sourceFiles()
        .map(folderOf)
        .filter((folder) => folder !== ""),
    );
    expect([...folders].filter((folder) => !(folder in MAY_IMPORT))).toEqual([]);
  });

  test("imports go one way", () => {
    const wrong = edges
      .filter((edge) => !edge.external)
      .filter(({ from, to }) => {
        const [source, target] = [folderOf(from), folderOf(to)];
        if (source === "" || target === "" || source === target)
          return source !== "" && target === "" && to === "index.ts";
        return !MAY_IMPORT[source]!.includes(target);
      })
      .map(({ from, to }) => `${from} imports ${to}`);
    expect(wrong).toEqual([]);
  });

  test("no file imports itself by way of others", () => {
    const next = new Map<string, string[]>();
    for (const { from, to, external, lazy } of edges) {
      if (!external && !lazy) next.set(from, [...(next.get(from) ?? []), to]);
    }
    const state = new Map<string, "open" | "done">();
    const cycles: string[] = [];
    const visit = (file: string, path: readonly string[]): void => {
      if (state.get(file) === "done") return;
      if (state.get(file) === "open") {
        cycles.push([...path.slice(path.indexOf(file)), file].join(" -> "));
        return;
      }
      state.set(file, "open");
      for (const target of next.get(file) ?? []) visit(target, [...path, file]);
      state.set(file, "done");
    };
    for (const file of next.keys()) visit(file, []);
    expect(cycles).toEqual([]);
  });

  test("starting the CLI loads commander and nothing else from outside", () => {
    const seen = new Set<string>();
    const packages = new Set<string>();
    const walk = (file: string): void => {
      if (seen.has(file)) return;
      seen.add(file);
      for (const { from, to, external, lazy } of edges) {
        if (from !== file || lazy) continue;
        if (external) packages.add(to);
        else walk(to);
      }
    };
    walk("cli/main.ts");
    walk("cli/program.ts");
    expect([...packages].filter((name) => !name.startsWith("node:"))).toEqual(["commander"]);
  });

  test.each(HEAVY)("%s is imported by one file at most", (name) => {
    const importers = new Set(
      edges.filter(({ to, external }) => external && to === name).map(({ from }) => from),
    );
    expect([...importers].length, [...importers].join(", ")).toBeLessThanOrEqual(1);
  });

  test("only the CLI prints or sets an exit code", async () => {
    const { readFileSync } = await import("node:fs");
    const printing = sourceFiles()
      .filter((file) => folderOf(file) !== "cli")
      .filter((file) =>
        /process\.(?:stdout|stderr|exitCode|exit\b)|\bconsole\.(?:log|error|warn|info|debug|table)/.test(
          readFileSync(`src/${file}`, "utf8"),
        ),
      );
    expect(printing).toEqual([]);
  });
});
