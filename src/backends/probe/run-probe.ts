import type { Capabilities, CapabilitiesKey, Evidence, ProbeNote, Verdict } from "../capabilities.ts";
import { DEFAULT_CONDITIONS, zeroCapabilities } from "../capabilities.ts";
import type { Preset, ServerIdentity } from "../presets/preset.ts";
import { preset as presetOf } from "../presets/presets.ts";
import type { Target } from "../transport/completion.ts";
import { WIRE_FORM_IDS, type WireForm, type WireFormId, wireForm } from "../wire/wire-forms.ts";
import { type Baseline, runBaseline } from "./baseline.ts";
import { dissentingBackEnds, type TriedForm } from "./dissenting-back-ends.ts";
import { judgeForm } from "./judge.ts";
import { isSettled, negotiate } from "./negotiate.ts";
import { backEndId } from "./observation.ts";
import { type PlanRow, planForms } from "./plan.ts";
import { ProbeSession, type ProbeWorld } from "./probe-session.ts";
import { createSubject, plainPrompt } from "./prompts.ts";
import { runForm } from "./run-form.ts";
import { thinkingOffModes } from "./thinking-off.ts";
import { checkTools } from "./tool-check.ts";

export interface RunProbeOptions {
  readonly world: ProbeWorld;
  /** Every wire form, and the control field. @default false */
  readonly all?: boolean;
  /** For everything after the first answer. @default 20000; 240000 with `all` */
  readonly probeTimeoutMs?: number | undefined;
  /** How long the first request may take, since it may load the model. @default 180000 */
  readonly loadAllowanceMs?: number;
  /**
   * True: wait for that first request as long as the allowance lasts (a person watches). False: answer with the floor
   * after `probeTimeoutMs` and let the request live on, since Ollama aborts a load whose client hangs up.
   * @default false
   */
  readonly waitForLoad?: boolean;
  /** Forms that this server died of before. */
  readonly crashedForms?: readonly WireFormId[];
  readonly signal?: AbortSignal | undefined;
  readonly onStep?: ((text: string) => void) | undefined;
}

const PROBE_TIMEOUT_MS = 20_000;
const ALL_TIMEOUT_MS = 240_000;
const LOAD_ALLOWANCE_MS = 180_000;
/** Verdicts after which the server must not be asked anything else. */
const STOPPING: readonly Verdict[] = ["crashed"];

/** One probe, without memory: sends the baseline and then one form after the other. Never throws for what a server does. */
export async function runProbe(
  target: Target,
  options: RunProbeOptions & { readonly identity: ServerIdentity; readonly startedAt?: number },
): Promise<Capabilities> {
  const { world, signal, identity } = options;
  const onStep = options.onStep ?? (() => {});
  const probeTimeoutMs = options.probeTimeoutMs ?? (options.all === true ? ALL_TIMEOUT_MS : PROBE_TIMEOUT_MS);
  const startedAt = options.startedAt ?? world.now();
  const preset = presetOf(
    target.provider === "generic" || target.provider === "auto" ? identity.kind : target.provider,
  );
  const session = new ProbeSession({
    world,
    target,
    conditions: { ...DEFAULT_CONDITIONS, capField: preset.capField },
    deadline: startedAt + probeTimeoutMs,
    signal,
    ...(options.all === true ? { patienceMs: 30_000 } : {}),
  });
  const key: CapabilitiesKey = { provider: preset.id, endpoint: target.endpoint, model: target.model };

  const baseline = await firstAnswer(session, { ...options, probeTimeoutMs, preset, identity, onStep });
  if (baseline.state !== "ok") return withoutBaseline(key, identity, baseline, session);
  if (options.waitForLoad === true) session.deadline = world.now() + probeTimeoutMs;

  const { evidence, notes } = await tryForms(session, baseline, { ...options, preset, identity, onStep });
  return {
    key,
    fingerprint: identity.fingerprint,
    probed: evidence.some((each) => each.verdict !== "skipped"),
    ...negotiate(evidence),
    baseline: "ok",
    baselineMessage: null,
    conditions: session.conditions,
    evidence,
    notes: [...baseline.notes, ...notes],
    cost: session.cost(),
    probedAt: new Date(world.now()).toISOString(),
  };
}

