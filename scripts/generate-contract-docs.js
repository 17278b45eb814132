// Writes docs/contracts.md from the contracts, so that the page cannot say anything else than the program.
// `node scripts/generate-contract-docs.js --check` exits with 1 when the page is out of date (a test runs that).
import { readFileSync, writeFileSync } from "node:fs";

const { CONTRACTS } = await import("../dist/schema/contracts/index.js");
const { schemaTree } = await import("../dist/cli/commands/run-schema-tree.js");
const { createStyle } = await import("../dist/cli/render/style.js");

const INTRO = `# Contracts

A contract is a named output: a JSON Schema, an example, and a grammar that is derived from the schema. Each role of
slmcode answers with one of them, and your own program can ask for them by name:

\`\`\`sh
slmcode schema list
slmcode schema show review            # the JSON Schema
slmcode schema show review --example  # an answer that fits
slmcode schema show review --grammar  # GBNF for llama.cpp or vLLM
slmcode schema check --contract review answer.json
\`\`\`

All of them lie within [the subset](schema.md) that every decoder reads the same way, so \`slmcode schema lint\` has nothing to say about
them. Every text and every list has an upper bound, because a small model that may go on will go on.

**Strict** contracts fit OpenAI's strict mode: an object at the root, every property required, no other properties, a type everywhere.
What is not known is an empty text or an empty list there, never \`null\`. The others have optional properties, because a
model that must fill a field that means nothing fills it with something.

**Order.** A decoder writes properties in the declared order, and some servers (Ollama's chat path, LocalAI) sort them by name. So what a
judgement rests on is declared before it and sorts before it: \`findings\` come before \`verdict\` either way.

In the drawings \`*\` marks a required property, and \`1..40\` means from 1 to 40, both included.
`;

const style = await createStyle({ isTerminal: false, env: {} });
const sections = CONTRACTS.map(({ name, description, strict, schema }) => {
  const tree = schemaTree(schema, { style, columns: 80 }).join("\n");
  return `## ${name}\n\n${description} ${strict ? "Strict." : "Not strict."}\n\n\`\`\`text\n${tree}\n\`\`\`\n`;
});

const page = new URL("../docs/contracts.md", import.meta.url);
const wanted = `${INTRO}\n${sections.join("\n")}`;

if (process.argv.includes("--check")) {
  if (readFileSync(page, "utf8") !== wanted) {
    console.error("docs/contracts.md is out of date: node scripts/generate-contract-docs.js");
    process.exit(1);
  }
} else {
  writeFileSync(page, wanted);
}
