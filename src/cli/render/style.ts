import type { ChalkInstance } from "chalk";

export type Style = ChalkInstance;

export interface ColorChoice {
  readonly isTerminal: boolean;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** `--no-color` gives false, `--color` true. */
  readonly flag?: boolean | undefined;
}

/**
 * 0 for plain text, 1 for colour. chalk 5 does not read NO_COLOR on a terminal, so the decision is made here:
 * flag, NO_COLOR (no-color.org), FORCE_COLOR, TERM=dumb, terminal.
 */
export function colorLevel({ isTerminal, env, flag }: ColorChoice): 0 | 1 {
  if (flag !== undefined) return flag ? 1 : 0;
  if ((env["NO_COLOR"] ?? "") !== "") return 0;
  const force = env["FORCE_COLOR"];
  if (force !== undefined) return force === "0" || force === "false" ? 0 : 1;
  return isTerminal && env["TERM"] !== "dumb" ? 1 : 0;
}

/** The one place that imports chalk. */
export async function createStyle(choice: ColorChoice): Promise<Style> {
  const { Chalk } = await import("chalk");
  return new Chalk({ level: colorLevel(choice) });
}
