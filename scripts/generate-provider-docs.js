// Writes docs/providers.md from the presets. Run it after `npm run build`; a test fails when the page has drifted.

import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { PRESETS } from "../dist/index.js";

const Q = {
  cap_field_unknown_means_no_cap: "a cap field that it does not know means no cap",
  load_aborts_on_disconnect: "loading a model ends when the client leaves",
  grammar_may_crash_when_thinking: "a raw grammar with a thinking model may kill it",
  temperature_may_be_refused: "some models refuse a temperature",
  finish_reason_hides_truncation: "a capped answer may say `stop`",
  health_generates: "its health check generates",
  refuses_unknown_fields: "unknown fields get a 4xx",
  drops_unknown_fields: "unknown fields are dropped in silence",
};
const row = (p) =>
  [
    `### ${p.title}`,
    "",
    `\`--provider ${p.id}\`` +
      (p.defaultBaseUrl ? `, usually at \`${p.defaultBaseUrl}\`` : "") +
      (p.apiKeyEnv ? `, key in \`${p.apiKeyEnv}\` (\`--api-key-env ${p.apiKeyEnv}\`)` : "") +
      ".",
    "",
    `- worth a request: ${p.wireForms.map((f) => `\`${f}\``).join(", ")}`,
    ...p.quirks.map((q) => `- ${Q[q]}`),
    `- known from: ${p.source.replace(/</g, "&lt;")}`,
    "",
  ].join("\n");
writeFileSync(
  fileURLToPath(new URL("../docs/providers.md", import.meta.url)),
  [
    "# Servers and providers",
    "",
    "What is known about each before anything is sent. These are priors: they decide which forms are worth a request, in which order, and claim nothing about what is enforced. Only a probe does. A server is recognised by cheap GETs or its host's name; `--provider ID` overrules that. How it is recognised, and what is read for that, is in [identification.md](identification.md); what each form looks like in [verdicts.md](verdicts.md), and what to change on each server in [servers/](servers/README.md).",
    "",
    "## Servers that you run",
    "",
    ...PRESETS.filter((p) => p.local).map(row),
    "## Hosted",
    "",
    ...PRESETS.filter((p) => !p.local).map(row),
  ].join("\n"),
);
