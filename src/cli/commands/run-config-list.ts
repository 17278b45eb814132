import { describeOrigin, shortPath } from "../../config/describe-origin.ts";
import { ENDPOINT_FIELDS, KEY_NAMES } from "../../config/keys.ts";
import { parseDotfile } from "../../config/parse-dotfile.ts";
import { readDotfile } from "../../config/read-dotfile.ts";
import type { ResolvedConfig, Setting } from "../../config/setting.ts";
import { type KeyDecision, keyFor } from "../../config/trust.ts";
import { homeDirectory } from "../../data-directory.ts";
import { EXIT } from "../exit-codes.ts";
import type { Io } from "../io.ts";
import { jsonText } from "../render/json-text.ts";
import { plainText } from "../render/plain-text.ts";
import { UsageError } from "../usage-error.ts";
import { type ConfigFile, fileToShow, loadAll, printNotes, shownValue } from "./run-config-context.ts";
import type { ShowOptions } from "./run-config-get.ts";

/** `config list`: all values that count, or with `--user` or `--project` those in that file. */
export async function runConfigList(options: ShowOptions, io: Io): Promise<number> {
  const file = await fileToShow(options, io);
  if (file !== null) return listFile(file, options, io);
  const result = await loadAll(io);
  if (!result.ok) {
    printNotes(io, result.problems);
    return EXIT.usage;
  }
  const { config } = result;
  const key = keyFor({ config, env: io.env });
  io.print(options.json === true ? jsonText(document(config, key)) : table(rows(config, key, options, io)));
  return EXIT.ok;
}

function document({ values, endpoints, files }: ResolvedConfig, key: KeyDecision): unknown {
  const settings = KEY_NAMES.map((name): [string, unknown] => {
    const { value, scope, origin, named, overrides }: Setting<unknown> = values[name];
    const weaker = overrides.map((each) => ({ value: each.value, scope: each.scope, origin: each.origin }));
    return [name, { value, scope, origin, named, overrides: weaker }];
  });
  return {
    schema_version: 1,
    files,
    values: Object.fromEntries(settings),
    endpoints,
    api_key: {
      set: key.apiKey !== undefined,
      variable: key.variable,
      withheld: key.withheld ?? null,
    },
  };
}

type Row = readonly [name: string, value: string, origin: string];

function rows(
  { values, endpoints }: ResolvedConfig,
  key: KeyDecision,
  options: ShowOptions,
  io: Io,
): readonly Row[] {
  const home = homeDirectory(io.env);
  const origin = (setting: Parameters<typeof describeOrigin>[0]): string =>
    options.showOrigin === true ? plainText(describeOrigin(setting, home)) : "";
  return [
    ...KEY_NAMES.map((name): Row => [name, shownValue(values[name].value), origin(values[name])]),
    ["api_key", keyState(key), ""],
    ...endpoints.flatMap((named) =>
      ENDPOINT_FIELDS.filter((field) => named[field] !== null).map(
        (field): Row => [
          `endpoints.${named.name}.${field}`,
          shownValue(named[field]),
          origin({ ...named, named: null }),
        ],
      ),
    ),
  ];
}

/** Never the key, only whether there is one, and where. */
function keyState({ apiKey, variable, withheld }: KeyDecision): string {
  if (withheld !== undefined) return plainText(`withheld: ${withheld}`);
  if (variable === null) return "(not set)";
  return apiKey === undefined ? `(${variable} is not set)` : `set, in ${variable}`;
}

function table(lines: readonly Row[]): string {
  const nameWidth = Math.max(...lines.map(([name]) => name.length));
  const valueWidth = Math.min(32, Math.max(...lines.map(([, value]) => value.length)));
  return lines
    .map(([name, value, origin]) =>
      `${name.padEnd(nameWidth)}  ${origin === "" ? value : `${value.padEnd(valueWidth)}  ${origin}`}`.trimEnd(),
    )
    .map((line) => `${line}\n`)
    .join("");
}

async function listFile(file: ConfigFile, options: ShowOptions, io: Io): Promise<number> {
  const read = await readDotfile(file.path);
  if (read.state === "unreadable") throw new UsageError(plainText(`${file.path} ${read.problem}`));
  const { values, problems, warnings } = parseDotfile(read.state === "ok" ? read.text : "", file);
  printNotes(io, [...warnings, ...problems]);
  if (problems.length > 0) return EXIT.usage;
  const entries = [...values].map(([name, { value }]): [string, unknown] => [name, value]);
  if (options.json === true) {
    const { scope, path } = file;
    io.print(
      jsonText({
        schema_version: 1,
        scope,
        path,
        exists: read.state === "ok",
        values: Object.fromEntries(entries),
      }),
    );
  } else if (entries.length === 0) {
    io.warn(`slmcode: nothing is set in ${plainText(shortPath(file.path, homeDirectory(io.env)))}\n`);
  } else {
    io.print(table(entries.map(([name, value]): Row => [name, shownValue(value), ""])));
  }
  return EXIT.ok;
}
