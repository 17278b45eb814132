import type { Evidence, Verdict, WeakerEffect } from "../capabilities.ts";
import type { WireForm } from "../wire/wire-forms.ts";
import type { Attempt } from "./attempt.ts";
import { inconclusive, type Judgement, judgeFailure } from "./judge-failure.ts";
import { durationOf, noun, shapeWord, wordOf } from "./judge-words.ts";
import type { Observation } from "./observation.ts";

/** The requests that were sent for one wire form. `null`: not sent. */
export interface FormAttempts {
  readonly canary: Attempt;
  readonly baits: readonly Attempt[];
  readonly agreeable: Attempt | null;
  /** With thinking turned off, sent only when the winning answers were preceded by thinking. */
  readonly withoutThinking: Attempt | null;
}

/** What was seen of back ends beside this form. */
export interface JudgeContext {
  readonly baselineBackEnd: string;
  /** All that answered anything in this probe. */
  readonly knownBackEnds: ReadonlySet<string>;
  /** Those seen not to follow a form that another one followed. */
  readonly dissenting: ReadonlySet<string>;
}

/** In all recordings of decoders the prompt of a constrained request is as long as the plain one's. */
export const PASTED_SCHEMA_TOKENS = 8;

/** The verdict over one wire form. Pure: the same attempts always give the same evidence. */
export function judgeForm(form: WireForm, attempts: FormAttempts, context: JudgeContext): Evidence {
  const seen = [attempts.canary, ...attempts.baits, attempts.agreeable].filter((attempt) => attempt !== null);
  const observation = attempts.canary.outcome === "answer" ? attempts.canary.observation : null;
  return {
    rung: form.rung,
    wireForm: form.id,
    weakerEffect: null,
    serverMessage: null,
    httpStatus: observation?.status ?? null,
    durationMs: seen.reduce((sum, attempt) => sum + durationOf(attempt), 0),
    channel: null,
    whitespaceRunaway: seen.some(
      (attempt) => attempt.outcome === "answer" && attempt.observation.whitespaceRunaway,
    ),
    promptTokensOverBaseline: observation?.promptTokensOverBaseline ?? null,
    passing: false,
    ...judge(form, attempts, context),
  };
}

function judge(form: WireForm, attempts: FormAttempts, context: JudgeContext): Judgement {
  const { canary, baits, agreeable } = attempts;
  if (canary.outcome !== "answer") return judgeFailure(canary);
  const seen = canary.observation;
  if (seen.cached) {
    return inconclusive(
      "the answer came from a cache; turn the cache off for this route, or send its no-cache header",
    );
  }
  if (seen.warning !== null) {
    return {
      ...notEnforced(form, seen),
      reason: "the server says itself that it does not enforce this",
      serverMessage: seen.warning,
    };
  }
  if (proves(form, seen)) return judgeBaits(form, seen, attempts, context);
  if (agreeable !== null && form.rung !== "json_object") {
    const second = judgeAgreeable(form, seen, agreeable);
    if (second !== null) return second;
  }
  if (baits.length === 0 && isUnclear(seen)) return unclear(seen);
  return ofThoseSeen(notEnforced(form, seen), context);
}

/** A single answer says nothing about the other back ends behind one address. */
function ofThoseSeen(judgement: Judgement, { knownBackEnds }: JudgeContext): Judgement {
  if (knownBackEnds.size < 2) return judgement;
  return {
    ...judgement,
    reason: `${judgement.reason}; several back ends answered, and this holds only for the one that was asked`,
  };
}

/** Does this answer look like one that only a decoder writes? */
export function proves(form: WireForm, observation: Observation): boolean {
  return observation.shape.kind === (form.rung === "json_object" ? "object" : "canary");
}

/** Nothing that could be read one way or the other, so that an agreeable canary is worth a request. */
export function isUnclear({ shape, refused }: Observation): boolean {
  return refused || shape.kind === "blank" || shape.kind === "opened";
}

function judgeBaits(
  form: WireForm,
  seen: Observation,
  attempts: FormAttempts,
  context: JudgeContext,
): Judgement {
  const answers: Observation[] = [];
  for (const bait of attempts.baits) {
    if (bait.outcome === "refused" && bait.classification.scope === "sampling") return judgeFailure(bait);
    if (bait.outcome !== "answer") {
      return inconclusive(
        `the first answer followed the ${noun(form)}, and the second could not be had: ${wordOf(bait)}`,
        true,
      );
    }
    answers.push(bait.observation);
  }
  if (answers.length === 0)
    return inconclusive("the second, adversarial request was not sent: no time was left", true);

  const all = [seen, ...answers];
  const backEnds = new Set([
    context.baselineBackEnd,
    ...context.knownBackEnds,
    ...all.map((each) => each.backEnd),
  ]);
  const failed = answers.find((each) => !proves(form, each));
  if (failed !== undefined && backEnds.size > 1) {
    return inconclusive(
      `several back ends answered, and not all of them followed the ${noun(form)}: pin the route to one back end`,
    );
  }
  if (failed?.cached)
    return inconclusive("the second answer came from a cache; turn the cache off for this route");
  if (failed !== undefined && isUnclear(failed)) {
    return inconclusive(
      `mixed: the first answer followed the ${noun(form)}, the second was ${shapeWord(failed)}`,
    );
  }
  if (failed !== undefined) {
    const weakerEffect: WeakerEffect | null = form.rung === "json_object" ? null : "schema_in_prompt";
    return {
      verdict: "ignored",
      weakerEffect,
      reason:
        form.rung === "json_object"
          ? `an object came back when prose was asked for, but ${shapeWord(failed)} when something else was: the server asks the model, its decoder does not insist`
          : `the model had read the schema and followed it, until it was told to ignore it: it is in the prompt, not in the decoder${doubt(seen)}`,
    };
  }
  if (pastedTokens(seen) > PASTED_SCHEMA_TOKENS && form.rung !== "json_object") {
    return {
      verdict: "ignored",
      weakerEffect: "schema_in_prompt",
      reason: `the schema was followed, but the prompt grew by ${pastedTokens(seen)} tokens: the server pasted the schema into it, and nothing shows that a decoder insists`,
    };
  }
  const needed = [context.baselineBackEnd, ...context.dissenting];
  if (needed.some((id) => !all.some((each) => each.backEnd === id))) {
    return inconclusive(
      `several back ends answered, and one of them was not seen to follow the ${noun(form)}: pin the route to one back end`,
    );
  }
  return proven(form, all, attempts, backEnds.size);
}

