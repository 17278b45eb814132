import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { readBackups } from "../../src/config/backups.ts";
import { type Change, changeText } from "../../src/config/change-text.ts";
import { type DotfileEdit, editDotfile } from "../../src/config/edit-dotfile.ts";
import { temporaryFolder } from "../helpers/temporary-folder.ts";

const SET: Change = { op: "set", path: ["model"], value: "new" };

interface Place {
  readonly folder: string;
  readonly path: string;
  readonly backupFolder: string;
  readonly edit: (change?: Change, path?: string) => Promise<DotfileEdit>;
}

function place(text?: string): Place {
  const folder = temporaryFolder();
  const path = join(folder, ".slmcode.json");
  const backupFolder = join(folder, "data", "backups");
  if (text !== undefined) writeFileSync(path, text);
  const edit = (change: Change = SET, at: string = path): Promise<DotfileEdit> =>
    editDotfile({
      path: at,
      backupFolder,
      newFileMode: 0o600,
      edit: (before) => changeText(before ?? "", [change]),
      lockTimeoutMs: 500,
    });
  return { folder, path, backupFolder, edit };
}

const posix = test.skipIf(process.platform === "win32");

describe("editDotfile", () => {
  test("writes the new text and keeps the old one", async () => {
    const { path, folder, backupFolder, edit } = place('{"model":"old"} // mine');
    const edited = await edit();
    expect(edited).toMatchObject({ ok: true, changed: true, before: '{"model":"old"} // mine' });
    expect(readFileSync(path, "utf8")).toBe('{"model":"new"} // mine');
    const [backup, ...others] = await readBackups(backupFolder);
    expect(backup).toMatchObject({ path: statSync(path) && path, text: '{"model":"old"} // mine' });
    expect(edited.ok && edited.backupId).toBe(backup?.id);
    expect(others).toEqual([]);
    expect(readdirSync(folder).sort()).toEqual([".slmcode.json", "data"]);
  });

  posix("keeps the mode, and gives a new file and a backup to its owner alone", async () => {
    const { path, backupFolder, edit } = place("{}");
    chmodSync(path, 0o640);
    await edit();
    expect(statSync(path).mode & 0o777).toBe(0o640);
    const [name] = readdirSync(backupFolder);
    expect(statSync(join(backupFolder, name!)).mode & 0o777).toBe(0o600);
    const fresh = place();
    await fresh.edit();
    expect(statSync(fresh.path).mode & 0o777).toBe(0o600);
  });

  posix("follows links, also to a file that does not exist yet, and leaves them", async () => {
    const { folder, path, edit } = place();
    mkdirSync(join(folder, "dotfiles"));
    symlinkSync("dotfiles/first", path);
    symlinkSync("settings.json", join(folder, "dotfiles", "first"));
    const edited = await edit();
    const target = join(folder, "dotfiles", "settings.json");
    expect(edited).toMatchObject({ ok: true, path: target });
    expect(readFileSync(target, "utf8")).toBe('{\n  "model": "new"\n}\n');
    expect(lstatSync(path).isSymbolicLink()).toBe(true);
    await edit({ op: "unset", path: ["model"] });
    expect(readFileSync(target, "utf8")).toBe("{\n}\n");
  });

  test("writes nothing, and keeps no backup, where nothing changes", async () => {
    const { path, backupFolder, edit } = place('{"model": "new" }');
    const { ino, mtimeMs } = statSync(path);
    expect(await edit()).toMatchObject({ ok: true, changed: false, backupId: null });
    expect(statSync(path)).toMatchObject({ ino, mtimeMs });
    expect(existsSync(backupFolder)).toBe(false);
    const missing = place();
    expect(await missing.edit({ op: "unset", path: ["model"] })).toMatchObject({ ok: true, changed: false });
    expect(existsSync(missing.path)).toBe(false);
  });

  test.each([
    ["does not parse", '{"model": ', /is not valid JSON/],
    ["holds no object", "[]", /holds no object/],
    ["is not UTF-8", Buffer.from([0x7b, 0xff, 0x7d]), /is not UTF-8 text/],
    ["is too large", `{}${" ".repeat(1024 * 1024)}`, /is 2 MB large/],
  ])("refuses a file that %s, and leaves it", async (_title, content, problem) => {
    const { path, backupFolder, edit } = place();
    writeFileSync(path, content);
    expect(await edit()).toMatchObject({ ok: false, problem: expect.stringMatching(problem) });
    expect(readFileSync(path)).toEqual(Buffer.from(content));
    expect(existsSync(backupFolder)).toBe(false);
  });

  test("does not write where no backup can be kept", async () => {
    const { folder, path, edit } = place('{"model":"old"}');
    writeFileSync(join(folder, "data"), "a file where the folder would be");
    const edited = await edit();
    expect(edited).toMatchObject({ ok: false, hint: "Set SLMCODE_HOME to a folder that can be written." });
    expect(readFileSync(path, "utf8")).toBe('{"model":"old"}');
  });

  test("says when the folder does not exist, and when another process does not finish", async () => {
    const { folder, path, edit } = place("{}");
    const elsewhere = await edit(SET, join(folder, "missing", ".slmcode.json"));
    expect(elsewhere).toMatchObject({
      ok: false,
      problem: expect.stringContaining("cannot be written (ENOENT)"),
    });
    mkdirSync(`${path}.lock`);
    expect(await edit()).toMatchObject({
      ok: false,
      problem: expect.stringContaining("is being edited by another"),
    });
    expect(readFileSync(path, "utf8")).toBe("{}");
  });

  test("keeps fifty backups of a file, and those of other files besides", async () => {
    const { folder, path, backupFolder, edit } = place();
    await edit(SET, join(folder, "other.json"));
    for (let index = 0; index < 52; index += 1)
      await edit({ op: "set", path: ["max_tokens"], value: index + 1 });
    const backups = await readBackups(backupFolder, path);
    expect(backups).toHaveLength(50);
    expect(backups[0]?.text).toBe('{\n  "max_tokens": 51\n}\n');
    expect(await readBackups(backupFolder)).toHaveLength(51);
  });
});
