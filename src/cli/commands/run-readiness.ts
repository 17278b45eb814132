import { discover } from "../../backends/identify/discover.ts";
import type { ConfigValues } from "../../config/keys.ts";
import type { ResolvedConfig } from "../../config/setting.ts";
import { isLoopback, keyFor } from "../../config/trust.ts";
import { dataDirectories } from "../../data-directory.ts";
import type { DoctorEvidence, Remark } from "../../health/doctor-evidence.ts";
import { gatherDoctor } from "../../health/gather-doctor.ts";
import { NO_SCORE, writeLastScore } from "../../health/last-score.ts";
import { plannedChanges } from "../../health/planned-changes.ts";
import { type ReadinessReport, readinessReport } from "../../health/readiness-report.ts";
import type { ReadinessEvidence } from "../../health/readiness-rule.ts";
import type { FailOn } from "../../health/report-exit-code.ts";
import { serverKind } from "../../health/server-kind.ts";
import { strongerSources } from "../../health/stronger-sources.ts";
import { doctorSettings } from "../doctor-settings.ts";
import type { Io } from "../io.ts";
import { loadSettings } from "../load-settings.ts";
import { openUserStore, openWorld } from "../open-world.ts";
import { plainText } from "../render/plain-text.ts";
import type { Progress } from "../render/progress.ts";
import { readinessText } from "../render/readiness-text.ts";
import { reportOn } from "../report/report-on.ts";
import { readinessSubject } from "../report/report-subject.ts";
import { UsageError } from "../usage-error.ts";
import { version } from "../version.ts";
import { numberOf } from "./number-option.ts";
import type { ReadinessFlags } from "./readiness.ts";
import { fixSettings } from "./readiness-fix.ts";

/** Scores the settings; with --fix mends our own and scores again. */
export async function runReadiness(flags: ReadinessFlags, io: Io): Promise<number> {
  if (flags.dryRun === true && flags.fix !== true) throw new UsageError("--dry-run goes with --fix");
  if (flags.fix === true && flags.endpoints !== undefined)
    throw new UsageError(
      "--fix goes without --endpoints",
      "Mend the settings for one endpoint: --endpoint or --use.",
    );
  const warn = warnOnce(io);
  const minScore = numberOf("--min-score", flags.minScore, { minimum: 0, maximum: 100 }) ?? null;
  return await reportOn(flags, io, {
    look: async (connection, name, onStep) => {
      const { report, diff, failOn } = await score({ ...flags, ...connection }, io, {
        minScore,
        onStep,
        warn,
      });
      return {
        subject: readinessSubject(report, { name, failOn }),
        text: (options) => readinessText(report, { ...options, diff }),
      };
    },
  });
}

interface Scored {
  readonly report: ReadinessReport;
  readonly diff: string | null;
  readonly failOn: FailOn;
}

interface ScoreWork {
  readonly warn: (text: string) => void;
  readonly minScore: number | null;
  readonly onStep: Progress["step"];
}

async function score(flags: ReadinessFlags, io: Io, { minScore, onStep, warn }: ScoreWork): Promise<Scored> {
  const { config, warnings } = await loadSettings(flags, io);
  const doctor = await look(flags, io, { config, onStep });
  for (const { message, hint } of warnings) warn(hint === null ? message : `${message}. ${hint}`);
  const { withheld } = keyFor({ config, env: io.env });
  if (withheld !== undefined) warn(`the key was not sent: ${withheld}; slmcode doctor says what to do`);
  const failOn = config.values.fail_on.value;
  const options = { toolVersion: version(), failOn, minScore, doctor };
  const evidence = evidenceOf(config, doctor);
  const stronger = strongerSources(config);
  let report = readinessReport(evidence, { ...options, stronger });
  let diff: string | null = null;
  if (flags.fix === true) {
    const { changes } = plannedChanges(evidence, stronger);
    const fixed = await fixSettings(changes, { dryRun: flags.dryRun === true, io });
    diff = fixed.diff;
    const after = fixed.report.mode === "applied" ? (await loadSettings(flags, io)).config : config;
    report = readinessReport(evidenceOf(after, doctor), {
      ...options,
      stronger: strongerSources(after),
      fix: fixed.report,
    });
  }
  const { endpoint, model, state } = report.connection;
  if (state === "ok")
    await writeLastScore(await dataDirectories(io.env), {
      endpoint,
      model,
      score: report.score,
      coverage: report.coverage,
    });
  return { report, diff, failOn };
}

/** The report has no room for them; several endpoints share one file of settings. */
function warnOnce(io: Io): (text: string) => void {
  const told = new Set<string>();
  return (text) => {
    if (told.has(text)) return;
    told.add(text);
    io.warn(`slmcode: ${plainText(text)}\n`);
  };
}

interface LookWork {
  readonly config: ResolvedConfig;
  readonly onStep: Progress["step"];
}

async function look(flags: ReadinessFlags, io: Io, { config, onStep }: LookWork): Promise<DoctorEvidence> {
  const remarks: Remark[] = [];
  const world = openWorld();
  const key = keyFor({ config, env: io.env });
  try {
    return await gatherDoctor({
      settings: doctorSettings(config, io),
      keyFor: (endpoint) => ({
        apiKey:
          key.withheld === undefined && (config.values.endpoint.value !== null || isLoopback(endpoint))
            ? (key.apiKey ?? null)
            : null,
        withheld: key.withheldFor ?? null,
      }),
      world,
      store: await openUserStore(io, (message) => remarks.push({ code: "store_problem", args: { message } })),
      discover: () => discover({ get: world.get, timeoutMs: 800, signal: io.signal }),
      readiness: NO_SCORE,
      remarks,
      all: false,
      refresh: flags.refresh === true,
      probeTimeoutMs: config.values.probe_timeout_ms.value,
      signal: io.signal,
      env: io.env,
      onStep,
    });
  } finally {
    await world.close();
  }
}

function plainValues({ values }: ResolvedConfig): ConfigValues {
  return Object.fromEntries(
    Object.entries(values).map(([name, setting]) => [name, setting.value]),
  ) as unknown as ConfigValues;
}

function evidenceOf(config: ResolvedConfig, evidence: DoctorEvidence): ReadinessEvidence {
  const { state, capabilities, endpoint, generatedAt } = evidence;
  const identity = evidence.identity === null ? null : { ...evidence.identity, kind: serverKind(evidence) };
  return {
    values: plainValues(config),
    state,
    identity,
    capabilities,
    endpoint: endpoint.value,
    generatedAt,
  };
}
