import { jsonrepair } from "jsonrepair";
import { repair } from "../dist/repair/repair.js";
import { median } from "./median-wall.js";

const MEBIBYTE = 1024 * 1024;

function records(separator) {
  const record = JSON.stringify({
    id: 12345,
    name: "lantern velvet orbit",
    tags: ["a", "b"],
    ok: true,
    note: 'rain "falls" softly',
  });
  const item = record.replace(/\}$/, separator);
  return `[${Array.from({ length: Math.ceil(MEBIBYTE / item.length) }, () => item).join(",")}]`;
}

function time(action, rounds) {
  const times = [];
  for (let round = 0; round < rounds; round += 1) {
    const startedAt = performance.now();
    action();
    times.push(performance.now() - startedAt);
  }
  return median(times);
}

/** The run that nothing else got in the way of: growth is about the algorithm. */
function fastest(action, rounds) {
  return Math.min(...Array.from({ length: rounds }, () => time(action, 1)));
}

/** Two actions in turn, so that a busy moment hits both. */
function ratio(action, baseline, rounds) {
  const mine = [];
  const theirs = [];
  for (let round = 0; round < rounds; round += 1) {
    theirs.push(time(baseline, 1));
    mine.push(time(action, 1));
  }
  return median(mine) / median(theirs);
}

const ADVERSARIAL = [
  "{",
  "[",
  '{"a":',
  '"',
  "\\",
  '[{"',
  "```\n",
  "<think></think>",
  "{'a':",
  "# \n",
  "{}",
  "[1,",
  "{ a ",
  '"a":1,',
  "/* */",
  "“",
];

/** Repair against JSON.parse of the same size, and how its time grows. */
export async function run() {
  const valid = records("}");
  const commas = records(",}");
  JSON.parse(valid);
  repair(commas);
  const rows = [
    {
      name: "valid 1 MB through repair against JSON.parse",
      ratio: ratio(
        () => repair(valid),
        () => JSON.parse(valid),
        15,
      ),
      budget: 1.3,
    },
    {
      name: "1 MB with a trailing comma in every record against JSON.parse",
      ratio: ratio(
        () => repair(commas),
        () => JSON.parse(valid),
        9,
      ),
      budget: 12,
    },
    {
      name: "the same through jsonrepair",
      ratio: ratio(
        () => jsonrepair(commas),
        () => JSON.parse(valid),
        1,
      ),
      budget: null,
    },
  ];
  let worst = { name: "", growth: 0 };
  for (const piece of ADVERSARIAL) {
    const small = piece.repeat(Math.ceil(60_000 / piece.length));
    const large = piece.repeat(Math.ceil(480_000 / piece.length));
    fastest(() => repair(small), 3);
    const growth =
      fastest(() => repair(large), 12) /
      Math.max(
        0.2,
        fastest(() => repair(small), 12),
      );
    if (growth > worst.growth) worst = { name: piece.trim(), growth };
  }
  rows.push({ name: `worst growth for 8 times the input (${worst.name})`, ratio: worst.growth, budget: 10 });
  return rows;
}
