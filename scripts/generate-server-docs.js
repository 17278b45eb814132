// Fills the marked parts of docs/servers/*.md from the presets, the simulated servers, the rules of readiness and the
// output of `slmcode doctor`. Run it after `npm run build`; with --check it exits with 1 when a page has drifted.
//   <!-- forms: PROVIDER PROFILE... -->    <!-- settings: PROVIDER RULE... -->    <!-- doctor: PROFILE [PROVIDER] -->
//   <!-- ours -->    <!-- index -->        each up to    <!-- end -->

import { spawn } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const ROOT = join(import.meta.dirname, "..");
const FOLDER = join(ROOT, "docs/servers");
const from = (path) => import(new URL(`../dist/${path}`, import.meta.url).href);

const { PRESETS, preset } = await from("backends/presets/presets.js");
const { WIRE_FORMS } = await from("backends/wire/wire-forms.js");
const { profileOf } = await from("simulator/profiles/index.js");
const { startSimulator } = await from("simulator/start-simulator.js");
const { RULES } = await from("health/rules/index.js");
const { KEYS } = await from("config/keys.js");
const { worstEvidence } = await from("health/worst-evidence.js");

const WORDS = {
  enforced: "enforced",
  ignored: "dropped",
  json_object: "an object only",
  json_array: "an array",
  pasted: "into the prompt",
  post_filter_400: "checked afterwards",
  post_filter_blank: "checked afterwards, blank",
  reasoning: "enforced, in the reasoning field",
};
const mannerOf = (profile, form) => {
  const manner = profile.manners[form] ?? "ignored";
  return typeof manner === "string" ? (WORDS[manner] ?? manner) : `refused, ${manner.refused.status}`;
};
const table = (head, rows) => [
  `| ${head.join(" | ")} |`,
  `|${"---|".repeat(head.length)}`,
  ...rows.map((cells) => `| ${cells.map((cell) => String(cell).replaceAll("|", "\\|")).join(" | ")} |`),
];

function forms(provider, ...names) {
  const { wireForms } = preset(provider);
  const profiles = names.map(profileOf);
  const shown = WIRE_FORMS.filter(
    ({ id }) =>
      id !== "none" && (wireForms.includes(id) || profiles.some((each) => mannerOf(each, id) === "enforced")),
  );
  return table(
    ["wire form", "rung", ...names.map((name) => `\`${name}\``)],
    shown.map(({ id, rung }) => [
      `\`${id}\`${wireForms.includes(id) ? "" : " (with `--all`)"}`,
      `\`${rung}\``,
      ...profiles.map((each) => mannerOf(each, id)),
    ]),
  );
}

/** A rule with a question mark behind it judges what this server does not show. */
function settings(provider, ...rules) {
  const worst = worstEvidence(provider);
  // Our own stop sequences would be blamed first.
  const evidence = { ...worst, values: { ...worst.values, stop: [] } };
  const rows = rules.map((word) => {
    const rule = RULES.find(({ id }) => id === word.replace("?", ""));
    if (rule === undefined) throw new Error(`no rule ${word}`);
    const { wanted, basis, remedy } = rule.judge(evidence);
    const text =
      remedy?.kind === "server" ? remedy.text : `\`slmcode config set ${remedy.key} ${remedy.to}\``;
    return [`\`${rule.id}\``, wanted, word.endsWith("?") ? "not shown, ask its owner" : basis, text];
  });
  return table(["rule", "wanted", "read from", "what to change"], rows);
}

function ours() {
  const evidence = worstEvidence("ollama");
  const rows = RULES.map((rule) => ({ rule, result: rule.judge(evidence) }))
    .filter(({ result }) => result.remedy?.kind === "client")
    .map(({ rule, result }) => [
      `\`${rule.id}\``,
      `\`${result.remedy.key}\``,
      KEYS[result.remedy.key].default === null
        ? "not set"
        : `\`${JSON.stringify(KEYS[result.remedy.key].default)}\``,
      rule.why,
    ]);
  return table(["rule", "our setting", "default", "why"], rows);
}

