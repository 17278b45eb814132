import { existsSync } from "node:fs";
import { locateDotfiles } from "../../config/locate-dotfiles.ts";
import { dataDirectories, dataFiles, homeDirectory } from "../../data-directory.ts";
import { EXIT } from "../exit-codes.ts";
import type { Io } from "../io.ts";
import { jsonText } from "../render/json-text.ts";
import { plainText } from "../render/plain-text.ts";
import { type FileOptions, fileToShow } from "./run-config-context.ts";

/** `config path`: where everything is kept, or with `--user` or `--project` the path of that file alone. */
export async function runConfigPath(options: FileOptions, io: Io): Promise<number> {
  const file = await fileToShow(options, io);
  if (file !== null) {
    const { scope, path } = file;
    const exists = existsSync(path);
    io.print(
      options.json === true ? jsonText({ schema_version: 1, scope, path, exists }) : `${plainText(path)}\n`,
    );
    return EXIT.ok;
  }
  const { user, project } = await locateDotfiles(io.cwd, homeDirectory(io.env));
  const { capabilities, history, memory, configBackups } = dataFiles(await dataDirectories(io.env));
  const paths = { user, project, capabilities, history, memory, backups: configBackups };
  if (options.json === true) {
    const each = Object.entries(paths).map(([name, path]): [string, unknown] => [
      name,
      { path, exists: path !== null && existsSync(path) },
    ]);
    io.print(jsonText({ schema_version: 1, paths: Object.fromEntries(each) }));
    return EXIT.ok;
  }
  for (const [name, path] of Object.entries(paths)) {
    const state =
      path === null ? "(none)" : `${plainText(path)}${existsSync(path) ? "" : " (does not exist)"}`;
    io.print(`${name.padEnd(14)}${state}\n`);
  }
  return EXIT.ok;
}
