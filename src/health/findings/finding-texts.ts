import { CONNECTION_FINDINGS, type ConnectionCode } from "./connection-findings.ts";
import { DECODING_FINDINGS, type DecodingCode } from "./decoding-findings.ts";
import type { Finding, FindingArgs, FindingText } from "./finding.ts";

export type FindingCode = ConnectionCode | DecodingCode;

/** Every finding code with its words; a code without words does not compile. */
export const FINDING_TEXTS: Readonly<Record<FindingCode, FindingText>> = {
  ...CONNECTION_FINDINGS,
  ...DECODING_FINDINGS,
};

export const FINDING_CODES: readonly FindingCode[] = Object.keys(FINDING_TEXTS) as FindingCode[];

export function finding(code: FindingCode, args: FindingArgs = {}): Finding<FindingCode> {
  return { code, severity: FINDING_TEXTS[code].severity, args };
}

export function findingText(code: FindingCode): FindingText {
  return FINDING_TEXTS[code];
}

/** Where the finding is documented, relative to the repository. */
export function findingPage(code: FindingCode): string {
  return `docs/findings.md#${code}`;
}