function index() {
  const pages = readdirSync(FOLDER).filter((name) => name !== "README.md");
  const pageOf = (id) => {
    const found = pages.find((name) =>
      /<!-- kinds: (.*) -->/
        .exec(readFileSync(join(FOLDER, name), "utf8"))?.[1]
        ?.split(" ")
        .includes(id),
    );
    if (found === undefined) throw new Error(`no page in docs/servers has ${id} among its kinds`);
    return found;
  };
  return table(
    ["server", "`--provider`", "usual address", "page"],
    PRESETS.map(({ id, title, defaultBaseUrl }) => [
      title,
      `\`${id}\``,
      defaultBaseUrl === null ? "none" : `\`${defaultBaseUrl}\``,
      `[${pageOf(id)}](${pageOf(id)})`,
    ]),
  );
}

/** The report without times, and without the rows that say that all is well. */
function excerpt(report) {
  const lines = report.split("\n");
  const ladder = lines.findIndex((line) => line.startsWith("Structured decoding:"));
  let isShown = false;
  const rows = lines.slice(1, ladder).filter((line) => {
    const [, status, name] = /^ {2}(\S+) +(.*?)(?: {2}|$)/.exec(line.startsWith("   ") ? "" : line) ?? [];
    if (status !== undefined)
      isShown = ["server", "structured"].includes(name) || /^(?:warn|FAIL)$/.test(status);
    return isShown && line !== "";
  });
  const forms = lines
    .slice(ladder)
    .filter((line) =>
      /^(?:Structured| {2}\w+ +\w+ +(?:enforced|misrouted|ignored|rejected|stalled|crashed|inconclusive))/.test(
        line,
      ),
    );
  return [...rows, "", ...forms].map((line) => line.replace(/ {2}\d+ ms/, "").trimEnd());
}

/** Settings of whoever runs this do not belong into a page. */
const inherited = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !/^(?:SLMCODE_|FORCE_COLOR$)/.test(name)),
);

async function doctor(profile, provider) {
  const simulator = await startSimulator({ profile, seed: 1 });
  const home = mkdtempSync(join(tmpdir(), "slmcode-docs-"));
  try {
    const args = ["doctor", "--model", "demo", "--endpoint", simulator.url];
    const child = spawn(
      process.execPath,
      [join(ROOT, "bin/slmcode.js"), ...args, ...(provider === undefined ? [] : ["--provider", provider])],
      {
        cwd: home,
        env: {
          ...inherited,
          HOME: home,
          SLMCODE_HOME: join(home, "data"),
          COLUMNS: "80",
          NO_COLOR: "1",
        },
        stdio: ["ignore", "pipe", "inherit"],
      },
    );
    let report = "";
    for await (const chunk of child.stdout.setEncoding("utf8")) report += chunk;
    return ["```text", ...excerpt(report), "```"];
  } finally {
    await simulator.close();
    rmSync(home, { recursive: true, force: true });
  }
}

const MAKERS = { forms, settings, doctor, ours, index };

async function filled(page) {
  const parts = page.split(/(<!-- (?:forms|settings|doctor|ours|index)\b.*? -->\n)[\s\S]*?(<!-- end -->)/);
  for (const [position, part] of parts.entries()) {
    const [, maker, words] = /^<!-- (\w+):?(.*) -->\n$/.exec(part) ?? [];
    if (maker === undefined || !(maker in MAKERS)) continue;
    const lines = await MAKERS[maker](...words.trim().split(" ").filter(Boolean));
    parts[position] = `${part}${lines.join("\n")}\n`;
  }
  return parts.join("");
}

for (const name of readdirSync(FOLDER)) {
  const path = join(FOLDER, name);
  const page = readFileSync(path, "utf8");
  const wanted = await filled(page);
  if (page === wanted) continue;
  if (process.argv.includes("--check")) {
    console.error(`docs/servers/${name} is out of date: node scripts/generate-server-docs.js`);
    process.exitCode = 1;
  } else writeFileSync(path, wanted);
}
