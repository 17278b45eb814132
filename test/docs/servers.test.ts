import { execFile } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import type { ProviderId } from "../../src/backends/presets/preset.ts";
import { PRESETS } from "../../src/backends/presets/presets.ts";
import { FAILURE_CLASSES } from "../../src/backends/transport/failure.ts";
import { COMMANDS } from "../../src/cli/commands.ts";
import { KEY_NAMES } from "../../src/config/keys.ts";
import { FINDING_CODES } from "../../src/health/findings/finding-texts.ts";
import { RULES } from "../../src/health/rules/index.ts";
import { worstEvidence } from "../../src/health/worst-evidence.ts";

const ROOT = join(import.meta.dirname, "../..");
const read = (path: string): string => readFileSync(join(ROOT, path), "utf8");
const NAMES = readdirSync(join(ROOT, "docs/servers"));
const PAGES = NAMES.filter((name) => name !== "README.md").map((name) => {
  const text = read(`docs/servers/${name}`);
  return { name, text, kinds: (/^<!-- kinds: (.*) -->/.exec(text)?.[1] ?? "").split(" ") };
});
const pagesOf = (kind: string): typeof PAGES => PAGES.filter(({ kinds }) => kinds.includes(kind));

/** What the server's owner is told, by rule: the words for that kind where it has any. */
function serverRemedies(kind: ProviderId): ReadonlyMap<string, string> {
  const evidence = worstEvidence(kind);
  const judged = { ...evidence, values: { ...evidence.values, stop: [] } };
  return new Map(
    RULES.flatMap((rule) => {
      const { remedy } = rule.judge(judged);
      return remedy?.kind === "server" ? [[rule.id, remedy.text] as const] : [];
    }),
  );
}

test("tables and reports of the pages are those of the presets, simulated servers, rules and doctor", async () => {
  const script = join(ROOT, "scripts/generate-server-docs.js");
  const run = promisify(execFile)(process.execPath, [script, "--check"], { timeout: 110_000 });
  await expect(run.then(({ stderr }) => stderr)).resolves.toBe("");
}, 120_000);

test.each(PRESETS.map(({ id }) => id))("%s has exactly one page", (id) => {
  expect(pagesOf(id)).toHaveLength(1);
});

test("pages name no kind that is unknown", () => {
  const ids = new Set<string>(PRESETS.map(({ id }) => id));
  expect(PAGES.flatMap(({ kinds }) => kinds).filter((kind) => !ids.has(kind))).toEqual([]);
});

test.each(PRESETS.filter(({ local }) => local).map(({ id, defaultBaseUrl }) => [id, defaultBaseUrl ?? ""]))(
  "the page of %s names its usual port",
  (id, url) => {
    expect(pagesOf(id)[0]?.text).toMatch(new RegExp(`\\b${new URL(url).port}\\b`));
  },
);

describe("what readiness tells a server's owner", () => {
  const common = new Set(serverRemedies("generic").values());

  test.each(PRESETS.map(({ id }) => id))("stands on the page of %s where it is about that server", (id) => {
    const text = pagesOf(id)[0]?.text ?? "";
    const missing = [...serverRemedies(id)].filter(
      ([, words]) => !common.has(words) && !text.includes(words),
    );
    expect(missing).toEqual([]);
  });

  test.each([
    ["ollama", ["server.keep_alive", "server.gpu", "model.format"]],
    ["llamacpp", ["sampling.penalties", "sampling.stop", "model.template"]],
  ] as const)("stands on the page of %s where only that server shows the setting", (id, rules) => {
    const text = pagesOf(id)[0]?.text ?? "";
    const remedies = serverRemedies(id);
    for (const rule of rules) expect(text).toContain(remedies.get(rule) ?? "a rule without a remedy");
  });
});

describe.each(PAGES.map(({ name, text }) => [name, text] as const))("docs/servers/%s", (_, text) => {
  test("has the sections that every page has", () => {
    const sections = [...text.matchAll(/^## (.*)$/gm)].map((match) => match[1] ?? "");
    for (const wanted of [/^(?:Wire forms|Hosted)$/, /^Settings$/, /^Errors/, /^What doctor shows$/])
      expect(sections.filter((each) => wanted.test(each))).toHaveLength(1);
    expect(text).toMatch(/^slmcode doctor .*--endpoint http/m);
  });

  test.each([
    ["the context", /context/i],
    ["parallel slots", /\bslots?\b|parallel/i],
    ["keep-alive", /keep-alive|keep_alive/i],
    ["flash attention", /flash attention/i],
    ["quantisation", /quantis|quantiz/i],
    ["the chat template", /template/i],
    ["thinking", /thinking/i],
    ["stop sequences", /stop (?:sequences?|strings?)|`stop`/i],
    ["the cap", /max_tokens/],
    ["the temperature", /temperature/i],
  ])("says something of %s", (_, words) => {
    expect(text.slice(text.indexOf("## "))).toMatch(words);
  });

  test("names only findings, classes, settings and commands that there are", () => {
    const all = (pattern: RegExp): string[] => [...text.matchAll(pattern)].map((match) => match[1] ?? "");
    const unknown = (found: readonly string[], known: readonly string[]): string[] =>
      found.filter((each) => !known.includes(each));
    const findings = all(/findings\.md#(\w+)/g);
    expect(findings.length).toBeGreaterThan(0);
    expect(unknown(findings, FINDING_CODES)).toEqual([]);
    expect(unknown(all(/class `(\w+)`/g), FAILURE_CLASSES)).toEqual([]);
    expect(unknown(all(/slmcode config set (\w+)/g), KEY_NAMES)).toEqual([]);
    expect(
      unknown(
        all(/(?:`|^)slmcode (\w+)/gm),
        COMMANDS.map(({ name }) => name),
      ),
    ).toEqual([]);
  });
});

test.each(["README.md", "docs/troubleshooting.md", "docs/providers.md"])("%s leads to the pages", (page) => {
  expect(read(page)).toMatch(/\]\((?:docs\/)?servers\/README\.md\)/);
});

test("the troubleshooting page leads from every cause of a silent demotion to findings that there are", () => {
  const page = read("docs/troubleshooting.md");
  const table = page.slice(page.indexOf("## Why a server falls"), page.indexOf("## Checking by hand"));
  const linked = [...table.matchAll(/findings\.md#(\w+)/g)].map((match) => match[1] ?? "");
  expect(linked.filter((code) => !(FINDING_CODES as readonly string[]).includes(code))).toEqual([]);
  for (const code of [
    "silently_ignored",
    "schema_in_prompt",
    "post_filter",
    "misrouted",
    "several_back_ends",
  ])
    expect(linked).toContain(code);
});
