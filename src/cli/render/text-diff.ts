import { structuredPatch } from "diff";
import { plainText } from "./plain-text.ts";

export interface TextDiffLine {
  readonly kind: "removed" | "added" | "same";
  /** With its mark, safe for a terminal. */
  readonly text: string;
}

const CONTEXT_LINES = 1;
/** Lines that differ everywhere are compared for so long, and then not shown. */
const TIMEOUT_MS = 2000;
const LONGEST = 160;
/** What is shown of a long line before the place where it differs. */
const LEAD = 40;
const KINDS = { "-": "removed", "+": "added", " ": "same" } as const;

/** How two texts differ, line by line; `null` where that would take too long to find out. */
export function textDiff(before: string, after: string): readonly TextDiffLine[] | null {
  const patch = structuredPatch("", "", ended(before), ended(after), "", "", {
    context: CONTEXT_LINES,
    timeout: TIMEOUT_MS,
    stripTrailingCr: true,
  });
  if (patch === undefined) return null;
  return patch.hunks.flatMap(({ lines }, at) => [
    ...(at === 0 ? [] : [{ kind: "same" as const, text: "  ..." }]),
    ...hunk(lines),
  ]);
}

function ended(text: string): string {
  return text === "" || text.endsWith("\n") ? text : `${text}\n`;
}

function hunk(lines: readonly string[]): readonly TextDiffLine[] {
  const removed = lines.filter((line) => line.startsWith("-"));
  const added = lines.filter((line) => line.startsWith("+"));
  const from = removed.length === added.length ? removed.map((line, at) => cutAt(line, added[at]!)) : [];
  const seen = { "-": 0, "+": 0, " ": 0 };
  return lines.flatMap((line) => {
    const mark = line[0] as keyof typeof KINDS;
    const kind = KINDS[mark];
    if (kind === undefined) return [];
    const cut = mark === " " ? 0 : (from[seen[mark]] ?? 0);
    seen[mark] += 1;
    return [{ kind, text: plainText(`${mark} ${shortened(line.slice(1), cut)}`) }];
  });
}

/** Where a pair of long lines is to be shown from, so that its first difference is seen. */
function cutAt(removed: string, added: string): number {
  if (Math.max(removed.length, added.length) <= LONGEST) return 0;
  let at = 1;
  while (at < removed.length && removed[at] === added[at]) at += 1;
  return Math.max(0, at - 1 - LEAD);
}

function shortened(line: string, from: number): string {
  const rest = line.slice(from);
  return `${from > 0 ? "..." : ""}${rest.length > LONGEST ? `${rest.slice(0, LONGEST)}...` : rest}`;
}
