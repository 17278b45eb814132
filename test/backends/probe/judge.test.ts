import { describe, expect, test } from "vitest";
import type { Attempt } from "../../../src/backends/probe/attempt.ts";
import { type FormAttempts, judgeForm } from "../../../src/backends/probe/judge.ts";
import type { Observation } from "../../../src/backends/probe/observation.ts";
import type { TextShape } from "../../../src/backends/probe/text-shape.ts";
import { wireForm } from "../../../src/backends/wire/wire-forms.ts";

const BACK_END = "model|fp|";

function answer(shape: TextShape, more: Partial<Observation> = {}): Attempt {
  return {
    outcome: "answer",
    observation: {
      shape,
      channel: "content",
      nonceInside: false,
      truncated: false,
      whitespaceRunaway: false,
      identicalToBaseline: false,
      refused: false,
      cached: false,
      thought: false,
      promptTokensOverBaseline: 0,
      backEnd: BACK_END,
      warning: null,
      status: 200,
      durationMs: 10,
      ...more,
    },
  };
}

function refused(scope: string, serverMessage: string, status = 400): Attempt {
  return {
    outcome: "refused",
    status,
    durationMs: 5,
    classification: {
      class: "permanent",
      scope,
      serverMessage,
      reason: "refused",
      retryAfterMs: null,
      resetsAt: null,
      refusesField: null,
    } as unknown as Extract<Attempt, { outcome: "refused" }>["classification"],
  };
}

const CANARY = answer({ kind: "canary", complete: true });
const CUT_CANARY = answer({ kind: "canary", complete: false }, { truncated: true });
const PROSE = answer({ kind: "prose" });
const OBJECT = answer({ kind: "object", complete: true });
const BLANK = answer({ kind: "blank" });
const OPENED = answer({ kind: "opened", bare: true }, { truncated: true });
const BUSY: Attempt = {
  ...(refused("none", "slow down", 429) as Extract<Attempt, { outcome: "refused" }>),
  outcome: "unavailable",
};
const LOST: Attempt = {
  ...(refused("none", "socket closed") as Extract<Attempt, { outcome: "refused" }>),
  outcome: "lost",
  serverBack: false,
};
const BROKEN: Attempt = { ...LOST, serverBack: true } as Attempt;

function judged(
  attempts: Partial<FormAttempts>,
  id: "openai" | "json_object" | "grammar" = "openai",
): ReturnType<typeof judgeForm> {
  return judgeForm(
    wireForm(id),
    { canary: CANARY, baits: [], agreeable: null, withoutThinking: null, ...attempts },
    { baselineBackEnd: BACK_END, knownBackEnds: new Set([BACK_END]), dissenting: new Set() },
  );
}

