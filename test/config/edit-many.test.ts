import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { expect, test } from "vitest";
import { parseJsonc } from "../../src/config/jsonc.ts";
import { DIST, endOf, startModule } from "../helpers/run-module.ts";
import { temporaryFolder } from "../helpers/temporary-folder.ts";

/** Sets `count` keys of its own, one after the other. */
const EDITOR = `
  import { editDotfile } from "${DIST}/config/edit-dotfile.js";
  import { changeText } from "${DIST}/config/change-text.js";
  const [folder, name, count] = process.argv.slice(1);
  for (let index = 0; index < Number(count); index += 1) {
    const edited = await editDotfile({
      path: folder + "/.slmcode.json",
      backupFolder: folder + "/backups",
      newFileMode: 0o600,
      edit: (text) => changeText(text ?? "", [{ op: "set", path: ["endpoints", name, "k" + (index % 5)], value: index }]),
    });
    if (!edited.ok) process.stderr.write(edited.problem);
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 10));
  }`;

const START = '{\n  // mine\n  "model": "kept", // and this\n}\n';

function settingsIn(folder: string): Record<string, Record<string, Record<string, number>>> {
  const text = readFileSync(join(folder, ".slmcode.json"), "utf8");
  const parse = parseJsonc(text);
  if (!parse.ok || parse.root === null) throw new Error(`does not parse: ${text}`);
  expect(text.startsWith('{\n  // mine\n  "model": "kept", // and this\n')).toBe(true);
  return JSON.parse(JSON.stringify(parse.root.value));
}

test("fifty processes that edit at once lose nothing", async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, ".slmcode.json"), START);
  const names = Array.from({ length: 50 }, (_, index) => `p${index}`);
  const ends = await Promise.all(names.map((name) => endOf(startModule(EDITOR, [folder, name, "2"]))));
  expect(ends.filter(({ code, stderr }) => code !== 0 || stderr !== "")).toEqual([]);
  const { endpoints } = settingsIn(folder);
  expect(Object.keys(endpoints!).sort()).toEqual([...names].sort());
  for (const name of names) expect(endpoints![name]).toEqual({ k0: 0, k1: 1 });
  expect(readdirSync(folder).sort()).toEqual([".slmcode.json", "backups"]);
}, 180_000);

test("after kill -9 at any moment the file is the old or the new one", async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, ".slmcode.json"), START);
  for (let round = 0; round < 8; round += 1) {
    const child = startModule(EDITOR, [folder, `r${round}`, "100000"]);
    const end = endOf(child);
    const deadline = Date.now() + 20_000;
    while (settingsIn(folder)["endpoints"]?.[`r${round}`] === undefined) {
      if (Date.now() > deadline) throw new Error("nothing was written within 20 s");
      await delay(5);
    }
    await delay(Math.random() * 60);
    child.kill("SIGKILL");
    expect((await end).stderr).toBe("");
    expect(Object.keys(settingsIn(folder)["endpoints"]!)).toHaveLength(round + 1);
  }
  expect(await endOf(startModule(EDITOR, [folder, "last", "1"]))).toEqual({ code: 0, stderr: "" });
  expect(settingsIn(folder)["endpoints"]).toHaveProperty("last");
  expect(readdirSync(folder).sort()).toEqual([".slmcode.json", "backups"]);
}, 180_000);
