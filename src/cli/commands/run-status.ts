import { setTimeout as delay } from "node:timers/promises";
import { openStore } from "../../backends/store/store.ts";
import { normalizeBaseUrl } from "../../backends/transport/base-url.ts";
import { lightGet } from "../../backends/transport/light-get.ts";
import { keyFor } from "../../config/trust.ts";
import { dataDirectories } from "../../data-directory.ts";
import type { Remark } from "../../health/doctor-evidence.ts";
import { gatherStatus } from "../../health/gather-status.ts";
import { NO_SCORE, readLastScore } from "../../health/last-score.ts";
import { type StatusReport, statusReport } from "../../health/status-report.ts";
import { doctorSettings } from "../doctor-settings.ts";
import type { Io } from "../io.ts";
import { loadSettings } from "../load-settings.ts";
import { jsonText } from "../render/json-text.ts";
import { withLateProgress } from "../render/late-progress.ts";
import { statusText } from "../render/status-text.ts";
import { createStyle } from "../render/style.ts";
import { UsageError } from "../usage-error.ts";
import { version } from "../version.ts";
import { numberOf } from "./number-option.ts";
import type { StatusFlags } from "./status.ts";

const TIMEOUT_MS = 1500;

/** Answers at once: one GET and the cache. */
export async function runStatus(flags: StatusFlags, io: Io): Promise<number> {
  const seconds =
    flags.watch === undefined
      ? null
      : flags.watch === true
        ? 5
        : numberOf("--watch", flags.watch, { minimum: 1, maximum: 86_400 })!;
  if (seconds !== null && (flags.json === true || !io.stdoutIsTerminal))
    throw new UsageError(
      "--watch needs a terminal",
      "For scripts, call slmcode status --json as often as you like.",
    );
  const style = await styleOf(flags, io);
  for (;;) {
    const report = await withLateProgress(
      () => lookOnce(flags, io),
      io,
      flags.color === false ? false : undefined,
    );
    const text = flags.json === true ? jsonText(report) : statusText(report, { style, columns: io.columns });
    io.print(seconds === null ? text : `\u001b[H\u001b[2J${text}\nevery ${seconds} s; Ctrl-C ends it\n`);
    if (seconds === null) return report.exit_code;
    await delay(seconds * 1000, undefined, { signal: io.signal }).catch(() => {});
    if (io.signal.aborted) return report.exit_code;
  }
}

async function lookOnce(flags: StatusFlags, io: Io): Promise<StatusReport> {
  const { config, warnings } = await loadSettings(flags, io);
  const remarks: Remark[] = warnings.map(({ message, hint }) => ({
    code: "settings_problem",
    args: { message, hint },
  }));
  const directories = await dataDirectories(io.env);
  const store = openStore({
    directories,
    warn: (message) => remarks.push({ code: "store_problem", args: { message } }),
  });
  const settings = doctorSettings(config, io);
  const normalized = settings.endpoint.value === null ? null : normalizeBaseUrl(settings.endpoint.value);
  const key = keyFor({ config, env: io.env });
  const evidence = await gatherStatus({
    settings: {
      ...settings,
      endpoint: {
        ...settings.endpoint,
        value: normalized?.ok === true ? normalized.url : settings.endpoint.value,
      },
    },
    apiKey: key.withheld === undefined ? (key.apiKey ?? null) : null,
    withheld: key.withheldFor ?? null,
    get: lightGet,
    store,
    now: Date.now,
    timeoutMs: TIMEOUT_MS,
    readiness: NO_SCORE,
    remarks,
    signal: io.signal,
  });
  const readiness = await readLastScore(directories, {
    endpoint: evidence.endpoint.value,
    model: evidence.model.value,
  });
  return statusReport({ ...evidence, readiness }, { toolVersion: version(), files: config.files });
}

async function styleOf(flags: StatusFlags, io: Io): ReturnType<typeof createStyle> {
  return await createStyle({
    isTerminal: io.stdoutIsTerminal,
    env: io.env,
    flag: flags.color === false ? false : undefined,
  });
}
