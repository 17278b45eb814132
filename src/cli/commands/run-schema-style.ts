import type { Io } from "../io.ts";
import { createStyle, type Style } from "../render/style.ts";

/** `--no-color` turns colour off; without it the terminal and the environment decide. */
export function schemaStyle({ color }: { readonly color?: boolean }, io: Io): Promise<Style> {
  return createStyle({
    isTerminal: io.stdoutIsTerminal,
    env: io.env,
    flag: color === false ? false : undefined,
  });
}