describe("a schema form", () => {
  test.each([
    ["canary and bait both passed", { canary: CANARY, baits: [CANARY] }, "enforced", null],
    [
      "both cut after the key by a cap of white space",
      { canary: CUT_CANARY, baits: [CUT_CANARY] },
      "enforced",
      null,
    ],
    ["prose", { canary: PROSE }, "ignored", null],
    ["an object that is another one", { canary: OBJECT }, "ignored", "json_object"],
    ["an array", { canary: answer({ kind: "array" }) }, "ignored", "json_array"],
    [
      "canary passed, bait wrote text under the name",
      { canary: CANARY, baits: [OBJECT] },
      "ignored",
      "schema_in_prompt",
    ],
    ["canary passed, bait wrote prose", { canary: CANARY, baits: [PROSE] }, "ignored", "schema_in_prompt"],
    ["canary passed, bait blank", { canary: CANARY, baits: [BLANK] }, "inconclusive", null],
    ["canary passed, no bait was sent", { canary: CANARY, baits: [] }, "inconclusive", null],
    ["canary passed, bait rate limited", { canary: CANARY, baits: [BUSY] }, "inconclusive", null],
    [
      "both passed, and the prompt grew",
      {
        canary: answer({ kind: "canary", complete: true }, { promptTokensOverBaseline: 40 }),
        baits: [CANARY],
      },
      "ignored",
      "schema_in_prompt",
    ],
    [
      "the name stands inside a sentence",
      { canary: answer({ kind: "prose" }, { nonceInside: true }) },
      "ignored",
      "schema_in_prompt",
    ],
    [
      "prose, and the prompt grew",
      { canary: answer({ kind: "prose" }, { promptTokensOverBaseline: 40 }) },
      "ignored",
      "schema_in_prompt",
    ],
    [
      "from a cache",
      { canary: answer({ kind: "canary", complete: true }, { cached: true }), baits: [CANARY] },
      "inconclusive",
      null,
    ],
    [
      "the server warns that it does not enforce",
      { canary: answer({ kind: "canary", complete: true }, { warning: "not enforced" }), baits: [CANARY] },
      "ignored",
      null,
    ],
    ["blanks that end by themselves", { canary: BLANK }, "ignored", "post_filter"],
    ["only a brace, agreeable canary passed", { canary: OPENED, agreeable: CANARY }, "enforced", null],
    [
      "only a brace, agreeable passed, schema pasted",
      { canary: answer({ kind: "opened", bare: true }, { promptTokensOverBaseline: 30 }), agreeable: CANARY },
      "ignored",
      "schema_in_prompt",
    ],
    [
      "only a brace, agreeable passed, no usage shown",
      {
        canary: answer({ kind: "opened", bare: true }, { promptTokensOverBaseline: null }),
        agreeable: CANARY,
      },
      "inconclusive",
      null,
    ],
    [
      "only a brace, agreeable wrote its own object",
      { canary: OPENED, agreeable: OBJECT },
      "inconclusive",
      null,
    ],
    [
      "refused by the model",
      {
        canary: answer({ kind: "blank" }, { refused: true }),
        agreeable: answer({ kind: "blank" }, { refused: true }),
      },
      "inconclusive",
      null,
    ],
    ["refused by the server", { canary: refused("capability", "no such field") }, "rejected", null],
    [
      "the finished text was refused",
      { canary: refused("sampling", "Failed to generate JSON") },
      "ignored",
      "post_filter",
    ],
    ["rate limited", { canary: BUSY }, "inconclusive", null],
    [
      "no answer, plain request fine",
      { canary: { outcome: "deadline", durationMs: 5000, serverAnswersPlain: true } },
      "stalled",
      null,
    ],
    [
      "no answer, plain request neither",
      { canary: { outcome: "deadline", durationMs: 5000, serverAnswersPlain: false } },
      "inconclusive",
      null,
    ],
    [
      "no answer, no time to ask",
      { canary: { outcome: "deadline", durationMs: 5000, serverAnswersPlain: null } },
      "inconclusive",
      null,
    ],
    ["the server went away", { canary: LOST }, "crashed", null],
    ["the connection broke, the server is back", { canary: BROKEN }, "inconclusive", null],
    ["interrupted", { canary: { outcome: "canceled" } }, "skipped", null],
  ] as const)("%s: %s", (_, attempts, verdict, weakerEffect) => {
    expect(judged(attempts as Partial<FormAttempts>)).toMatchObject({ verdict, weakerEffect });
  });

  test.each(["reasoning", "tool_call"] as const)(
    "in the %s channel it is misrouted, never enforced",
    (channel) => {
      const there = answer({ kind: "canary", complete: true }, { channel });
      expect(judged({ canary: there, baits: [there] })).toMatchObject({ verdict: "misrouted", channel });
    },
  );

  test("holds only after thinking: inconclusive, with the reason", () => {
    const thought = answer({ kind: "canary", complete: true }, { thought: true });
    const evidence = judged({ canary: thought, baits: [thought], withoutThinking: PROSE });
    expect(evidence.verdict).toBe("inconclusive");
    expect(evidence.reason).toContain("only after the model has thought");
  });

  test("holds with thinking off as well: enforced", () => {
    const thought = answer({ kind: "canary", complete: true }, { thought: true });
    expect(judged({ canary: thought, baits: [thought], withoutThinking: CANARY }).verdict).toBe("enforced");
  });

  test("two back ends of which one does not follow are never enforced", () => {
    const other = answer({ kind: "prose" }, { backEnd: "model|other|" });
    expect(judged({ canary: CANARY, baits: [other] })).toMatchObject({
      verdict: "inconclusive",
      reason: expect.stringContaining("several back ends"),
    });
  });

  test("a back end that answered only the plain request leaves it open", () => {
    const elsewhere = answer({ kind: "canary", complete: true }, { backEnd: "model|other|" });
    expect(judged({ canary: elsewhere, baits: [elsewhere] }).verdict).toBe("inconclusive");
  });

  test("all back ends that were seen follow: enforced, and the reason says so", () => {
    const elsewhere = answer({ kind: "canary", complete: true }, { backEnd: "model|other|" });
    const evidence = judged({ canary: CANARY, baits: [elsewhere] });
    expect(evidence).toMatchObject({
      verdict: "enforced",
      reason: expect.stringContaining("only for those seen"),
    });
  });

  test("the server's own words are kept", () => {
    expect(judged({ canary: refused("capability", "unknown field response_format") }).serverMessage).toBe(
      "unknown field response_format",
    );
  });

  test("only passing reasons are marked as passing", () => {
    expect(judged({ canary: BUSY }).passing).toBe(true);
    expect(judged({ canary: PROSE }).passing).toBe(false);
    expect(judged({ canary: refused("capability", "no") }).passing).toBe(false);
  });
});

describe("json_object", () => {
  test.each([
    ["an object twice", { canary: OBJECT, baits: [OBJECT] }, "enforced", null],
    [
      "an object, then the array that was asked for",
      { canary: OBJECT, baits: [answer({ kind: "array" })] },
      "ignored",
      null,
    ],
    ["an array at once (KoboldCpp)", { canary: answer({ kind: "array" }) }, "ignored", "json_array"],
    ["prose", { canary: PROSE }, "ignored", null],
    ["blanks (DeepSeek)", { canary: BLANK }, "ignored", "post_filter"],
    ["an agreeable canary proves nothing", { canary: OPENED, agreeable: OBJECT }, "inconclusive", null],
  ] as const)("%s", (_, attempts, verdict, weakerEffect) => {
    expect(judged(attempts as Partial<FormAttempts>, "json_object")).toMatchObject({ verdict, weakerEffect });
  });
});
