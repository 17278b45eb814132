import { spawnSync } from "node:child_process";

/** The pinned packages of the live servers need it. */
const OLDEST_MINOR = 11;

export type FoundPython =
  | { readonly ok: true; readonly command: string }
  | { readonly ok: false; readonly why: string };

/** The first Python that is new enough; `SLMCODE_LIVE_PYTHON` names one. */
export function findPython(): FoundPython {
  const named = process.env["SLMCODE_LIVE_PYTHON"];
  const candidates = named ? [named] : ["python3", "python", "python3.13", "python3.12", "python3.11"];
  const seen: string[] = [];
  for (const command of candidates) {
    const version = versionOf(command);
    if (version === null) continue;
    if (version.major === 3 && version.minor >= OLDEST_MINOR) return { ok: true, command };
    seen.push(`${command} is ${version.major}.${version.minor}`);
  }
  const found = seen.length > 0 ? seen.join(", ") : `none found (tried ${candidates.join(", ")})`;
  return { ok: false, why: `Python 3.${OLDEST_MINOR} or newer is needed: ${found}` };
}

function versionOf(command: string): { readonly major: number; readonly minor: number } | null {
  const code = "import sys; print('%d.%d' % sys.version_info[:2])";
  const { status, stdout } = spawnSync(command, ["-c", code], { encoding: "utf8", timeout: 10_000 });
  const match = status === 0 ? /^(\d+)\.(\d+)/.exec(stdout) : null;
  return match === null ? null : { major: Number(match[1]), minor: Number(match[2]) };
}
