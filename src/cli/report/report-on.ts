import type { ConnectionFlags } from "../commands/connection-options.ts";
import type { Io } from "../io.ts";
import { loadSettings } from "../load-settings.ts";
import { createProgress, type Progress } from "../render/progress.ts";
import { createStyle, type Style } from "../render/style.ts";
import { UsageError } from "../usage-error.ts";
import { deliverReport } from "./deliver-report.ts";
import { matrixText } from "./matrix-text.ts";
import { renderReport, worstExitCode } from "./render-report.ts";
import { formatOf, type ReportFlags } from "./report-format.ts";
import type { ReportSubject } from "./report-subject.ts";
import { type SelectedEndpoint, selectedEndpoints } from "./selected-endpoints.ts";

export interface TextOptions {
  readonly style: Style;
  readonly columns: number;
}

/** What was seen of one endpoint, and how a person reads it. */
export interface Looked {
  readonly subject: ReportSubject;
  readonly text: (options: TextOptions) => string;
}

export interface ReportWork {
  /** `connection` replaces the flags that name an endpoint; `name` is its name in the settings. */
  readonly look: (
    connection: ConnectionFlags,
    name: string | undefined,
    onStep: Progress["step"],
  ) => Promise<Looked>;
}

/** Looks at one endpoint or at those of `--endpoints`, delivers one report, and gives the exit code of all. */
export async function reportOn(
  flags: ConnectionFlags & ReportFlags,
  io: Io,
  { look }: ReportWork,
): Promise<number> {
  const format = formatOf(flags);
  const selected = await selection(flags, io);
  const colorFlag = flags.color === false ? false : undefined;
  const progress = await createProgress(io, colorFlag);
  let all: readonly Looked[];
  try {
    all =
      selected === null
        ? [await look({}, undefined, progress.step)]
        : await lookAtAll(selected, look, progress.step);
  } finally {
    progress.stop();
  }
  const subjects = all.map((each) => each.subject);
  const exitCode = worstExitCode(subjects.map((each) => each.exitCode));
  const toFile = flags.output !== undefined && flags.output !== "-";
  if (format !== "text") {
    await deliverReport(renderReport(subjects, { format, several: selected !== null }), flags.output, io);
  } else if (flags.quiet !== true || exitCode !== 0 || toFile) {
    const style = await createStyle({
      isTerminal: io.stdoutIsTerminal && !toFile,
      env: io.env,
      flag: colorFlag,
    });
    const options = { style, columns: toFile ? 80 : io.columns };
    const texts = all.map((each) => each.text(options));
    if (selected !== null) texts.push(matrixText(subjects, options));
    await deliverReport(texts.join("\n"), flags.output, io);
  }
  return exitCode;
}

async function selection(
  flags: ConnectionFlags & ReportFlags,
  io: Io,
): Promise<readonly SelectedEndpoint[] | null> {
  if (flags.endpoints === undefined) return null;
  if (flags.endpoint !== undefined || flags.use !== undefined)
    throw new UsageError("--endpoints goes without --endpoint and --use");
  const { config } = await loadSettings(flags, io);
  return selectedEndpoints(flags.endpoints, config);
}

/** One after the other: endpoints often share a machine, and a probe that waits for another's looks like a stall. */
async function lookAtAll(
  selected: readonly SelectedEndpoint[],
  look: ReportWork["look"],
  onStep: Progress["step"],
): Promise<readonly Looked[]> {
  const all: Looked[] = [];
  for (const [index, each] of selected.entries()) {
    const at = `${index + 1} of ${selected.length}, ${each.name}: `;
    const connection = "use" in each ? { use: each.use } : { endpoint: each.endpoint };
    const name = "use" in each ? each.name : undefined;
    all.push(await look(connection, name, (text) => onStep(at + text)));
  }
  return all;
}
