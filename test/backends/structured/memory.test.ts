import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { callStructured } from "../../../src/backends/structured/call-structured.ts";
import type {
  StructuredRequest,
  StructuredResult,
} from "../../../src/backends/structured/structured-call.ts";
import type { WireFormId } from "../../../src/backends/wire/wire-forms.ts";
import { type MemorySummary, openFailureMemory } from "../../../src/evolve/failure-memory.ts";
import { type Handler, type SeenRequest, startServer } from "../../helpers/scripted-server.ts";
import { temporaryFolder } from "../../helpers/temporary-folder.ts";
import { capabilitiesOf, completion, GOOD, quickWorld, SCHEMA } from "./support.ts";

interface Setup {
  readonly forms?: readonly WireFormId[];
  readonly request?: Partial<StructuredRequest>;
}

interface Outcome {
  readonly results: readonly StructuredResult[];
  /** The requests of each call. */
  readonly sent: readonly (readonly SeenRequest[])[];
  readonly summary: MemorySummary;
}

/** Calls one after the other, each with a memory that is read from the disk anew, as by processes of their own. */
async function callTimes(
  times: number,
  handler: Handler,
  { forms = ["openai_strict"], request = {} }: Setup = {},
): Promise<Outcome> {
  const path = join(temporaryFolder(), "memory.json");
  const warn = (): void => {};
  const world = quickWorld();
  const server = await startServer(handler);
  const results: StructuredResult[] = [];
  const sent: SeenRequest[][] = [];
  for (let at = 0; at < times; at += 1) {
    const before = server.requests.length;
    const memory = openFailureMemory({ path, warn });
    const result = await callStructured({
      endpoint: server.url,
      model: "m",
      schema: SCHEMA,
      messages: [{ role: "user", content: "x" }],
      capabilities: capabilitiesOf(server.url, forms),
      maxTokens: 50,
      world,
      memory,
      ...request,
    });
    await memory.flush();
    results.push(result);
    sent.push(server.requests.slice(before));
  }
  await world.close();
  return { results, sent, summary: await openFailureMemory({ path, warn }).summary() };
}

const CUT = completion('{"city":"Os', { finish: "length", completionTokens: 50 });
const SPENT = completion("", {
  finish: "length",
  completionTokens: 50,
  message: { reasoning_content: "Well, the city could be" },
});
const REFUSED = (message: string, param: string | null = null): object => ({
  status: 400,
  body: { error: { message, type: "invalid_request_error", param } },
});

describe("a cap that was too small", () => {
  test("is raised up front the next time", async () => {
    const { results, sent, summary } = await callTimes(2, ({ json }) => ({
      body: json.max_tokens >= 200 ? completion(GOOD) : CUT,
    }));
    expect(results.map(({ attempts }) => attempts)).toEqual([2, 1]);
    expect(sent[1]![0]!.json.max_tokens).toBe(200);
    expect(results[1]!.warnings).toMatchObject([{ code: "remembered" }]);
    expect(summary).toMatchObject({
      entries: [{ action: "raise_max_tokens", maxTokens: 200, applied: 1, helped: 1 }],
      mended: { memory: 1, round_trip: 1 },
      savedShare: 0.5,
    });
  });

  test("is not remembered where a larger one did not help, and never grows from call to call", async () => {
    const { sent, summary } = await callTimes(3, () => ({ body: CUT }));
    expect(sent.map((requests) => requests.map(({ json }) => json.max_tokens))).toEqual([
      [50, 200],
      [50, 200],
      [50, 200],
    ]);
    expect(summary).toMatchObject({ entries: [], mended: { not: 3 } });
  });

  test("is forgotten after it was raised up front twice for nothing", async () => {
    let calls = 0;
    const { sent, summary } = await callTimes(4, ({ json }) => {
      calls += 1;
      return { body: calls === 2 && json.max_tokens === 200 ? completion(GOOD) : CUT };
    });
    expect(sent.map(([first]) => first!.json.max_tokens)).toEqual([50, 200, 200, 50]);
    expect(summary.entries).toEqual([]);
  });
});

describe("a model that thinks the cap away", () => {
  const isOff = ({ json }: SeenRequest): boolean => json.chat_template_kwargs?.enable_thinking === false;

  test("is asked without thinking, from the start the next time", async () => {
    const { results, sent, summary } = await callTimes(2, (request) => ({
      body: isOff(request) ? completion(GOOD) : SPENT,
    }));
    expect(results.map(({ ok }) => ok)).toEqual([true, true]);
    expect(sent.map((requests) => requests.map(isOff))).toEqual([[false, true], [true]]);
    expect(results[0]!.warnings).toMatchObject([{ code: "thinking_off" }]);
    expect(summary.entries).toMatchObject([{ action: "disable_thinking", kind: "thinking_spent_cap" }]);
  });

  test("keeps its thinking where the server does not know the field, and gets a larger cap", async () => {
    const { results, sent, summary } = await callTimes(1, (request) => {
      if (isOff(request)) return REFUSED("Unrecognized request argument supplied: chat_template_kwargs");
      return { body: request.json.max_tokens >= 200 ? completion(GOOD) : SPENT };
    });
    expect(results[0]).toMatchObject({ ok: true, wireForm: "openai_strict", attempts: 4 });
    expect(results[0]!.warnings.map(({ code }) => code)).not.toContain("demoted");
    expect(sent[0]!.map((request) => [isOff(request), request.json.max_tokens])).toEqual([
      [false, 50],
      [true, 50],
      [false, 50],
      [false, 200],
    ]);
    expect(summary.entries).toMatchObject([{ action: "raise_max_tokens" }]);
  });
});

test("a cap field that the server refuses is swapped, from the start the next time", async () => {
  const { sent, summary } = await callTimes(2, ({ json }) =>
    "max_tokens" in json
      ? REFUSED("Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead.", "max_tokens")
      : { body: completion(GOOD) },
  );
  expect(sent.map((requests) => requests.length)).toEqual([2, 1]);
  expect(summary.entries).toMatchObject([{ action: "swap_token_field" }]);
});

test("a form under which the model pads without end is passed over the next time", async () => {
  const { results, sent } = await callTimes(
    2,
    ({ json }) => ({
      body: json.grammar === undefined ? completion(`{"city":${" ".repeat(600)}`) : completion(GOOD),
    }),
    { forms: ["openai_strict", "grammar"] },
  );
  expect(results.map(({ wireForm }) => wireForm)).toEqual(["grammar", "grammar"]);
  expect(sent.map((requests) => requests.length)).toEqual([2, 1]);
});

test("a text that repair mends costs no request, and is counted so", async () => {
  const { summary } = await callTimes(1, () => ({ body: completion(`\`\`\`json\n${GOOD}\n\`\`\``) }));
  expect(summary).toMatchObject({ entries: [], mended: { local_repair: 1 }, savedShare: 1 });
});