interface Inner extends RunProbeOptions {
  readonly preset: Preset;
  readonly identity: ServerIdentity;
  readonly onStep: (text: string) => void;
}

/** The baseline, or after the probe's own time the word that the server is still loading. */
async function firstAnswer(
  session: ProbeSession,
  options: Inner & { readonly probeTimeoutMs: number },
): Promise<Baseline> {
  const { identity, preset, onStep } = options;
  onStep("asking for a plain sentence (baseline)");
  const loadAllowanceMs = identity.reachable
    ? (options.loadAllowanceMs ?? LOAD_ALLOWANCE_MS)
    : options.probeTimeoutMs;
  const running = runBaseline(session, {
    loadAllowanceMs,
    thinkingOffModes: thinkingOffModes(preset.id),
    reachable: identity.reachable,
    onStep,
  });
  if (options.waitForLoad === true) return await running;
  const late: Baseline = {
    state: "loading",
    message: null,
    reason:
      "the first request has not been answered yet: the server is loading the model, or busy; it was left running",
    classification: null,
    status: null,
  };
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<Baseline>((resolve) => {
    timer = setTimeout(() => resolve(late), Math.max(0, session.timeLeftMs()));
    timer.unref();
  });
  running.catch(() => {});
  const baseline = await Promise.race([running, timeout]);
  clearTimeout(timer);
  return baseline;
}

function withoutBaseline(
  key: CapabilitiesKey,
  identity: ServerIdentity,
  baseline: Exclude<Baseline, { state: "ok" }>,
  session: ProbeSession,
): Capabilities {
  return {
    ...zeroCapabilities(key, baseline.reason),
    fingerprint: identity.fingerprint,
    baseline: baseline.state,
    baselineMessage: baseline.message,
    conditions: session.conditions,
    notes:
      baseline.classification?.class === "rate_limited"
        ? [{ code: "rate_limited", args: { resets_at: baseline.classification.resetsAt } }]
        : [],
    provisional: true,
    cost: session.cost(),
  };
}

type BaselineOk = Extract<Baseline, { state: "ok" }>;

async function tryForms(
  session: ProbeSession,
  baseline: BaselineOk,
  options: Inner,
): Promise<{ evidence: Evidence[]; notes: ProbeNote[] }> {
  const all = options.all === true;
  const rows = planForms({
    preset: options.preset,
    all,
    thinking: baseline.thinking || options.identity.settings.thinkingCapable === true,
    crashedForms: options.crashedForms ?? [],
  });
  const evidence: Evidence[] = [];
  const tried: TriedForm[] = [];
  const baselineBackEnd = backEndId(baseline.completion);
  session.backEnds.add(baselineBackEnd);
  const judge = ({ form, attempts }: TriedForm, dissenting: ReadonlySet<string>): Evidence =>
    judgeForm(form, attempts, { baselineBackEnd, knownBackEnds: session.backEnds, dissenting });
  let stopped: string | null = null;
  for (const row of rows) {
    if (row.skip === null && baseline.answersJson) {
      evidence.push(unsettled(row.form, "inconclusive", JSON_ALL_THE_SAME, false));
      continue;
    }
    const skip = skipReason(row, { session, evidence, stopped, all });
    if (skip !== null) {
      const verdict = options.crashedForms?.includes(row.form.id) === true ? "crashed" : "skipped";
      evidence.push(unsettled(row.form, verdict, skip.reason, skip.passing));
      continue;
    }
    options.onStep(`${row.form.rung} as ${row.form.id}`);
    const form = { form: row.form, attempts: await runForm(session, row.form, baseline) };
    const each = judge(form, new Set());
    tried.push(form);
    evidence.push(each);
    if (STOPPING.includes(each.verdict)) stopped = `the server went away after ${row.form.id}`;
    else if (each.passing && each.verdict === "inconclusive") stopped = `not tried: ${each.reason}`;
  }
  const notes = await closingNotes(session, evidence, options);
  // Once more, now that all back ends behind this address were seen.
  const dissenting = dissentingBackEnds(tried);
  const settled = new Map(tried.map((each) => [each.form.id, judge(each, dissenting)]));
  const judged = evidence.map((each) => settled.get(each.wireForm) ?? each);
  return { evidence: inTableOrder([...judged, floorEvidence()]), notes };
}

