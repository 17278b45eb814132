import { URL_KIND } from "../../config/connection-kinds.ts";
import { EXIT } from "../exit-codes.ts";
import type { Io } from "../io.ts";
import { jsonText } from "../render/json-text.ts";
import { plainText } from "../render/plain-text.ts";
import { UsageError } from "../usage-error.ts";
import { describeFile, edit, type FileOptions, fileToChange, spanEdit } from "./run-config-context.ts";

/** `config allow-endpoint`: always in the user's own file. */
export async function runConfigAllow(url: string, options: FileOptions, io: Io): Promise<number> {
  const parsed = URL_KIND.fromText(url);
  if (!parsed.ok) throw new UsageError(`the endpoint must be ${parsed.expected}`);
  const file = await fileToChange({ user: true }, io);
  const edited = await edit(
    file,
    io,
    spanEdit({ op: "append", path: ["allowed_endpoints"], value: parsed.value }),
  );
  if (options.json === true) {
    const { changed, path, backupId: backup } = edited;
    io.print(
      jsonText({ schema_version: 1, endpoint: parsed.value, scope: file.scope, path, changed, backup }),
    );
  } else {
    const place = describeFile(file, edited.path, io);
    const said = edited.changed ? "may get a key from now on" : "is allowed already";
    io.print(`${plainText(parsed.value)} ${said} (${place})\n`);
  }
  return EXIT.ok;
}
