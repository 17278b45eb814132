import {
  type BaselineState,
  type Capabilities,
  type CapabilitiesKey,
  type Conditions,
  type Evidence,
  type ProbeCost,
  type ProbeNote,
  type ThinkingMode,
  VERDICTS,
  type WeakerEffect,
} from "../capabilities.ts";
import { RUNGS } from "../wire/rung.ts";
import { WIRE_FORM_IDS } from "../wire/wire-forms.ts";
import type { Demotion } from "./demotion.ts";
import {
  isArrayOf,
  isBoolean,
  isNullOr,
  isNumber,
  isObjectWith,
  isOneOf,
  isString,
  type Shape,
} from "./shape.ts";

/** One check for each field, so that a field added to the type cannot be forgotten here. */
type Fields<T> = { readonly [Name in keyof Required<T>]: Shape };

/** All values of a union: a record makes the compiler ask for each of them. */
const valuesOf = <Name extends string>(names: Readonly<Record<Name, true>>): readonly string[] =>
  Object.keys(names);

const WEAKER_EFFECTS = valuesOf<WeakerEffect>({
  json_object: true,
  json_array: true,
  schema_in_prompt: true,
  post_filter: true,
});

const THINKING_MODES = valuesOf<ThinkingMode>({
  default: true,
  reasoning_effort_none: true,
  chat_template_off: true,
  think_false: true,
});

const BASELINE_STATES = valuesOf<BaselineState>({
  ok: true,
  loading: true,
  unreachable: true,
  unauthorized: true,
  model_not_found: true,
  failed: true,
  not_run: true,
});

const isWireForm = isOneOf(WIRE_FORM_IDS);
const isVerdict = isOneOf(VERDICTS);
const isTime: Shape = (value) => typeof value === "string" && !Number.isNaN(Date.parse(value));

const KEY: Fields<CapabilitiesKey> = { provider: isString, endpoint: isString, model: isString };

const CONDITIONS: Fields<Conditions> = {
  thinking: isOneOf(THINKING_MODES),
  capField: isOneOf(["max_tokens", "max_completion_tokens"]),
  stream: isBoolean,
  temperature: isBoolean,
  thinkingTokens: isNumber,
};

const EVIDENCE: Fields<Evidence> = {
  rung: isOneOf(RUNGS),
  wireForm: isWireForm,
  verdict: isVerdict,
  weakerEffect: isNullOr(isOneOf(WEAKER_EFFECTS)),
  reason: isString,
  serverMessage: isNullOr(isString),
  httpStatus: isNullOr(isNumber),
  durationMs: isNullOr(isNumber),
  channel: isNullOr(isOneOf(["content", "reasoning", "tool_call"])),
  whitespaceRunaway: isBoolean,
  promptTokensOverBaseline: isNullOr(isNumber),
  passing: isBoolean,
};

const NOTE: Fields<ProbeNote> = { code: isString, args: isObjectWith({}) };

const COST: Fields<ProbeCost> = {
  requests: isNumber,
  promptTokens: isNumber,
  completionTokens: isNumber,
  durationMs: isNumber,
};

const CAPABILITIES: Fields<Capabilities> = {
  key: isObjectWith(KEY),
  fingerprint: isNullOr(isString),
  probed: isBoolean,
  rung: isOneOf(RUNGS),
  wireForm: isWireForm,
  verdict: isVerdict,
  reason: isString,
  baseline: isOneOf(BASELINE_STATES),
  baselineMessage: isNullOr(isString),
  conditions: isObjectWith(CONDITIONS),
  evidence: isArrayOf(isObjectWith(EVIDENCE)),
  provisional: isBoolean,
  notes: isArrayOf(isObjectWith(NOTE)),
  cost: isObjectWith(COST),
  probedAt: isNullOr(isTime),
};

const DEMOTION: Fields<Demotion> = {
  wireForm: isWireForm,
  verdict: isOneOf(["rejected", "ignored"]),
  reason: isString,
  serverMessage: isNullOr(isString),
  httpStatus: isNullOr(isNumber),
  at: isTime,
  fingerprint: isNullOr(isString),
};

export const isCapabilities: Shape = isObjectWith(CAPABILITIES);
export const isDemotion: Shape = isObjectWith(DEMOTION);
