import type { Change } from "../../config/change-text.ts";
import { describeOrigin } from "../../config/describe-origin.ts";
import type { FoundKey } from "../../config/find-key.ts";
import { KEYS } from "../../config/keys.ts";
import { parseDotfile } from "../../config/parse-dotfile.ts";
import { quoted } from "../../config/quoted.ts";
import type { Setting } from "../../config/setting.ts";
import { homeDirectory } from "../../data-directory.ts";
import type { JsonValue } from "../../json-value.ts";
import { EXIT } from "../exit-codes.ts";
import type { Io } from "../io.ts";
import { jsonText } from "../render/json-text.ts";
import { UsageError } from "../usage-error.ts";
import {
  type ConfigFile,
  describeFile,
  edit,
  type FileOptions,
  fileToChange,
  loadAll,
  printNotes,
  shownValue,
  spanEdit,
} from "./run-config-context.ts";
import { keyNamed } from "./run-config-key.ts";

export interface Wanted {
  readonly key: string;
  /** As it was typed; `null` removes the key. */
  readonly value: string | null;
}

/** `config set` and `config unset`. */
export async function runConfigSet({ key, value }: Wanted, options: FileOptions, io: Io): Promise<number> {
  if (value === null && /^endpoints(\.[^.]+)?$/.test(key)) return removeEndpoints(key, options, io);
  const found = keyNamed(key);
  const change: Change =
    value === null
      ? { op: "unset", path: found.path }
      : { op: "set", path: found.path, value: parsedValue(found, value) };
  const file = await fileToChange(options, io);
  if (value !== null && file.scope === "project" && !found.projectMay) {
    throw new UsageError(
      `a project's file may not set ${found.name}: it is somebody else's file for whoever gets the project`,
      `Set it in your own file: slmcode config set ${found.name} VALUE`,
    );
  }
  const edited = await edit(file, io, spanEdit(change));
  const from = valueIn(edited.before, found, file);
  const to = valueIn(edited.after, found, file);
  const place = describeFile(file, edited.path, io);
  const stronger = await whatStandsBefore(found, file, io);
  if (options.json === true) {
    const { changed, path, backupId: backup } = edited;
    const before =
      stronger === null ? null : { scope: stronger.scope, origin: stronger.origin, value: stronger.value };
    const document = {
      key: found.name,
      from,
      to,
      scope: file.scope,
      path,
      changed,
      backup,
      overridden_by: before,
    };
    io.print(jsonText({ schema_version: 1, ...document }));
  } else if (edited.changed && shownValue(from) === shownValue(to)) {
    io.print(`${found.name}: ${shownValue(to)}, as by default (${place})\n`);
  } else if (edited.changed) {
    io.print(`${found.name}: ${shownValue(from)} -> ${shownValue(to)} (${place})\n`);
  } else {
    io.print(`${found.name}: ${shownValue(to)}, nothing to change (${place})\n`);
  }
  if (stronger !== null && value !== null) {
    const origin = describeOrigin(stronger, homeDirectory(io.env));
    io.warn(
      `slmcode: ${found.name} is still ${shownValue(stronger.value)} here: ${origin} stands before it\n`,
    );
  }
  return EXIT.ok;
}

function parsedValue({ kind, name }: FoundKey, typed: string): JsonValue {
  const parsed = kind.fromText(typed);
  if (parsed.ok) return parsed.value as JsonValue;
  const got = parsed.secret === true ? "" : `, not ${quoted(typed)}`;
  throw new UsageError(`${name} must be ${parsed.expected}${got}`);
}

/** What the file says; else the default. */
function valueIn(text: string | null, { name, key, endpointName }: FoundKey, file: ConfigFile): unknown {
  const inFile = parseDotfile(text ?? "", file).values.get(name);
  if (inFile !== undefined) return inFile.value;
  return endpointName === null ? KEYS[key].default : null;
}

/** A stronger source that makes the edit have no effect here. */
async function whatStandsBefore(
  { key, endpointName }: FoundKey,
  file: ConfigFile,
  io: Io,
): Promise<Setting<unknown> | null> {
  const result = await loadAll(io);
  if (!result.ok) {
    printNotes(io, result.problems);
    return null;
  }
  if (endpointName !== null) return null;
  const setting: Setting<unknown> = result.config.values[key];
  const isThis = setting.scope === "default" || (setting.origin === file.path && setting.named === null);
  return isThis ? null : setting;
}

async function removeEndpoints(key: string, options: FileOptions, io: Io): Promise<number> {
  const file = await fileToChange(options, io);
  const edited = await edit(file, io, spanEdit({ op: "unset", path: key.split(".") }));
  const place = describeFile(file, edited.path, io);
  if (options.json === true) {
    const { changed, path, backupId: backup } = edited;
    io.print(jsonText({ schema_version: 1, key, scope: file.scope, path, changed, backup }));
  } else {
    io.print(`${key}: ${edited.changed ? "removed" : "not there, nothing to change"} (${place})\n`);
  }
  return EXIT.ok;
}
