import type { JsonObject, JsonValue } from "../json-value.ts";
import { type DecoderMask, decoderMask } from "./decoder-mask.ts";
import type { Model } from "./models.ts";
import type { Manner, Profile, Refusal } from "./profile.ts";
import { type ConstraintOrNull, readConstraint } from "./read-constraint.ts";
import { filled, refusalOf } from "./refusals.ts";
import { writeAnswer } from "./write-answer.ts";

/** What a completion request comes to, before it is put on the wire. */
export type Answer =
  | TextAnswer
  | { readonly kind: "refused"; readonly status: number; readonly body: JsonValue }
  | { readonly kind: "dies" };

export interface TextAnswer {
  readonly kind: "text";
  readonly content: string;
  readonly reasoning: string;
  /** The field that reasoning stands in. */
  readonly reasoningField: "reasoning_content" | "reasoning";
  readonly toolCall: { readonly name: string; readonly arguments: string } | null;
  readonly finishReason: string;
  readonly promptTokens: number;
  readonly completionTokens: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly fingerprint: string | null;
}

export interface AnswerInput {
  readonly profile: Profile;
  readonly body: JsonObject;
  readonly model: Model;
  readonly random: () => number;
  /** Which completion request this is, from 1. */
  readonly count: number;
  /** A fault switched enforcement off. */
  readonly enforcementLost: boolean;
}

/** Decides and writes one answer. Pure but for the random numbers. */
export function answerTo(input: AnswerInput): Answer {
  const { profile, body, count, enforcementLost } = input;
  const replica = profile.replicas?.[(count - 1) % profile.replicas.length];
  const refusal = refusalOf(profile, body);
  if (refusal !== null) return { kind: "refused", ...refusal };
  const sent = readConstraint(body);
  const known = mannerOf({ ...profile.manners, ...replica?.manners }, enforcementLost ? null : sent);
  if (known === "dies") return { kind: "dies" };
  const mask = decoderMask(known, sent);
  const unusable = refusalOfMask(profile, mask);
  if (unusable !== null) return { kind: "refused", ...unusable };
  const manner = mask.kind === "schema_not_object" ? "ignored" : known;
  if (typeof manner === "object")
    return { kind: "refused", ...filled(manner.refused, { field: sent?.id ?? "" }) };
  const fingerprint = replica?.fingerprint ?? profile.systemFingerprint;
  return writeAnswer(input, { manner, sent, mask: mask.kind === "mask" ? mask.start : null, fingerprint });
}

/** What a profile does with a constraint: nothing, where it names nothing. */
export function mannerOf(manners: Profile["manners"], sent: ConstraintOrNull): Manner {
  return sent === null ? "ignored" : (manners[sent.id] ?? "ignored");
}

function refusalOfMask(profile: Profile, mask: DecoderMask): ReturnType<typeof filled> | null {
  const unless = (refusal: Refusal | "ignored", values: Readonly<Record<string, string>> = {}) =>
    refusal === "ignored" ? null : filled(refusal, values);
  switch (mask.kind) {
    case "bad_schema":
      return unless(profile.badSchema, { type: mask.type });
    case "schema_not_object":
      return unless(profile.schemaNotObject);
    case "bad_grammar":
      return unless(profile.badGrammar);
    default:
      return null;
  }
}
