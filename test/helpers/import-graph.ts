import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";

export interface ImportEdge {
  readonly from: string;
  /** A file relative to src, or the name of a package. */
  readonly to: string;
  readonly external: boolean;
  /** `import()`; loaded only when the code gets there. */
  readonly lazy: boolean;
}

const SRC = resolve(import.meta.dirname, "../../src");
const STATIC = /^(?:import|export)\s(?!type\s)(?:[^"';]*?\sfrom\s+)?"([^"]+)"/gm;
const DYNAMIC = /\bimport\(\s*"([^"]+)"\s*\)/g;

export function sourceFiles(): string[] {
  return readdirSync(SRC, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts"))
    .map((file) => file.replaceAll("\\", "/"));
}

/** Every value import of every file in src (imports of types alone do not exist at run time). */
export function importEdges(): ImportEdge[] {
  return sourceFiles().flatMap((file) => {
    const text = readFileSync(join(SRC, file), "utf8");
    return [...edges(file, text, STATIC, false), ...edges(file, text, DYNAMIC, true)];
  });
}

function edges(file: string, text: string, pattern: RegExp, lazy: boolean): ImportEdge[] {
  return [...text.matchAll(pattern)]
    .filter((match) => !onlyTypes(match[0]))
    .map((match) => {
      const specifier = match[1]!;
      if (!specifier.startsWith(".")) return { from: file, to: packageOf(specifier), external: true, lazy };
      const target = join(SRC, dirname(file), specifier);
      return {
        from: file,
        to: relative(SRC, existsSync(target) ? target : target.replace(/\.js$/, ".ts")).replaceAll("\\", "/"),
        external: false,
        lazy,
      };
    });
}

/** `import { type A, type B } from` leaves an import for its effects alone, which verbatimModuleSyntax keeps; ours have none. */
function onlyTypes(statement: string): boolean {
  const names = /\{([^}]*)\}/.exec(statement)?.[1];
  if (names === undefined) return false;
  return names.split(",").every((name) => name.trim() === "" || name.trim().startsWith("type "));
}

function packageOf(specifier: string): string {
  if (specifier.startsWith("node:")) return specifier;
  return specifier
    .split("/")
    .slice(0, specifier.startsWith("@") ? 2 : 1)
    .join("/");
}
