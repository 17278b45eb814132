import { describeOrigin } from "../../config/describe-origin.ts";
import type { FoundKey } from "../../config/find-key.ts";
import { parseDotfile } from "../../config/parse-dotfile.ts";
import { readDotfile } from "../../config/read-dotfile.ts";
import type { NamedEndpoint, Origin, ResolvedConfig, Setting } from "../../config/setting.ts";
import { homeDirectory } from "../../data-directory.ts";
import { EXIT } from "../exit-codes.ts";
import type { Io } from "../io.ts";
import { jsonText } from "../render/json-text.ts";
import { plainText } from "../render/plain-text.ts";
import { UsageError } from "../usage-error.ts";
import {
  type ConfigFile,
  type FileOptions,
  fileToShow,
  loadAll,
  printNotes,
  shownValue,
} from "./run-config-context.ts";
import { keyNamed } from "./run-config-key.ts";

export interface ShowOptions extends FileOptions {
  readonly showOrigin?: boolean;
}

interface Shown extends Origin {
  readonly value: unknown;
  readonly overrides: Setting<unknown>["overrides"];
}

/** `config get`: the value that counts, or with `--user` or `--project` the one in that file. Exit code 1 where nothing is set. */
export async function runConfigGet(key: string, options: ShowOptions, io: Io): Promise<number> {
  if (/^endpoints(\.[^.]+)?$/.test(key)) return getEndpoints(key.split(".")[1], io);
  const found = keyNamed(key);
  const file = await fileToShow(options, io);
  const shown = file === null ? await inEffect(found, io) : await inFile(found, file, io);
  if (shown === null) return EXIT.usage;
  const isSet = shown.value !== null;
  if (options.json === true) {
    const { value, scope, origin, overrides } = shown;
    const weaker = overrides.map((each) => ({ value: each.value, scope: each.scope, origin: each.origin }));
    io.print(jsonText({ schema_version: 1, key: found.name, value, scope, origin, overrides: weaker }));
  } else if (isSet) {
    const origin = options.showOrigin === true ? `\t${describeOrigin(shown, homeDirectory(io.env))}` : "";
    io.print(`${shownValue(shown.value)}${origin}\n`);
  } else {
    io.warn(`slmcode: ${found.name} is not set\n`);
  }
  return isSet ? EXIT.ok : EXIT.findings;
}

/** Whole entries, or one, as JSON: there is no shorter way to write them. */
async function getEndpoints(name: string | undefined, io: Io): Promise<number> {
  const result = await loadAll(io);
  if (!result.ok) {
    printNotes(io, result.problems);
    return EXIT.usage;
  }
  const { endpoints } = result.config;
  const named = endpoints.find((each) => each.name === name);
  if (name !== undefined && named === undefined) {
    io.warn(`slmcode: endpoints.${plainText(name)} is not set\n`);
    return EXIT.findings;
  }
  io.print(jsonText({ schema_version: 1, ...(named === undefined ? { endpoints } : named) }));
  return EXIT.ok;
}

async function inEffect(found: FoundKey, io: Io): Promise<Shown | null> {
  const result = await loadAll(io);
  if (!result.ok) {
    printNotes(io, result.problems);
    return null;
  }
  return found.endpointName === null ? result.config.values[found.key] : ofNamed(found, result.config);
}

function ofNamed({ path, endpointName }: FoundKey, { endpoints }: ResolvedConfig): Shown {
  const named = endpoints.find((each) => each.name === endpointName);
  const value = named?.[path[2] as keyof NamedEndpoint] ?? null;
  if (named === undefined) return { value, scope: "default", origin: "default", named: null, overrides: [] };
  return { value, scope: named.scope, origin: named.origin, named: null, overrides: [] };
}

async function inFile(found: FoundKey, file: ConfigFile, io: Io): Promise<Shown | null> {
  const read = await readDotfile(file.path);
  if (read.state === "unreadable") throw new UsageError(`${file.path} ${read.problem}`);
  const parsed = parseDotfile(read.state === "ok" ? read.text : "", file);
  printNotes(io, parsed.problems);
  if (parsed.problems.length > 0) return null;
  const value = parsed.values.get(found.name)?.value ?? null;
  return { value, scope: file.scope, origin: file.path, named: null, overrides: [] };
}
