import { afterAll, describe, expect, test } from "vitest";
import { identify } from "../../../src/backends/identify/identify.ts";
import { runProbe } from "../../../src/backends/probe/run-probe.ts";
import type { Manner } from "../../../src/simulator/profile.ts";
import { PROFILES } from "../../../src/simulator/profiles/index.ts";
import { startSimulator } from "../../../src/simulator/start-simulator.ts";
import { testWorld } from "../../helpers/test-world.ts";

const world = testWorld();

afterAll(async () => {
  await world.close();
});

/** What a probe is to find for each manner. */
function verdictOf(manner: Manner | undefined): string {
  if (typeof manner === "object") return "rejected";
  if (manner === "enforced") return "enforced";
  return manner === "reasoning" || manner === "tool_call" ? "misrouted" : "ignored";
}

const honest = PROFILES.filter((each) => each.adversarial !== true);

describe("simulated servers", () => {
  test("there are at least twenty with the manners of real ones, each with its source", () => {
    expect(honest.length).toBeGreaterThanOrEqual(20);
    expect(PROFILES.filter((each) => each.source === "").map((each) => each.name)).toEqual([]);
    expect(new Set(PROFILES.map((each) => each.name)).size).toBe(PROFILES.length);
  });

  test.each(honest.map((each) => [each.name, each] as const))(
    "every verdict over %s is what its manners say",
    async (_, profile) => {
      const simulator = await startSimulator({ profile });
      const identity = await identify({
        endpoint: simulator.url,
        model: "demo",
        get: world.get,
        timeoutMs: 4000,
      });
      const capabilities = await runProbe(
        { endpoint: simulator.url, provider: "auto", model: "demo" },
        { world, identity, all: true },
      );
      await simulator.close();
      for (const { wireForm, verdict, reason } of capabilities.evidence) {
        if (wireForm === "none") continue;
        const refusesUnknown =
          profile.unknownFields !== null &&
          profile.manners[wireForm] === undefined &&
          ![
            "openai",
            "openai_strict",
            "llamacpp_schema_object",
            "tgi_value",
            "fireworks_grammar",
            "json_object",
            "any_object_schema",
          ].includes(wireForm);
        expect(`${wireForm}: ${verdict}`, reason).toBe(
          `${wireForm}: ${refusesUnknown ? "rejected" : verdictOf(profile.manners[wireForm])}`,
        );
      }
    },
  );

  test.each([
    ["llamacpp-b11434", "openai_strict", 3],
    ["llamacpp-b11434-sentencepiece", "grammar", 7],
    ["llamacpp-b4748", "llamacpp_schema_object", 4],
    ["ollama-2026-08", "openai_strict", 3],
    ["ollama-mlx", "none", 4],
    ["vllm-0.20", "openai_strict", 3],
    ["vllm-0.6", "guided_json", 5],
    ["tgi-3.3", "tgi_value", 4],
    ["lmstudio", "openai_strict", 3],
    ["koboldcpp", "openai_strict", 3],
    ["mlx_lm-0.32", "none", 3],
    ["openai-reasoning", "openai_strict", 5],
    ["deepseek", "none", 3],
  ])("a default probe of %s negotiates %s with %i requests", async (name, wireForm, requests) => {
    const simulator = await startSimulator({ profile: name });
    const host = name.startsWith("openai") ? "openai" : name === "deepseek" ? "deepseek" : "auto";
    const identity = await identify({
      endpoint: simulator.url,
      model: "demo",
      get: world.get,
      timeoutMs: 4000,
    });
    const capabilities = await runProbe(
      { endpoint: simulator.url, provider: host, model: "demo" },
      { world, identity },
    );
    await simulator.close();
    expect({ wireForm: capabilities.wireForm, requests: capabilities.cost.requests }).toEqual({
      wireForm,
      requests,
    });
  });

  test("the same seed gives the same answers, another seed others", async () => {
    const ask = async (seed: number): Promise<string> => {
      const simulator = await startSimulator({ profile: "llamacpp-b11434", seed });
      const reply = await world.complete(
        { endpoint: simulator.url, provider: "llamacpp", model: "demo" },
        { model: "demo", messages: [{ role: "user", content: "x" }], max_tokens: 40 },
        {},
      );
      await simulator.close();
      return reply.ok ? reply.completion.content : "";
    };
    expect(await ask(7)).toBe(await ask(7));
    expect(await ask(7)).not.toBe(await ask(8));
  });
});