function proven(
  form: WireForm,
  all: readonly Observation[],
  attempts: FormAttempts,
  backEnds: number,
): Judgement {
  const channel = all.find((each) => each.channel !== "content")?.channel ?? "content";
  const without = attempts.withoutThinking;
  if (without?.outcome === "answer" && !proves(form, without.observation)) {
    return inconclusive(
      `the ${noun(form)} holds only after the model has thought: with thinking off the answer was ${shapeWord(without.observation)}`,
    );
  }
  const count = `${all.length} of ${all.length} adversarial tests`;
  const several = backEnds > 1 ? `; ${backEnds} back ends answered, and this holds only for those seen` : "";
  const verdict: Verdict = channel === "content" ? "enforced" : "misrouted";
  const where =
    channel === "reasoning"
      ? ", in the reasoning field"
      : channel === "tool_call"
        ? ", as a tool call that the server made of it"
        : "";
  return {
    verdict,
    channel,
    reason: `the ${noun(form)} was followed against the prompt in ${count}${where}${several}`,
  };
}

/** The agreeable canary carries the bait, so that alone it may prove, when usage shows that no schema was pasted in. */
function judgeAgreeable(form: WireForm, seen: Observation, agreeable: Attempt): Judgement | null {
  if (agreeable.outcome !== "answer")
    return isUnclear(seen)
      ? inconclusive(
          `the answer was ${shapeWord(seen)}, and a second one could not be had: ${wordOf(agreeable)}`,
          true,
        )
      : null;
  const answer = agreeable.observation;
  if (answer.cached || !proves(form, answer)) return null;
  if (seen.promptTokensOverBaseline === null) {
    return inconclusive(
      "the schema was followed when JSON was asked for, and the server shows no token usage: whether it was pasted into the prompt cannot be seen",
    );
  }
  if (pastedTokens(seen) > PASTED_SCHEMA_TOKENS) {
    return {
      verdict: "ignored",
      weakerEffect: "schema_in_prompt",
      reason: `the schema was pasted into the prompt (${pastedTokens(seen)} tokens more), and followed only when JSON was asked for`,
    };
  }
  return {
    verdict: answer.channel === "content" ? "enforced" : "misrouted",
    channel: answer.channel,
    reason: `the ${noun(form)} was followed where the prompt asked for another object; no schema was pasted into the prompt`,
  };
}

/** A schema that is read costs tokens, where a server counts them. The canary's prompt is as long as the plain one. */
function doubt({ promptTokensOverBaseline: more }: Observation): string {
  return more !== null && more <= PASTED_SCHEMA_TOKENS
    ? " (or another back end answered the second time, for the prompt did not grow)"
    : "";
}

function pastedTokens(seen: Observation): number {
  return seen.promptTokensOverBaseline ?? 0;
}

function unclear(seen: Observation): Judgement {
  if (seen.refused) return inconclusive("the model refused to answer; another model would settle it");
  if (seen.shape.kind === "blank" && !seen.truncated && !seen.thought) {
    return {
      verdict: "ignored",
      weakerEffect: "post_filter",
      reason:
        "blanks came back where a sentence was asked for: the server checks the finished text and the decoder is not bound",
    };
  }
  const why =
    seen.thought && seen.truncated ? "thinking used up the token cap" : `the answer was ${shapeWord(seen)}`;
  return inconclusive(`${why}; a larger cap would settle it`);
}

function notEnforced(form: WireForm, seen: Observation): Judgement {
  const { shape } = seen;
  const verdict: Verdict = "ignored";
  if (seen.nonceInside) {
    return {
      verdict,
      weakerEffect: "schema_in_prompt",
      reason:
        "the answer names the schema's property but does not follow it: the schema is in the prompt, not in the decoder",
    };
  }
  if (shape.kind === "object" && form.rung !== "json_object") {
    return {
      verdict,
      weakerEffect: "json_object",
      reason: "an object came back, but not the one that the schema demands",
    };
  }
  if (shape.kind === "array")
    return { verdict, weakerEffect: "json_array", reason: "an array came back where an object was demanded" };
  if (shape.kind === "blank") return unclear(seen);
  if (pastedTokens(seen) > PASTED_SCHEMA_TOKENS) {
    return {
      verdict,
      weakerEffect: "schema_in_prompt",
      reason: `200, and the answer is prose; the prompt grew by ${pastedTokens(seen)} tokens, so the schema went into it`,
    };
  }
  const how = seen.identicalToBaseline
    ? "the answer is the same as without it"
    : "the answer follows the prompt";
  return { verdict, reason: `accepted with ${seen.status} and ignored: ${how}` };
}
