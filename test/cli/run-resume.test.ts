import { appendFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { ScriptedAnswer } from "../helpers/scripted-server.ts";
import {
  CITY_SCHEMA,
  cityAnswer,
  type Home,
  moment,
  newHome,
  type PromptServer,
  startPromptServer,
} from "./prompt-server.ts";

const LINES = 6;
/** With one request at a time, the results before it are in the file when this prompt comes in. */
const HELD = "prompt 4";

interface Batch {
  readonly home: Home;
  readonly server: PromptServer;
  readonly command: readonly string[];
  readonly output: string;
  /** The held prompt came in, and waits for an answer. */
  readonly held: Promise<void>;
  /** Answers it, and all that come later at once. */
  readonly release: () => void;
}

async function startBatch(): Promise<Batch> {
  const home = newHome();
  const held = moment();
  const released = moment();
  const server = await startPromptServer(async (prompt): Promise<ScriptedAnswer> => {
    if (prompt === HELD) {
      held.reach();
      await released.reached;
    }
    return cityAnswer(prompt);
  });
  writeFileSync(join(home.folder, "city.json"), JSON.stringify(CITY_SCHEMA));
  writeInput(home, numbered(LINES));
  const output = join(home.folder, "out.jsonl");
  const command = [
    "run",
    "in.jsonl",
    ...server.target,
    "--schema",
    "city.json",
    "-o",
    "out.jsonl",
    "--parallel",
    "1",
  ];
  return { home, server, command, output, held: held.reached, release: released.reach };
}

function numbered(count: number): readonly string[] {
  return Array.from({ length: count }, (_, index) => JSON.stringify(`prompt ${index + 1}`));
}

function writeInput({ folder }: Home, lines: readonly string[], lineEnd = "\n"): void {
  writeFileSync(join(folder, "in.jsonl"), lines.map((line) => line + lineEnd).join(""));
}

/** Every line of the output is whole, and each line of the input is in it once, with its own answer. */
function expectComplete(output: string): void {
  const results = resultsIn(output);
  const values = results.map(({ line, value }) => [line, value]).sort((one, other) => one[0] - other[0]);
  expect(values).toEqual(
    Array.from({ length: LINES }, (_, index) => [index + 1, { city: `prompt ${index + 1}` }]),
  );
}

// biome-ignore lint/suspicious/noExplicitAny: what is in the file is what the test is about.
function resultsIn(output: string): readonly any[] {
  const text = readFileSync(output, "utf8");
  expect(text.endsWith("\n")).toBe(true);
  return text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
}

function timesAsked({ server }: Batch): Readonly<Record<string, number>> {
  const times: Record<string, number> = {};
  for (const prompt of server.prompts()) times[prompt] = (times[prompt] ?? 0) + 1;
  return times;
}

const EACH_ONCE = Object.fromEntries(numbered(LINES).map((line) => [JSON.parse(line), 1]));

describe("a run that was ended goes on where it was, and asks no finished line again", () => {
  test("after Ctrl-C, which ends with 130 and tells how many lines are to go", async () => {
    const batch = await startBatch();
    const { child, ended } = batch.home.start(batch.command);
    await batch.held;
    child.kill("SIGINT");
    const { code, stdout, stderr } = await ended;
    expect([code, stderr]).toEqual([130, ""]);
    expect(stdout).toMatch(/^6 lines: 0 done before, 3 valid .* 0 failed\n/);
    expect(stdout).toMatch(/\n3 lines to go: run the same command again\n$/);
    expect(resultsIn(batch.output)).toHaveLength(3);

    batch.release();
    const again = await batch.home.run(batch.command);
    expect([again.code, again.stdout.split(",")[0]]).toEqual([0, "6 lines: 3 done before"]);
    expectComplete(batch.output);
    expect(timesAsked(batch)).toEqual({ ...EACH_ONCE, [HELD]: 2 });
  });

  test("after kill -9 in the middle of a line", async () => {
    const batch = await startBatch();
    const { child, ended } = batch.home.start(batch.command);
    await batch.held;
    child.kill("SIGKILL");
    await ended;
    appendFileSync(batch.output, '{"line":4,"id":null,"dig');

    batch.release();
    expect((await batch.home.run(batch.command)).code).toBe(0);
    expectComplete(batch.output);
    expect(timesAsked(batch)).toEqual({ ...EACH_ONCE, [HELD]: 2 });
  });

  test("and a third time there is nothing to ask", async () => {
    const batch = await startBatch();
    batch.release();
    await batch.home.run(batch.command);
    const before = readFileSync(batch.output, "utf8");
    const { code, stdout } = await batch.home.run(batch.command);
    expect([code, stdout.split(",")[0]]).toEqual([0, "6 lines: 6 done before"]);
    expect(readFileSync(batch.output, "utf8")).toBe(before);
    expect(timesAsked(batch)).toEqual(EACH_ONCE);
  });
});

describe("a last line without its end", () => {
  test.each([
    ["cut off after its beginning", (last: Buffer) => last.subarray(0, 20), 2],
    ["cut off after one character", (last: Buffer) => last.subarray(0, 1), 2],
    ["cut off within a character", (last: Buffer) => last.subarray(0, last.indexOf(0xc3) + 1), 2],
    ["with zeros for an end", (last: Buffer) => Buffer.concat([last.subarray(0, 30), Buffer.alloc(9)]), 2],
    ["of zeros alone", () => Buffer.alloc(40), 2],
    ["that lacks nothing but its end", (last: Buffer) => last, 1],
  ])("%s is mended", async (_, cut, times) => {
    const batch = await startBatch();
    batch.release();
    writeInput(batch.home, ['"a"', '"Malmö"']);
    await batch.home.run(batch.command);
    const whole = readFileSync(batch.output);
    const start = whole.indexOf("\n") + 1;
    writeFileSync(batch.output, Buffer.concat([whole.subarray(0, start), cut(whole.subarray(start, -1))]));

    expect((await batch.home.run(batch.command)).code).toBe(0);
    expect(resultsIn(batch.output).map((each) => each.value)).toEqual([{ city: "a" }, { city: "Malmö" }]);
    expect(timesAsked(batch)).toEqual({ a: 1, Malmö: times });
  });
});

describe("two runs with one output", () => {
  test("the second is refused while the first works, and nothing is lost", async () => {
    const batch = await startBatch();
    const first = batch.home.start(batch.command);
    await batch.held;
    const second = await batch.home.run(batch.command);
    expect([second.code, second.stdout]).toEqual([2, ""]);
    expect(second.stderr).toBe(
      "slmcode: another run is writing to out.jsonl\n  Wait for it, or choose another --output.\n",
    );
    batch.release();
    expect((await first.ended).code).toBe(0);
    expectComplete(batch.output);
    expect(timesAsked(batch)).toEqual(EACH_ONCE);
  });

  test("one that was paused leaves the file to the one that took it over", async () => {
    const batch = await startBatch();
    const paused = batch.home.start(batch.command);
    await batch.held;
    paused.child.kill("SIGSTOP");
    batch.release();
    expect((await batch.home.run(batch.command)).code).toBe(0);
    paused.child.kill("SIGCONT");
    const { code, stderr } = await paused.ended;
    expect(code).toBe(2);
    expect(stderr).toMatch(/another run took out\.jsonl over while this one was paused/);
    expectComplete(batch.output);
  });
});

describe("an input that is another since", () => {
  test("only the changed line is asked, and the older result is told", async () => {
    const batch = await startBatch();
    batch.release();
    await batch.home.run(batch.command);
    writeInput(batch.home, numbered(LINES).with(1, '"changed"'));
    const { code, stdout } = await batch.home.run(batch.command);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^6 lines: 5 done before, 1 valid/);
    expect(stdout).toMatch(
      /\nout\.jsonl also holds 1 result of earlier lines or options\n {2}\(the last result/,
    );
    expect(timesAsked(batch)).toEqual({ ...EACH_ONCE, changed: 1 });
    expect(resultsIn(batch.output).findLast((each) => each.line === 2).value).toEqual({ city: "changed" });
  });

  test("other line ends change nothing", async () => {
    const batch = await startBatch();
    batch.release();
    await batch.home.run(batch.command);
    writeInput(batch.home, numbered(LINES), "\r\n");
    await batch.home.run(batch.command);
    expect(timesAsked(batch)).toEqual(EACH_ONCE);
  });

  test.each([
    ["schema", [], { ...CITY_SCHEMA, title: "City" }],
    ["system message", ["--system", "Be brief."], CITY_SCHEMA],
  ])("with another %s nothing is finished", async (_, more, schema) => {
    const batch = await startBatch();
    batch.release();
    await batch.home.run(batch.command);
    writeFileSync(join(batch.home.folder, "city.json"), JSON.stringify(schema));
    const { stdout } = await batch.home.run([...batch.command, ...more]);
    expect(stdout).toMatch(/^6 lines: 0 done before, 6 valid/);
    expect(resultsIn(batch.output)).toHaveLength(12);
  });
});
