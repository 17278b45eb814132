import { existsSync, readdirSync, statSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { type DocumentFile, openDocument } from "../../../src/backends/store/document.ts";
import { makePipe } from "../../helpers/make-pipe.ts";
import { temporaryFolder } from "../../helpers/temporary-folder.ts";

interface Counts {
  readonly version: 1;
  readonly counts: Readonly<Record<string, number>>;
}

function countsAt(path: string): { file: DocumentFile<Counts>; warnings: string[] } {
  const warnings: string[] = [];
  const file = openDocument<Counts>(path, {
    version: 1,
    empty: { version: 1, counts: {} },
    validate: (document) => (typeof document["counts"] === "object" ? (document as unknown as Counts) : null),
    warn: ({ message }) => void warnings.push(message),
    lockTimeoutMs: 2000,
  });
  return { file, warnings };
}

const increment =
  (name: string) =>
  (current: Counts): Counts => ({
    ...current,
    counts: { ...current.counts, [name]: (current.counts[name] ?? 0) + 1 },
  });

describe("openDocument", () => {
  test("a hundred changes at once within one process all count", async () => {
    const { file } = countsAt(join(temporaryFolder(), "memory.json"));
    await Promise.all(Array.from({ length: 100 }, () => file.update(increment("a"))));
    expect((await file.read()).counts).toEqual({ a: 100 });
  });

  test("no change is no write", async () => {
    const path = join(temporaryFolder(), "memory.json");
    const { file } = countsAt(path);
    expect(await file.update((current) => current)).toBe(true);
    expect(existsSync(path)).toBe(false);
    await file.update(increment("a"));
    const { ino } = statSync(path);
    await file.update((current) => current);
    expect(statSync(path).ino).toBe(ino);
  });

  test("reading makes no folder and no file", async () => {
    const folder = temporaryFolder();
    const { file } = countsAt(join(folder, "deep", "memory.json"));
    expect(await file.read()).toEqual({ version: 1, counts: {} });
    expect(readdirSync(folder)).toEqual([]);
  });

  test.skipIf(process.platform === "win32")("a pipe in its place does not hang", async () => {
    const path = join(temporaryFolder(), "memory.json");
    makePipe(path);
    const { file, warnings } = countsAt(path);
    expect((await file.read()).counts).toEqual({});
    expect(await file.update(increment("a"))).toBe(false);
    expect(warnings[0]).toContain("cannot be read (not a file)");
  });

  test.skipIf(process.platform === "win32")("a device in its place does not fill the memory", async () => {
    const path = join(temporaryFolder(), "memory.json");
    symlinkSync("/dev/zero", path);
    const { file, warnings } = countsAt(path);
    expect((await file.read()).counts).toEqual({});
    expect(warnings).toHaveLength(1);
  });
});
