import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { VERDICTS } from "../../src/backends/capabilities.ts";
import { FINDING_CODES } from "../../src/health/findings/finding-texts.ts";
import { startSimulator } from "../../src/simulator/start-simulator.ts";
import { runCli } from "../helpers/run-cli.ts";
import { temporaryFolder } from "../helpers/temporary-folder.ts";

const PAGE = readFileSync(join(import.meta.dirname, "../../docs/troubleshooting.md"), "utf8");
const CAUSES = PAGE.slice(PAGE.indexOf("## Why a server falls"), PAGE.indexOf("## Checking by hand"));

/** Rows of three cells: the cause, how doctor shows it, the simulated server. */
const ROWS = [...CAUSES.matchAll(/^\| (.+?) \| (.+) \| `([\w.-]+)` \|$/gm)].map(
  ([, cause = "", shown = "", profile = ""]) => ({ cause, shown, profile }),
);
const FLOOR = 11;

interface Report {
  readonly connection: { readonly rung: string };
  readonly evidence: readonly { readonly verdict: string; readonly weaker_effect: string | null }[];
  readonly findings: readonly { readonly code: string }[];
}

async function doctor(profile: string): Promise<Report> {
  const home = temporaryFolder();
  const simulator = await startSimulator({ profile, seed: 1 });
  try {
    const { stdout } = await runCli(["doctor", "--json", "--model", "demo", "--endpoint", simulator.url], {
      env: { HOME: home, SLMCODE_HOME: join(home, "data") },
      cwd: home,
    });
    return JSON.parse(stdout) as Report;
  } finally {
    await simulator.close();
  }
}

const linked = (text: string): readonly string[] =>
  [...text.matchAll(/findings\.md#(\w+)/g)].map((match) => match[1] ?? "");

describe("causes of a silent demotion in docs/troubleshooting.md", () => {
  test("are as many as the page counts", () => {
    expect(ROWS.length).toBe(16);
    expect(CAUSES).toContain("The first eleven leave nothing");
  });

  test("link findings that there are", () => {
    const unknown = linked(PAGE).filter((code) => !(FINDING_CODES as readonly string[]).includes(code));
    expect(unknown).toEqual([]);
  });

  test.each(ROWS.map((row, index) => ({ ...row, index })))(
    "$profile: doctor shows what the page says",
    async ({ shown, profile, index }) => {
      const { connection, evidence, findings } = await doctor(profile);
      const seen = new Set<string | null>(
        evidence.flatMap(({ verdict, weaker_effect }) => [verdict, weaker_effect]),
      );
      const words = [...shown.matchAll(/`(\w+)`/g)].map((match) => match[1] ?? "");
      const said = words.filter((word) =>
        ([...VERDICTS, "schema_in_prompt", "post_filter"] as readonly string[]).includes(word),
      );
      expect(said.length).toBeGreaterThan(0);
      // `enforced` of the first rows is said of another endpoint or model.
      const wanted = index < FLOOR ? said.filter((word) => word !== "enforced") : said;
      expect(wanted.filter((word) => !seen.has(word))).toEqual([]);
      const codes = findings.map(({ code }) => code);
      expect(linked(shown).filter((code) => !codes.includes(code))).toEqual([]);
      expect(connection.rung === "prompt_only").toBe(index < FLOOR);
    },
  );
});
