import type { DoctorEvidence } from "../doctor-evidence.ts";
import type { Finding } from "../findings/finding.ts";
import { type FindingCode, finding } from "../findings/finding-texts.ts";

/** The remarks of these codes, as findings. */
export function remarksOf(
  evidence: DoctorEvidence,
  codes: readonly FindingCode[],
): readonly Finding<FindingCode>[] {
  return evidence.remarks
    .filter((remark) => codes.includes(remark.code))
    .map((remark) => finding(remark.code, remark.args));
}
