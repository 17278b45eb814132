import type { Evidence } from "../../backends/capabilities.ts";
import { type Check, type CheckResult, result, skipped } from "../check.ts";
import type { DoctorEvidence } from "../doctor-evidence.ts";
import type { Finding } from "../findings/finding.ts";
import { type FindingCode, finding } from "../findings/finding-texts.ts";
import { serverKind } from "../server-kind.ts";
import { decodingSetting } from "../server-settings.ts";
import { remarksOf } from "./remarks.ts";

/** Which rung was negotiated, and why not a stronger one? */
export const structuredCheck: Check = {
  id: "structured",
  title: "structured",
  run: (evidence) => {
    const { capabilities, mode } = evidence;
    if (capabilities === null || capabilities.baseline !== "ok")
      return skipped("needs a plain request that is answered");
    const { rung, wireForm, verdict } = capabilities;
    const off = mode.value === "off" ? ` (off by ${mode.origin})` : "";
    const summary =
      rung === "prompt_only"
        ? `prompt_only: nothing enforced${off}`
        : `${rung} as ${wireForm}, ${verdict}${off}`;
    return result(summary, decodingFindings(evidence), {
      measured: rung,
      expected: "json_schema, guided_json or gbnf_grammar, enforced",
      source: "probe",
    }) satisfies CheckResult;
  },
};

function decodingFindings(evidence: DoctorEvidence): readonly Finding<FindingCode>[] {
  const { capabilities, mode } = evidence;
  if (capabilities === null) return [];
  const { rung, notes, provisional, reason } = capabilities;
  const tried = capabilities.evidence;
  const findings: Finding<FindingCode>[] = [];
  const answersJson = tried.some(
    (each) => each.verdict === "inconclusive" && /answered the plain request with JSON/.test(each.reason),
  );
  if (answersJson) findings.push(finding("answers_json"));
  else if (rung === "prompt_only" && !provisional && !tried.some((each) => each.verdict === "inconclusive")) {
    findings.push({
      ...finding("nothing_enforced", {
        reason,
        setting: decodingSetting(serverKind(evidence)),
      }),
      severity: mode.value === "off" ? "info" : "fail",
    });
  }
  if (rung === "json_object") findings.push(finding("object_only"));
  findings.push(...byVerdict(tried, rung), ...(provisional ? [finding("provisional")] : []));
  if (tried.some((each) => /several back ends/.test(each.reason)))
    findings.push(finding("several_back_ends"));
  const runaway = notes.find((note) => note.code === "whitespace_runaway");
  if (runaway !== undefined) findings.push(finding("whitespace_runaway", runaway.args));
  if (mode.value === "off") findings.push(finding("mode_off", { origin: mode.origin }));
  return [...findings, ...remarksOf(evidence, ["demoted"])];
}

function byVerdict(tried: readonly Evidence[], rung: string): readonly Finding<FindingCode>[] {
  const findings: Finding<FindingCode>[] = [];
  for (const each of tried.filter(({ verdict }) => verdict === "crashed"))
    findings.push(finding("server_crashed", { form: each.wireForm }));
  for (const each of tried.filter(({ verdict }) => verdict === "stalled"))
    findings.push(finding("form_stalled", { form: each.wireForm }));
  const unsettled = tried.filter(
    (each) => each.verdict === "inconclusive" && !/answered the plain request with JSON/.test(each.reason),
  );
  if (unsettled.length > 0)
    findings.push(finding("unsettled", { forms: names(unsettled), reason: unsettled[0]!.reason }));
  const misrouted = tried.find((each) => each.verdict === "misrouted" && each.rung === rung);
  if (misrouted !== undefined) findings.push(finding("misrouted", { channel: misrouted.channel }));
  const pasted = tried.filter((each) => each.weakerEffect === "schema_in_prompt");
  if (pasted.length > 0) findings.push(finding("schema_in_prompt", { forms: names(pasted) }));
  const filtered = tried.filter((each) => each.weakerEffect === "post_filter");
  if (filtered.length > 0) findings.push(finding("post_filter", { forms: names(filtered) }));
  const silent = tried.filter(
    (each) =>
      each.verdict === "ignored" &&
      each.weakerEffect !== "schema_in_prompt" &&
      each.weakerEffect !== "post_filter",
  );
  if (silent.length > 0) findings.push(finding("silently_ignored", { forms: names(silent) }));
  return findings;
}

function names(evidence: readonly Evidence[]): string {
  return evidence.map((each) => each.wireForm).join(", ");
}
