import { existsSync, mkdirSync, readdirSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { withFileLock } from "../../../src/backends/store/file-lock.ts";
import { DIST, endOf, startModule } from "../../helpers/run-module.ts";
import { temporaryFolder } from "../../helpers/temporary-folder.ts";

describe("withFileLock", () => {
  test("runs one at a time within a process, in the order of the calls", async () => {
    const path = join(temporaryFolder(), "file");
    const log: string[] = [];
    const work = (name: string) => async (): Promise<void> => {
      log.push(`${name} begins`);
      await delay(5);
      log.push(`${name} ends`);
    };
    await Promise.all(["a", "b", "c"].map((name) => withFileLock(path, work(name))));
    expect(log).toEqual(["a begins", "a ends", "b begins", "b ends", "c begins", "c ends"]);
    expect(existsSync(`${path}.lock`)).toBe(false);
  });

  test("is given back when the action throws", async () => {
    const path = join(temporaryFolder(), "file");
    const failing = withFileLock(path, () => Promise.reject(new Error("no")));
    await expect(failing).rejects.toThrow("no");
    expect(await withFileLock(path, async () => 1)).toEqual({ ok: true, value: 1 });
  });

  test.each([
    ["a lock that was last refreshed four seconds ago", -4000],
    ["a lock from the future, left before the clock was set back", 60_000],
  ])("takes over %s", async (_title, agoMs) => {
    const path = join(temporaryFolder(), "file");
    mkdirSync(`${path}.lock`);
    const at = new Date(Date.now() + agoMs);
    utimesSync(`${path}.lock`, at, at);
    expect(await withFileLock(path, async () => "mine", { timeoutMs: 2000 })).toEqual({
      ok: true,
      value: "mine",
    });
    expect(readdirSync(join(path, ".."))).toEqual([]);
  });

  test("leaves a living lock alone and gives up in time", async () => {
    const path = join(temporaryFolder(), "file");
    mkdirSync(`${path}.lock`);
    const began = performance.now();
    const result = await withFileLock(path, async () => 1, { timeoutMs: 200 });
    expect(result).toEqual({ ok: false, reason: "busy", code: "ELOCKED" });
    expect(performance.now() - began).toBeLessThan(2000);
  });

  test("says when no lock can be made there", async () => {
    const path = join(temporaryFolder(), "missing", "file");
    const result = await withFileLock(path, async () => 1);
    expect(result).toEqual({ ok: false, reason: "unusable", code: "ENOENT" });
  });

  test("tells the holder that somebody took the lock over", async () => {
    const path = join(temporaryFolder(), "file");
    const result = await withFileLock(path, async (stillHeld) => {
      const before = stillHeld();
      const { rmdirSync } = await import("node:fs");
      rmdirSync(`${path}.lock`);
      mkdirSync(`${path}.lock`);
      return [before, stillHeld()];
    });
    expect(result).toEqual({ ok: true, value: [true, false] });
    expect(existsSync(`${path}.lock`)).toBe(true);
  });

  test("is kept for longer than the time after which others take over, as long as its holder lives", async () => {
    const path = join(temporaryFolder(), "file");
    const code = `
      import { withFileLock } from "${DIST}/backends/store/file-lock.js";
      await withFileLock(process.argv[1], async (stillHeld) => {
        process.stderr.write("held");
        await new Promise((resolve) => setTimeout(resolve, 4500));
        process.stderr.write(String(stillHeld()));
      });`;
    const holder = startModule(code, [path]);
    const end = endOf(holder);
    while (!existsSync(`${path}.lock`)) await delay(20);
    const began = performance.now();
    const result = await withFileLock(path, async () => performance.now() - began);
    expect(await end).toEqual({ code: 0, stderr: "heldtrue" });
    expect(result.ok && result.value).toBeGreaterThan(3500);
  });
});
