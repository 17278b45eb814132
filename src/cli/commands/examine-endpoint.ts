import { discover } from "../../backends/identify/discover.ts";
import type { ResolvedConfig } from "../../config/setting.ts";
import { isLoopback, keyFor } from "../../config/trust.ts";
import { dataDirectories } from "../../data-directory.ts";
import type { Remark } from "../../health/doctor-evidence.ts";
import { type DoctorReport, doctorReport } from "../../health/doctor-report.ts";
import { gatherDoctor } from "../../health/gather-doctor.ts";
import { NO_SCORE, readLastScore } from "../../health/last-score.ts";
import type { FailOn } from "../../health/report-exit-code.ts";
import { selectChecks } from "../../health/select-checks.ts";
import { doctorSettings } from "../doctor-settings.ts";
import type { Io } from "../io.ts";
import { loadSettings } from "../load-settings.ts";
import { openUserStore, openWorld } from "../open-world.ts";
import type { Progress } from "../render/progress.ts";
import type { TraceFile } from "../trace-file.ts";
import { UsageError } from "../usage-error.ts";
import { version } from "../version.ts";
import type { DoctorFlags } from "./doctor.ts";

export interface Examined {
  readonly report: DoctorReport;
  readonly failOn: FailOn;
}

/** Doctor against the endpoint that flags, environment and settings name. */
export async function examineEndpoint(
  flags: DoctorFlags,
  io: Io,
  onStep: Progress["step"],
  trace?: TraceFile | null,
): Promise<Examined> {
  const checks = selectChecks(flags);
  if (!checks.ok) throw new UsageError(checks.message, checks.hint);
  const { config, warnings } = await loadSettings(flags, io);
  const remarks: Remark[] = warnings.map(({ message, hint }) => ({
    code: "settings_problem",
    args: { message, hint },
  }));
  const store = await openUserStore(io, (message) =>
    remarks.push({ code: "store_problem", args: { message } }),
  );
  const world = openWorld({}, { onExchange: trace?.write });
  const key = keyFor({ config, env: io.env });
  try {
    const evidence = await gatherDoctor({
      settings: doctorSettings(config, io),
      keyFor: (endpoint) => ({
        // Decided for the configured endpoint; one that was found instead is on this machine.
        apiKey:
          key.withheld === undefined && (config.values.endpoint.value !== null || isLoopback(endpoint))
            ? (key.apiKey ?? null)
            : null,
        withheld: key.withheldFor ?? null,
      }),
      world,
      store,
      discover: () => discover({ get: world.get, timeoutMs: 800, signal: io.signal }),
      readiness: NO_SCORE,
      remarks,
      all: flags.all === true,
      refresh: flags.refresh === true,
      probeTimeoutMs: probeTimeoutMs(config, flags),
      signal: io.signal,
      env: io.env,
      onStep,
    });
    const failOn = config.values.fail_on.value;
    const readiness = await readLastScore(await dataDirectories(io.env), {
      endpoint: evidence.endpoint.value,
      model: evidence.model.value,
    });
    const report = doctorReport(
      { ...evidence, readiness },
      {
        toolVersion: version(),
        failOn,
        interrupted: io.signal.aborted,
        checks: checks.ids,
      },
    );
    return { report, failOn };
  } finally {
    await world.close();
  }
}

/** With `--all` there are five times as many requests, so the default is longer there; a time that was asked for stands. */
function probeTimeoutMs({ values }: ResolvedConfig, flags: DoctorFlags): number | undefined {
  const { value, scope } = values.probe_timeout_ms;
  return flags.all === true && scope === "default" ? undefined : value;
}
