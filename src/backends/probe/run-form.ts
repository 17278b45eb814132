import { deriveGrammar } from "../../grammar/derive-grammar.ts";
import { parseGrammar } from "../../grammar/parse-grammar.ts";
import type { JsonObject } from "../../json-value.ts";
import type { WireForm } from "../wire/wire-forms.ts";
import type { Attempt } from "./attempt.ts";
import type { Baseline } from "./baseline.ts";
import { baitSchema, canarySchema, createNonce } from "./canary.ts";
import { type FormAttempts, isUnclear, proves } from "./judge.ts";
import type { ProbeSession } from "./probe-session.ts";
import {
  agreeablePrompt,
  arrayPrompt,
  baitPrompt,
  createSubject,
  plainPrompt,
  type Subject,
} from "./prompts.ts";

/** A cap for the second try of an answer that got no further than a brace and white space. */
const LONGER_CAP = 256;
/** Further baits that are worth it when several back ends answer for one address. */
const BACK_END_BAITS = 3;

type BaselineOk = Extract<Baseline, { state: "ok" }>;

/** Canary, bait and, where they leave it open, the agreeable canary: everything that is sent for one wire form. */
export async function runForm(
  session: ProbeSession,
  form: WireForm,
  baseline: BaselineOk,
): Promise<FormAttempts> {
  const { completion } = baseline;
  const isObjectRule = form.rung === "json_object";
  const ask = (kind: {
    prompt: (subject: Subject) => string;
    schema: (nonce: string) => JsonObject;
    cap?: number;
    fresh?: boolean;
  }): Promise<Attempt> => {
    const nonce = createNonce(session.random);
    return session.attempt({
      prompt: kind.prompt(createSubject(session.random)),
      cap: kind.cap ?? baseline.cap,
      fields: fieldsFor(form, kind.schema(nonce)),
      nonce: isObjectRule ? null : nonce,
      baseline: completion,
      timeoutMs: session.requestTimeoutMs(completion.durationMs),
      ...(kind.fresh === true ? { freshConnection: true } : {}),
    });
  };
  const askLonger = async (kind: Parameters<typeof ask>[0]): Promise<Attempt> => {
    const first = await ask(kind);
    return isBare(first) ? await ask({ ...kind, cap: Math.max(LONGER_CAP, baseline.cap * 2) }) : first;
  };

  const canary = await askLonger({ prompt: plainPrompt, schema: canarySchema });
  const baits: Attempt[] = [];
  let agreeable: Attempt | null = null;
  let withoutThinking: Attempt | null = null;
  if (passes(form, canary)) {
    const bait = { prompt: isObjectRule ? arrayPrompt : baitPrompt, schema: baitSchema, fresh: true };
    baits.push(await askLonger(bait));
    while (baits.length <= BACK_END_BAITS && severalBackEnds(session.backEnds, [canary, ...baits]))
      baits.push(await ask(bait));
    if (passes(form, baits[0]!) && hasThought([canary, ...baits]))
      withoutThinking = await askWithoutThinking(session, ask, baseline);
  } else if (!isObjectRule && canary.outcome === "answer" && isUnclear(canary.observation)) {
    agreeable = await ask({ prompt: agreeablePrompt, schema: baitSchema, fresh: true });
  }
  return { canary, baits, agreeable, withoutThinking };
}

/** The form's fields. A grammar is sent only when our own parser has read it: one real server dies of a bad one. */
function fieldsFor(form: WireForm, schema: JsonObject): JsonObject {
  const grammar = form.needs === "grammar" ? deriveGrammar(schema) : null;
  if (grammar !== null) parseGrammar(grammar);
  return form.fields({ name: "canary", schema, grammar });
}

function passes(form: WireForm, attempt: Attempt): boolean {
  return (
    attempt.outcome === "answer" &&
    !attempt.observation.cached &&
    attempt.observation.warning === null &&
    proves(form, attempt.observation)
  );
}

function isBare(attempt: Attempt): boolean {
  if (attempt.outcome !== "answer") return false;
  const { shape, truncated } = attempt.observation;
  return truncated && shape.kind === "opened" && shape.bare;
}

function hasThought(attempts: readonly Attempt[]): boolean {
  return attempts.some(
    (each) => each.outcome === "answer" && each.observation.thought && each.observation.channel === "content",
  );
}

/** Some back end that is known to answer here has not yet been seen to follow the constraint. */
function severalBackEnds(known: ReadonlySet<string>, attempts: readonly Attempt[]): boolean {
  const answered = attempts.flatMap((each) => (each.outcome === "answer" ? [each.observation.backEnd] : []));
  if (answered.length < attempts.length) return false;
  return new Set([...known, ...answered]).size > new Set(answered).size;
}

/**
 * Some servers bind the answer only after reasoning text (Ollama with a thinking model, 0.12.4 to at least August
 * 2026): whether the rule holds when the model does not think is asked by turning thinking off, where that works.
 */
async function askWithoutThinking(
  session: ProbeSession,
  ask: (kind: {
    prompt: (subject: Subject) => string;
    schema: (nonce: string) => JsonObject;
  }) => Promise<Attempt>,
  baseline: BaselineOk,
): Promise<Attempt | null> {
  const mode = baseline.thinkingOff;
  if (mode === null) return null;
  const before = session.conditions;
  session.conditions = { ...before, thinking: mode };
  const attempt = await ask({ prompt: plainPrompt, schema: canarySchema });
  session.conditions = before;
  return attempt.outcome === "answer" && !attempt.observation.thought ? attempt : null;
}
