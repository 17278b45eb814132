import { describe, expect, test } from "vitest";
import { applyDemotions, demotionsInForce } from "../../../src/backends/store/demotion.ts";
import { capabilities, demotion, evidence } from "./sample.ts";

const DAY = 86_400_000;
const AT = Date.parse(demotion().at);

describe("applyDemotions", () => {
  test("the next rung that was proven takes over, and the refusal is evidence with the server's words", () => {
    const demoted = applyDemotions(capabilities(), [demotion()]);
    expect(demoted).toMatchObject({ rung: "json_object", wireForm: "json_object", verdict: "enforced" });
    expect(demoted.evidence[0]).toMatchObject({
      wireForm: "openai_strict",
      verdict: "rejected",
      httpStatus: 400,
      serverMessage: "response_format is not supported",
    });
    expect(demoted.evidence).toHaveLength(2);
  });

  test("enforcement that was lost is ignored evidence", () => {
    const demoted = applyDemotions(capabilities(), [demotion({ verdict: "ignored", serverMessage: null })]);
    expect(demoted.evidence[0]?.verdict).toBe("ignored");
    expect(demoted.rung).toBe("json_object");
  });

  test("with everything demoted the floor is left, and its reason quotes the server", () => {
    const demoted = applyDemotions(capabilities(), [demotion(), demotion({ wireForm: "json_object" })]);
    expect(demoted).toMatchObject({ rung: "prompt_only", wireForm: "none" });
    expect(demoted.reason).toContain("response_format is not supported");
  });

  test("a form without evidence gets some", () => {
    const given = capabilities({ evidence: [evidence()] });
    const demoted = applyDemotions(given, [demotion({ wireForm: "guided_json" })]);
    expect(demoted.evidence.map((each) => each.wireForm)).toEqual(["openai_strict", "guided_json"]);
    expect(demoted.rung).toBe("json_schema");
  });

  test("without demotions nothing is made anew", () => {
    const given = capabilities();
    expect(applyDemotions(given, [])).toBe(given);
  });
});

describe("demotionsInForce", () => {
  test.each([
    ["the same fingerprint, for good", "llamacpp b6000", "llamacpp b6000", 300 * DAY, 1],
    ["another fingerprint", "llamacpp b6000", "llamacpp b6001", 0, 0],
    ["evidence that lost its fingerprint", "llamacpp b6000", null, 0, 0],
    ["no fingerprint, six days", null, null, 6 * DAY, 1],
    ["no fingerprint, seven days", null, null, 7 * DAY, 0],
  ])("%s", (_title, of, now, ageMs, count) => {
    expect(demotionsInForce([demotion({ fingerprint: of })], now, AT + ageMs)).toHaveLength(count);
  });
});
