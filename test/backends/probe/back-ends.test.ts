import { afterAll, describe, expect, test } from "vitest";
import type { Capabilities } from "../../../src/backends/capabilities.ts";
import { identify } from "../../../src/backends/identify/identify.ts";
import { runProbe } from "../../../src/backends/probe/run-probe.ts";
import type { Profile, Replica } from "../../../src/simulator/profile.ts";
import { profileOf } from "../../../src/simulator/profiles/index.ts";
import { startSimulator } from "../../../src/simulator/start-simulator.ts";
import { testWorld } from "../../helpers/test-world.ts";

const world = testWorld();

afterAll(async () => {
  await world.close();
});

const ENFORCES: Profile["manners"] = {
  openai_strict: "enforced",
  openai: "enforced",
  structured_outputs: "enforced",
  grammar: "enforced",
};

/** Back ends that answer in turn, one for each letter; a capital one enforces. */
function replicasOf(letters: string): Replica[] {
  return [...letters].map((letter) => ({
    fingerprint: letter.toLowerCase(),
    ...(letter === letter.toUpperCase() ? { manners: ENFORCES } : {}),
  }));
}

async function probeReplicas(letters: string, all: boolean): Promise<Capabilities> {
  const profile: Profile = { ...profileOf("mixed_replicas"), replicas: replicasOf(letters) };
  const simulator = await startSimulator({ profile });
  const identity = await identify({
    endpoint: simulator.url,
    model: "demo",
    get: world.get,
    timeoutMs: 4000,
  });
  const target = { endpoint: simulator.url, provider: "auto", model: "demo" };
  const capabilities = await runProbe(target, { world, identity, all });
  await simulator.close();
  return capabilities;
}

function verdicts(capabilities: Capabilities, verdict: string): string[] {
  return capabilities.evidence.filter((each) => each.verdict === verdict).map((each) => each.wireForm);
}

describe("several back ends behind one address", () => {
  test.each(["Ab", "bA", "bAA", "AbA", "AAb", "AAAb", "bAAAAb", "AAAAAAb", "AbAA", "ACb"])(
    "where they answer in the order %s, nothing is called enforced once the one that does not enforce was seen",
    async (letters) => {
      const capabilities = await probeReplicas(letters, true);
      expect(verdicts(capabilities, "enforced")).toEqual([]);
      expect(capabilities.rung).toBe("prompt_only");
    },
  );

  test("where all of them enforce, it is enforced, and the reason says for whom", async () => {
    const capabilities = await probeReplicas("AB", true);
    expect(verdicts(capabilities, "enforced").sort()).toEqual(Object.keys(ENFORCES).sort());
    expect(capabilities.reason).toContain("2 back ends answered, and this holds only for those seen");
  });

  test("one that answers seldom and follows does not put the others in doubt", async () => {
    const capabilities = await probeReplicas("AAAAAAAAB", true);
    expect(verdicts(capabilities, "enforced").sort()).toEqual(Object.keys(ENFORCES).sort());
  });

  test("an ignored form is said of the one that was asked, not of all", async () => {
    const { evidence } = await probeReplicas("bA", false);
    const ignored = evidence.filter((each) => each.verdict === "ignored");
    expect(ignored.length).toBeGreaterThan(0);
    for (const { reason } of ignored) expect(reason).toContain("only for the one that was asked");
  });

  test("where they show no ids of their own, the reason leaves the door open", async () => {
    const profile: Profile = {
      ...profileOf("mixed_replicas"),
      replicas: [
        { fingerprint: "a", manners: ENFORCES },
        { fingerprint: "a", manners: ENFORCES },
        { fingerprint: "a" },
      ],
    };
    const simulator = await startSimulator({ profile });
    const identity = await identify({
      endpoint: simulator.url,
      model: "demo",
      get: world.get,
      timeoutMs: 4000,
    });
    const target = { endpoint: simulator.url, provider: "auto", model: "demo" };
    const { evidence } = await runProbe(target, { world, identity });
    await simulator.close();
    expect(evidence.find((each) => each.wireForm === "openai_strict")).toMatchObject({
      verdict: "ignored",
      reason: expect.stringContaining("or another back end answered the second time"),
    });
  });
});
