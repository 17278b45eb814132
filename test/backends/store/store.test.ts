import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { openStore, type Store } from "../../../src/backends/store/store.ts";
import { DIST, endOf, startModule } from "../../helpers/run-module.ts";
import { temporaryFolder } from "../../helpers/temporary-folder.ts";
import { capabilities, demotion, KEY } from "./sample.ts";

const NOW = Date.parse("2026-10-03T12:00:00Z");

function storeIn(folder: string, lockTimeoutMs = 3000): { store: Store; warnings: string[] } {
  const warnings: string[] = [];
  const directories = { cache: folder, log: folder, data: folder };
  const warn = (sentence: string): void => void warnings.push(sentence);
  return { store: openStore({ directories, warn, now: () => NOW, lockTimeoutMs }), warnings };
}

const fileIn = (folder: string): string => join(folder, "capabilities.json");

describe("the capabilities store", () => {
  test("gives back what was written, in a file that only its owner reads", async () => {
    const folder = join(temporaryFolder(), "made", "on", "demand");
    const { store, warnings } = storeIn(folder);
    expect(await store.readCapabilities(KEY)).toBeNull();
    await store.writeCapabilities(capabilities());
    expect(await store.readCapabilities(KEY)).toEqual(capabilities());
    expect(await store.readCapabilities({ ...KEY, model: "other" })).toBeNull();
    if (process.platform !== "win32") expect(statSync(fileIn(folder)).mode & 0o777).toBe(0o600);
    expect(readdirSync(folder)).toEqual(["capabilities.json"]);
    expect(warnings).toEqual([]);
  });

  test.each([
    ["provisional", { provisional: true }],
    ["never probed", { probed: false }],
  ])("does not write what is %s", async (_title, changes) => {
    const folder = temporaryFolder();
    const { store } = storeIn(folder);
    const given = capabilities(changes);
    expect(await store.writeCapabilities(given)).toEqual(given);
    expect(readdirSync(folder)).toEqual([]);
  });

  test("a demotion holds for later processes, outlives a new probe of the same server, and ends with it", async () => {
    const folder = temporaryFolder();
    await storeIn(folder).store.writeCapabilities(capabilities());
    await storeIn(folder).store.recordDemotion(KEY, demotion());
    const { store } = storeIn(folder);
    expect((await store.readCapabilities(KEY))?.rung).toBe("json_object");
    expect((await store.writeCapabilities(capabilities())).rung).toBe("json_object");
    expect((await store.readCapabilities(KEY))?.rung).toBe("json_object");
    await store.writeCapabilities(capabilities({ fingerprint: "llamacpp b6001" }));
    expect((await store.readCapabilities(KEY))?.rung).toBe("json_schema");
    await store.writeCapabilities(capabilities());
    expect((await store.readCapabilities(KEY))?.rung).toBe("json_schema");
  });

  test("forgetting a key forgets its demotions, and no other key", async () => {
    const { store } = storeIn(temporaryFolder());
    const other = { ...KEY, model: "other" };
    await store.writeCapabilities(capabilities());
    await store.writeCapabilities(capabilities({ key: other }));
    await store.recordDemotion(KEY, demotion());
    await store.forgetCapabilities(KEY);
    expect(await store.readCapabilities(KEY)).toBeNull();
    expect(await store.readCapabilities(other)).not.toBeNull();
    expect((await store.writeCapabilities(capabilities())).rung).toBe("json_schema");
  });

  test("a demotion that many calls find out at once is one line in the history, and another one is another", async () => {
    const { store } = storeIn(temporaryFolder());
    const count = async (): Promise<number> => (await store.digestHistory()).demotions.length;
    await Promise.all(Array.from({ length: 20 }, () => store.recordDemotion(KEY, demotion())));
    expect(await count()).toBe(1);
    await store.recordDemotion(KEY, demotion({ wireForm: "json_object" }));
    await store.recordDemotion(KEY, demotion({ fingerprint: "another build" }));
    expect(await count()).toBe(3);
    await store.forgetCapabilities(KEY);
    await store.recordDemotion(KEY, demotion());
    expect(await count()).toBe(4);
  });

  test("a demotion is a line in the history as well", async () => {
    const { store } = storeIn(temporaryFolder());
    await store.recordDemotion(KEY, demotion());
    const { demotions, last } = await store.digestHistory({ endpoint: KEY.endpoint });
    expect(demotions).toEqual([
      { form: "openai_strict", reason: "the server refused response_format", at: demotion().at },
    ]);
    expect(last).toBe(demotion().at);
  });

  test("keeps what it does not know: keys of the document, of an entry, and entries it cannot read", async () => {
    const folder = temporaryFolder();
    const { store, warnings } = storeIn(folder);
    await store.writeCapabilities(capabilities());
    const document = JSON.parse(readFileSync(fileIn(folder), "utf8"));
    const [id] = Object.keys(document.entries);
    document.note = "mine";
    document.entries[id!].note = "mine too";
    document.entries["vllm http://h/v1 damaged"] = { capabilities: { rung: 7 } };
    writeFileSync(fileIn(folder), JSON.stringify(document));
    const damaged = { provider: "vllm", endpoint: "http://h/v1", model: "damaged" };
    expect(await store.readCapabilities(damaged)).toBeNull();
    await store.writeCapabilities(capabilities({ reason: "again" }));
    const after = JSON.parse(readFileSync(fileIn(folder), "utf8"));
    expect(after.note).toBe("mine");
    expect(after.entries[id!]).toMatchObject({ note: "mine too", capabilities: { reason: "again" } });
    expect(after.entries["vllm http://h/v1 damaged"]).toEqual({ capabilities: { rung: 7 } });
    expect(warnings).toEqual([]);
  });

  test("stays bounded: of more than two hundred keys the oldest go", async () => {
    const { store } = storeIn(temporaryFolder());
    const at = (minute: number): string => new Date(NOW + minute * 60_000).toISOString();
    for (let index = 0; index < 203; index += 1) {
      await store.writeCapabilities(
        capabilities({ key: { ...KEY, model: `m${index}` }, probedAt: at(index) }),
      );
    }
    expect(await store.readCapabilities({ ...KEY, model: "m2" })).toBeNull();
    expect(await store.readCapabilities({ ...KEY, model: "m3" })).not.toBeNull();
    expect(await store.readCapabilities({ ...KEY, model: "m202" })).not.toBeNull();
  });

  test("writes down no credentials of a URL and no key that a server quotes", async () => {
    const folder = temporaryFolder();
    const { store } = storeIn(folder);
    const key = { ...KEY, endpoint: "https://ann:s3cret@h.example/v1?api_key=abcdef" };
    await store.writeCapabilities(capabilities({ key }));
    await store.recordDemotion(
      key,
      demotion({ serverMessage: "Incorrect API key provided: sk-proj-abcdefgh1234, see https://u:pw@h/x" }),
    );
    await store.appendHistory({ event: "call", ...key, serverMessage: "Bearer abc.def.ghi refused" });
    expect(await store.readCapabilities(key)).not.toBeNull();
    const written = readdirSync(folder).map((name) => readFileSync(join(folder, name), "utf8"));
    expect(written.join("")).not.toMatch(/s3cret|abcdef|u:pw|abc\.def/);
  });
});

