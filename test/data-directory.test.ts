import { isAbsolute, join, resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { dataDirectories, dataFiles, homeDirectory } from "../src/data-directory.ts";
import { DIST, endOf, startModule } from "./helpers/run-module.ts";

describe("where files are kept", () => {
  test("SLMCODE_HOME moves all of it into one folder", async () => {
    const directories = await dataDirectories({ SLMCODE_HOME: "/srv/slmcode" });
    const home = resolve("/srv/slmcode");
    expect(dataFiles(directories)).toEqual({
      capabilities: join(home, "capabilities.json"),
      history: join(home, "history.jsonl"),
      memory: join(home, "memory.json"),
      configBackups: join(home, "config-backups"),
    });
  });

  test("a relative SLMCODE_HOME is taken from the working folder, an empty one is none", async () => {
    expect((await dataDirectories({ SLMCODE_HOME: "here" })).cache).toBe(resolve("here"));
    const { cache, log, data } = await dataDirectories({ SLMCODE_HOME: "" });
    for (const folder of [cache, log, data]) {
      expect(isAbsolute(folder)).toBe(true);
      expect(folder).toContain("slmcode");
    }
  });

  test.skipIf(process.platform !== "linux")("the folders of XDG are used", async () => {
    const code = `
      import { dataDirectories } from "${DIST}/data-directory.js";
      process.env.XDG_CACHE_HOME = "/x/cache";
      process.env.XDG_STATE_HOME = "/x/state";
      process.env.XDG_DATA_HOME = "/x/data";
      process.stderr.write(JSON.stringify(await dataDirectories(process.env)));`;
    const { stderr } = await endOf(startModule(code, []));
    expect(JSON.parse(stderr)).toEqual({
      cache: "/x/cache/slmcode",
      log: "/x/state/slmcode",
      data: "/x/data/slmcode",
    });
  });

  test("the home folder is what the environment says", () => {
    const name = process.platform === "win32" ? "USERPROFILE" : "HOME";
    expect(homeDirectory({ [name]: "/home/ann" })).toBe(resolve("/home/ann"));
    expect(homeDirectory({})).not.toBe("");
  });
});
