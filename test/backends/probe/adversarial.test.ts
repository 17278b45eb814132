import { afterAll, describe, expect, test } from "vitest";
import type { Capabilities } from "../../../src/backends/capabilities.ts";
import { identify } from "../../../src/backends/identify/identify.ts";
import { runProbe } from "../../../src/backends/probe/run-probe.ts";
import { PROFILES } from "../../../src/simulator/profiles/index.ts";
import { type Simulator, startSimulator } from "../../../src/simulator/start-simulator.ts";
import { testWorld } from "../../helpers/test-world.ts";

const world = testWorld();

afterAll(async () => {
  await world.close();
});

async function probeProfile(
  profile: string,
  options: { model?: "noise" | "polite"; seed?: number; all?: boolean; waitForLoad?: boolean } = {},
): Promise<{ capabilities: Capabilities; simulator: Simulator }> {
  const simulator = await startSimulator({
    profile,
    model: options.model ?? "noise",
    seed: options.seed ?? 1,
  });
  const identity = await identify({
    endpoint: simulator.url,
    model: "demo",
    get: world.get,
    timeoutMs: 4000,
  });
  const capabilities = await runProbe(
    { endpoint: simulator.url, provider: "auto", model: "demo" },
    { world, identity, all: options.all ?? true, waitForLoad: options.waitForLoad ?? true },
  );
  await simulator.close();
  return { capabilities, simulator };
}

const adversarial = PROFILES.filter((each) => each.adversarial === true).map((each) => each.name);
const cases = adversarial.flatMap((name) =>
  (["noise", "polite"] as const).flatMap((model) => [1, 2].map((seed) => ({ name, model, seed }))),
);

describe("servers made to mislead", () => {
  test.each(cases)(
    "$name with a $model model (seed $seed) is never called enforced",
    async ({ name, model, seed }) => {
      const { capabilities } = await probeProfile(name, { model, seed });
      const enforced = capabilities.evidence
        .filter((each) => each.verdict === "enforced")
        .map((each) => each.wireForm);
      expect(enforced).toEqual([]);
    },
  );

  test.each([
    ["schema_in_prompt", "polite", "openai_strict", "ignored", "schema_in_prompt"],
    ["schema_in_prompt", "noise", "openai_strict", "ignored", "schema_in_prompt"],
    ["json_mode_plus_prompt", "polite", "openai_strict", "ignored", "schema_in_prompt"],
    ["post_filter_blank", "noise", "openai_strict", "ignored", "post_filter"],
    ["post_filter_blank", "noise", "json_object", "ignored", "post_filter"],
    ["post_filter_400", "noise", "openai_strict", "ignored", "post_filter"],
    ["post_filter_400", "polite", "json_object", "ignored", "post_filter"],
    ["tool_call_conversion", "noise", "openai_strict", "misrouted", null],
    ["tool_call_conversion", "polite", "openai_strict", "misrouted", null],
    ["cache_ignores_extra", "noise", "openai_strict", "inconclusive", null],
    ["stream_only", "noise", "openai_strict", "ignored", null],
    ["thinking_gates_format", "noise", "openai_strict", "inconclusive", null],
    ["dies_of_a_field", "noise", "openai_strict", "crashed", null],
  ] as const)("%s with a %s model: %s is %s (%s)", async (name, model, form, verdict, weakerEffect) => {
    const { capabilities } = await probeProfile(name, { model });
    expect(capabilities.evidence.find((each) => each.wireForm === form)).toMatchObject({
      verdict,
      weakerEffect,
    });
  });

  test("one that goes away is not sent anything else", async () => {
    const { capabilities, simulator } = await probeProfile("dies_of_a_field");
    const posts = simulator.requests.filter((each) => each.method === "POST");
    expect(posts.map((each) => each.status)).toEqual([200, 0]);
    expect(capabilities.evidence.filter((each) => each.verdict === "skipped").length).toBeGreaterThan(10);
  });

  test("a streaming-only server is probed with streams", async () => {
    const { capabilities } = await probeProfile("stream_only");
    expect(capabilities.conditions.stream).toBe(true);
    expect(capabilities.baseline).toBe("ok");
  });

  test("a load is waited for and not broken off, so that it can end", async () => {
    const { capabilities } = await probeProfile("load_aborts_on_disconnect", { all: false });
    expect(capabilities.baseline).toBe("ok");
  });

  test("the library answers in its own time with the floor, and lets the loading request live on", async () => {
    const simulator = await startSimulator({ profile: "load_aborts_on_disconnect" });
    const identity = await identify({
      endpoint: simulator.url,
      model: "demo",
      get: world.get,
      timeoutMs: 2000,
    });
    const target = { endpoint: simulator.url, provider: "auto", model: "demo" };
    const first = await runProbe(target, { world, identity, probeTimeoutMs: 500 });
    expect(first).toMatchObject({
      baseline: "loading",
      probed: false,
      rung: "prompt_only",
      provisional: true,
    });
    await world.sleep(1600);
    const second = await runProbe(target, { world, identity, probeTimeoutMs: 5000 });
    expect(second.baseline).toBe("ok");
    await simulator.close();
  });

  test("several back ends that disagree are told", async () => {
    const { capabilities } = await probeProfile("mixed_replicas");
    expect(capabilities.evidence.some((each) => /several back ends/.test(each.reason))).toBe(true);
  });
});
