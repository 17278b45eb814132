// Prints every performance figure of the product as a ratio against a baseline measured in the same run, and writes
// bench/latest.json. It reports; it never fails a build for being slow, only for crashing.
import { mkdirSync, writeFileSync } from "node:fs";

const suites = ["start-up", "probe", "grammar", "repair", "structured-call"];

const rows = [];
for (const suite of suites) {
  const { run } = await import(`./${suite}.js`);
  for (const row of await run()) {
    rows.push({ suite, ...row });
    const verdict = row.budget === null ? "" : row.ratio <= row.budget ? "within" : "OVER";
    const budget = row.budget === null ? "" : `budget ${row.budget}`;
    console.log(
      `${suite.padEnd(16)} ${row.name.padEnd(66)} ${row.ratio.toFixed(3).padStart(9)}  ${budget.padEnd(12)} ${verdict}`,
    );
  }
}
mkdirSync(new URL(".", import.meta.url), { recursive: true });
writeFileSync(
  new URL("latest.json", import.meta.url),
  `${JSON.stringify({ measured_at: new Date().toISOString(), node: process.version, rows }, null, 2)}\n`,
);
const over = rows.filter((row) => row.budget !== null && row.ratio > row.budget);
console.log(`\n${rows.length} figures, ${over.length} over budget`);
