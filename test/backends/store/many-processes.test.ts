import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { DIST, endOf, startModule } from "../../helpers/run-module.ts";
import { temporaryFolder } from "../../helpers/temporary-folder.ts";

/** Writes `count` keys of its own, one after the other, and a line in the history for each. */
const WRITER = `
  import { openStore } from "${DIST}/backends/store/store.js";
  import { zeroCapabilities } from "${DIST}/backends/capabilities.js";
  const [folder, name, count] = process.argv.slice(1);
  const warn = (sentence) => process.stderr.write(sentence);
  const store = openStore({ directories: { cache: folder, log: folder, data: folder }, warn });
  for (let index = 0; index < Number(count); index += 1) {
    const key = { provider: "vllm", endpoint: "http://h/v1", model: name + "-" + (index % 10) };
    const capabilities = { ...zeroCapabilities(key, "x"), probed: true, probedAt: new Date().toISOString() };
    await store.writeCapabilities(capabilities);
    await store.appendHistory({ event: "probe", ...key });
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 15));
  }`;

function modelsIn(folder: string): readonly string[] {
  const document = JSON.parse(readFileSync(join(folder, "capabilities.json"), "utf8"));
  return Object.keys(document.entries).map((id) => id.split(" ")[2]!);
}

describe("many processes", () => {
  test("fifty that write at once lose nothing", async () => {
    const folder = temporaryFolder();
    const names = Array.from({ length: 50 }, (_, index) => `p${index}`);
    const ends = await Promise.all(names.map((name) => endOf(startModule(WRITER, [folder, name, "2"]))));
    expect(ends.filter(({ code, stderr }) => code !== 0 || stderr !== "")).toEqual([]);
    const expected = names.flatMap((name) => [`${name}-0`, `${name}-1`]);
    expect([...modelsIn(folder)].sort()).toEqual([...expected].sort());
    const lines = readFileSync(join(folder, "history.jsonl"), "utf8").trimEnd().split("\n");
    expect(lines.map((line) => JSON.parse(line).model).sort()).toEqual([...expected].sort());
    expect(readdirSync(folder).sort()).toEqual(["capabilities.json", "history.jsonl"]);
  }, 180_000);

  test("after kill -9 at any moment the file is whole, and the next processes go on", async () => {
    const folder = temporaryFolder();
    expect(await endOf(startModule(WRITER, [folder, "first", "1"]))).toEqual({ code: 0, stderr: "" });
    let fewest = 1;
    for (let round = 0; round < 8; round += 1) {
      const child = startModule(WRITER, [folder, `r${round}`, "100000"]);
      const end = endOf(child);
      await hasWritten(folder, `r${round}-0`);
      await delay(Math.random() * 60);
      child.kill("SIGKILL");
      expect((await end).stderr).toBe("");
      const models = modelsIn(folder);
      expect(models).toContain("first-0");
      expect(models.length).toBeGreaterThan(fewest);
      fewest = models.length;
    }
    // They all find the lock that the killed one may have left, and only one may take it over.
    const names = Array.from({ length: 15 }, (_, index) => `last${index}`);
    const ends = await Promise.all(names.map((name) => endOf(startModule(WRITER, [folder, name, "1"]))));
    expect(ends.filter(({ code, stderr }) => code !== 0 || stderr !== "")).toEqual([]);
    expect(modelsIn(folder)).toEqual(expect.arrayContaining(names.map((name) => `${name}-0`)));
    expect(readdirSync(folder).sort()).toEqual(["capabilities.json", "history.jsonl"]);
  }, 180_000);
});

/** Waits for the killed predecessor's lock as well, three seconds. */
async function hasWritten(folder: string, model: string): Promise<void> {
  const deadline = Date.now() + 20_000;
  while (!modelsIn(folder).includes(model)) {
    if (Date.now() > deadline) throw new Error(`${model} was not written within 20 s`);
    await delay(5);
  }
}
