import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { jsonrepair } from "jsonrepair";
import { repair } from "../dist/repair/repair.js";
import { median } from "./median-wall.js";

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc");

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

const TIMES_LARGER = 8;
const SMALL = 60_000;
const WARM_UP_MS = 200;

/**
 * How many times longer one large text takes than one of an eighth of it; 8 is linear. Eight small ones in a row are timed
 * against one large one, in turn and after the compiler is done with both: so both windows are of one length, and a busy
 * moment, a collection or a late optimisation hits both. The median of all turns.
 */
function growthOf(piece) {
  const small = piece.repeat(Math.ceil(SMALL / piece.length));
  const large = piece.repeat(Math.ceil((SMALL * TIMES_LARGER) / piece.length));
  const windows = [
    () => {
      for (let count = 0; count < TIMES_LARGER; count += 1) repair(small);
    },
    () => repair(large),
  ];
  const until = performance.now() + WARM_UP_MS;
  do for (const window of windows) window();
  while (performance.now() < until);
  const ratios = Array.from({ length: 11 }, () => {
    const [eight, one] = windows.map((window) => {
      collectGarbage();
      return time(window, 1);
    });
    return one / eight;
  });
  return median(ratios) * TIMES_LARGER;
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
  "{}\n",
  '{"a":1} ',
  "[1,]",
  "{'",
  "{'a' #",
  '{"a” ',
  "[//\n",
  "{a /*",
  "```json\n1",
  "````json\n```\n",
  "</think>",
  "</s>[INST]",
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
    const growth = growthOf(piece);
    if (growth > worst.growth) worst = { name: piece.trim(), growth };
  }
  rows.push({ name: `worst growth for 8 times the input (${worst.name})`, ratio: worst.growth, budget: 10 });
  return rows;
}
