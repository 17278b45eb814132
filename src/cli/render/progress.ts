import type { Io } from "../io.ts";
import { colorLevel } from "./style.ts";

/** What is being done now, on stderr, for as long as stderr is a terminal; silent otherwise. */
export interface Progress {
  readonly step: (text: string) => void;
  /** Removes the line. */
  readonly stop: () => void;
}

const SILENT: Progress = { step: () => {}, stop: () => {} };

/** The one place that imports ora; it is not loaded when there is nobody to see it. */
export async function createProgress(io: Io, colorFlag?: false): Promise<Progress> {
  if (!io.stderrIsTerminal || io.env["TERM"] === "dumb") return SILENT;
  // A terminal that does not say how wide it is (`docker exec -t`, expect): ora would erase lines without end.
  if (!(process.stderr.columns > 0)) return SILENT;
  const { default: ora } = await import("ora");
  const color =
    colorLevel({ isTerminal: true, env: io.env, flag: colorFlag }) === 0 ? { color: false as const } : {};
  const spinner = ora({ stream: process.stderr, discardStdin: false, ...color });
  return {
    step: (text) => {
      spinner.text = text;
      if (!spinner.isSpinning) spinner.start();
    },
    stop: () => {
      spinner.stop();
    },
  };
}
