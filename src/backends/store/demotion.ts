import type { Capabilities, CapabilitiesKey, Evidence } from "../capabilities.ts";
import { negotiate } from "../probe/negotiate.ts";
import { type WireFormId, wireForm } from "../wire/wire-forms.ts";
import { isYoung } from "./freshness.ts";

/** A wire form that a call found refused, or no longer enforced, after the probe had proven it. */
export interface Demotion {
  readonly wireForm: WireFormId;
  readonly verdict: "rejected" | "ignored";
  /** One sentence for a person. */
  readonly reason: string;
  /** The server's own words, redacted. */
  readonly serverMessage: string | null;
  readonly httpStatus: number | null;
  /** RFC 3339. */
  readonly at: string;
  /** It holds for this fingerprint; `null` where the server shows none, and then for seven days. */
  readonly fingerprint: string | null;
}

const SEVEN_DAYS_MS = 7 * 86_400_000;

/** The demotions that still hold beside evidence of that fingerprint. */
export function demotionsInForce(
  demotions: readonly Demotion[],
  fingerprint: string | null,
  nowMs: number,
): readonly Demotion[] {
  return demotions.filter((each) =>
    each.fingerprint === null ? isYoung(each.at, nowMs, SEVEN_DAYS_MS) : each.fingerprint === fingerprint,
  );
}

/** The evidence as the demotions leave it, negotiated anew. The same object when there are none. */
export function applyDemotions(capabilities: Capabilities, demotions: readonly Demotion[]): Capabilities {
  if (demotions.length === 0) return capabilities;
  const demoted = new Map<WireFormId, Evidence>(demotions.map((each) => [each.wireForm, evidenceOf(each)]));
  const evidence = capabilities.evidence.map((each) => {
    const instead = demoted.get(each.wireForm);
    demoted.delete(each.wireForm);
    return instead ?? each;
  });
  const all = [...evidence, ...demoted.values()];
  return { ...capabilities, evidence: all, ...negotiate(all), provisional: capabilities.provisional };
}

function evidenceOf({ wireForm: id, verdict, reason, serverMessage, httpStatus }: Demotion): Evidence {
  return {
    rung: wireForm(id).rung,
    wireForm: id,
    verdict,
    weakerEffect: null,
    reason,
    serverMessage,
    httpStatus,
    durationMs: null,
    channel: null,
    whitespaceRunaway: false,
    promptTokensOverBaseline: null,
    passing: false,
  };
}

/** One string for a key: none of its first two parts holds a space. It can never be a name that JavaScript treats specially. */
export function keyId({ provider, endpoint, model }: CapabilitiesKey): string {
  return `${provider} ${endpoint} ${model}`;
}