test("reading and adding to the history load no lock", async () => {
  const code = `
    import module from "node:module";
    import { openStore } from "${DIST}/backends/store/store.js";
    const folder = process.argv[1];
    const store = openStore({ directories: { cache: folder, log: folder, data: folder }, warn: () => {} });
    await store.readCapabilities({ provider: "a", endpoint: "b", model: "c" });
    await store.appendHistory({ event: "call", provider: "a", endpoint: "b", model: "c" });
    await store.digestHistory();
    const loaded = () => Object.keys(module._cache).some((name) => name.includes("proper-lockfile"));
    process.stderr.write(String(loaded()));
    await store.forgetCapabilities({ provider: "a", endpoint: "b", model: "c" });
    process.stderr.write(String(loaded()));`;
  const end = await endOf(startModule(code, [temporaryFolder()]));
  expect(end).toEqual({ code: 0, stderr: "falsetrue" });
});

describe("a store that cannot use its files", () => {
  test.each([
    ["garbage", "not json"],
    ["half a document", '{"version":1,"entries":{"a":'],
    ["nothing", ""],
    ["no version", "{}"],
    ["the wrong shape", '{"version":1,"entries":[]}'],
    ["an older version than any", '{"version":0,"entries":{}}'],
  ])("sets %s aside, and goes on", async (_title, text) => {
    const folder = temporaryFolder();
    writeFileSync(fileIn(folder), text);
    const { store, warnings } = storeIn(folder);
    expect(await store.readCapabilities(KEY)).toBeNull();
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toMatch(
      /capabilities\.json is damaged; it was set aside as capabilities\.json\.damaged-/,
    );
    await store.writeCapabilities(capabilities());
    expect(await store.readCapabilities(KEY)).toEqual(capabilities());
    const aside = readdirSync(folder).find((name) => name.includes("damaged"));
    expect(readFileSync(join(folder, aside!), "utf8")).toBe(text);
    expect(warnings).toHaveLength(1);
  });

  test("sets a newer document aside whole, also when it is written before it is read", async () => {
    const folder = temporaryFolder();
    const newer = '{"version":2,"entries":{"future":true}}';
    writeFileSync(fileIn(folder), newer);
    const { store, warnings } = storeIn(folder);
    await store.writeCapabilities(capabilities());
    expect(warnings).toEqual([expect.stringContaining("was written by a newer slmcode")]);
    const aside = readdirSync(folder).find((name) => name.includes(".newer-"));
    expect(readFileSync(join(folder, aside!), "utf8")).toBe(newer);
    expect(await store.readCapabilities(KEY)).toEqual(capabilities());
  });

  test("works without files, with one warning for all of them", async () => {
    const blocker = join(temporaryFolder(), "a-file");
    writeFileSync(blocker, "");
    const { store, warnings } = storeIn(join(blocker, "inside"));
    expect(await store.readCapabilities(KEY)).toBeNull();
    expect(await store.writeCapabilities(capabilities())).toEqual(capabilities());
    await store.recordDemotion(KEY, demotion());
    await store.appendHistory({ event: "call", ...KEY });
    expect(await store.readHistory()).toEqual({ events: [], damagedLines: 0 });
    expect(warnings).toEqual([expect.stringContaining("cannot be written (ENOTDIR)")]);
  });

  test("a folder in the place of the file is no crash", async () => {
    const folder = temporaryFolder();
    mkdirSync(fileIn(folder));
    const { store, warnings } = storeIn(folder);
    expect(await store.readCapabilities(KEY)).toBeNull();
    await store.writeCapabilities(capabilities());
    expect(warnings).toHaveLength(2);
    expect(statSync(fileIn(folder)).isDirectory()).toBe(true);
  });

  test("a lock that is held for good is a warning and no write, in bounded time", async () => {
    const folder = temporaryFolder();
    const lock = `${fileIn(folder)}.lock`;
    mkdirSync(lock);
    const { store, warnings } = storeIn(folder, 300);
    const began = performance.now();
    await store.writeCapabilities(capabilities());
    expect(performance.now() - began).toBeLessThan(3000);
    expect(warnings).toEqual([expect.stringContaining("another process holds capabilities.json.lock")]);
    expect(readdirSync(folder)).toEqual(["capabilities.json.lock"]);
  });
});