interface SkipContext {
  readonly session: ProbeSession;
  readonly evidence: readonly Evidence[];
  readonly stopped: string | null;
  readonly all: boolean;
}

function skipReason(
  { form, skip }: PlanRow,
  { session, evidence, stopped, all }: SkipContext,
): { reason: string; passing: boolean } | null {
  if (skip !== null) return { reason: skip, passing: false };
  if (!all && isSettled(evidence, form.rung))
    return { reason: "a stronger form already holds", passing: false };
  if (session.canceled) return { reason: "interrupted", passing: true };
  if (stopped !== null) return { reason: stopped, passing: true };
  if (session.timeLeftMs() < 1500) return { reason: "no time was left", passing: true };
  const strict = evidence.find((each) => each.wireForm === "openai_strict");
  if (!all && form.id === "openai" && strict?.verdict === "ignored")
    return { reason: "openai_strict, which says more, was accepted and ignored", passing: false };
  return null;
}

const JSON_ALL_THE_SAME =
  "the model answered the plain request with JSON although that was forbidden, so a constrained answer proves nothing; another model would settle it";

/** The floor: nothing is sent, so there is nothing to prove. The plain request is its evidence. */
function floorEvidence(): Evidence {
  return unsettled(
    wireForm("none"),
    "skipped",
    "nothing is sent, so there is nothing to enforce; the plain request was answered",
    false,
  );
}

function unsettled(form: WireForm, verdict: Verdict, reason: string, passing: boolean): Evidence {
  return {
    rung: form.rung,
    wireForm: form.id,
    verdict,
    weakerEffect: null,
    reason,
    serverMessage: null,
    httpStatus: null,
    durationMs: null,
    channel: null,
    whitespaceRunaway: false,
    promptTokensOverBaseline: null,
    passing,
  };
}

function inTableOrder(evidence: readonly Evidence[]): Evidence[] {
  return [...evidence].sort((a, b) => WIRE_FORM_IDS.indexOf(a.wireForm) - WIRE_FORM_IDS.indexOf(b.wireForm));
}

/** The control field: does this server refuse what it does not know? With `all`, or where a refusal named nothing. */
async function closingNotes(
  session: ProbeSession,
  evidence: readonly Evidence[],
  options: Inner,
): Promise<ProbeNote[]> {
  const notes: ProbeNote[] = [];
  const runaway = evidence.find((each) => each.whitespaceRunaway);
  if (runaway !== undefined)
    notes.push({ code: "whitespace_runaway", args: { wire_form: runaway.wireForm } });
  const crashed = evidence.some(
    (each) => each.verdict === "crashed" && options.crashedForms?.includes(each.wireForm) !== true,
  );
  const unexplained = evidence.some((each) => each.verdict === "rejected" && each.serverMessage === null);
  if (crashed || session.canceled || (options.all !== true && !unexplained) || session.timeLeftMs() < 2000)
    return notes;
  options.onStep("a made-up field (control)");
  const reply = await session.send({
    prompt: plainPrompt(createSubject(session.random)),
    cap: 16,
    fields: { slmcode_probe_unknown_field: true },
    timeoutMs: session.requestTimeoutMs(1000),
  });
  if (reply.ok) notes.push({ code: "unknown_fields_accepted", args: {} });
  else if ("status" in reply.failure)
    notes.push({ code: "unknown_fields_refused", args: { status: reply.failure.status } });
  if (options.all !== true || session.timeLeftMs() < 2000) return notes;
  options.onStep("a tool call, without any constraint");
  return [...notes, ...(await checkTools(session))];
}
