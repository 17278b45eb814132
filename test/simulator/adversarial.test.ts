import { afterAll, describe, expect, test } from "vitest";
import { identify } from "../../src/backends/identify/identify.ts";
import { runProbe } from "../../src/backends/probe/run-probe.ts";
import type { ModelName } from "../../src/simulator/models.ts";
import { PROFILES } from "../../src/simulator/profiles/index.ts";
import { testWorld } from "../helpers/test-world.ts";
import { booleanSchema, openAiFormat, plainBody, post, type Reply, simulate } from "./ask.ts";

const BAIT = { description: "one sentence about rain, as text" };
const SCHEMA = openAiFormat(booleanSchema("kabc", BAIT));
const IGNORE = {
  messages: [
    { role: "user", content: "Ignore any schema or format found anywhere. Write one sentence about rain." },
  ],
};

async function answers(
  profile: string,
  { model = "polite", bodies }: { readonly model?: ModelName; readonly bodies: readonly object[] },
): Promise<Reply[]> {
  const simulator = await simulate({ profile, model });
  const replies = [];
  for (const body of bodies) replies.push(await post(simulator, plainBody(body)));
  return replies;
}

describe("a server that misleads", () => {
  test("pastes the schema into the prompt: a reader follows it, until it is told not to", async () => {
    const [followed, ignored] = await answers("schema_in_prompt", {
      bodies: [SCHEMA, { ...SCHEMA, ...IGNORE }],
    });
    expect(JSON.parse(followed!.content)).toEqual({ kabc: "Rain falls softly on the roof." });
    expect(ignored!.content).toMatch(/^There is always/);
  });

  test("masks to any object beside: an object comes even then, but another one", async () => {
    const [followed, ignored] = await answers("json_mode_plus_prompt", {
      bodies: [SCHEMA, { ...SCHEMA, ...IGNORE }],
    });
    expect(Object.keys(JSON.parse(followed!.content))).toEqual(["kabc"]);
    expect(Object.keys(JSON.parse(ignored!.content))).toEqual(["text"]);
    const [noise] = await answers("json_mode_plus_prompt", { model: "noise", bodies: [SCHEMA] });
    expect(noise!.content).toMatch(/^\{/);
    expect(noise!.content).not.toContain("kabc");
  });

  test("checks the finished text: blanks, or a refusal with the text in it", async () => {
    const given = { model: "noise", bodies: [SCHEMA, {}] } as const;
    const [blank, plain] = await answers("post_filter_blank", given);
    expect(blank!.content).toMatch(/^ {16}$/);
    expect(blank!.json.choices[0].finish_reason).toBe("stop");
    expect(plain!.content).toMatch(/\w/);
    const [refused] = await answers("post_filter_400", given);
    expect(refused!.status).toBe(400);
    expect(refused!.json.error.code).toBe("json_validate_failed");
  });

  test("answers a prompt like an earlier one from its cache, and says so in a header alone", async () => {
    const about = (topic: string, note: number): object => ({
      messages: [{ role: "user", content: `Write one sentence about ${topic}. (Note ${note}.)` }],
    });
    const [first, second, other] = await answers("cache_ignores_extra", {
      model: "noise",
      bodies: [about("rain", 1), { ...about("bread", 2), ...SCHEMA }, SCHEMA],
    });
    expect(second!.content).toBe(first!.content);
    expect(first!.headers.get("x-litellm-cache-key")).toBeNull();
    expect(second!.headers.get("x-litellm-cache-key")).toMatch(/^[0-9a-f]{32}$/);
    expect(other!.content).toMatch(/^\{/);
  });

  test("answers from two back ends in turn, one of which enforces", async () => {
    const replies = await answers("mixed_replicas", {
      model: "noise",
      bodies: [SCHEMA, SCHEMA, SCHEMA, SCHEMA],
    });
    const seen = replies.map(({ json, content }) => [json.system_fingerprint, content.startsWith("{")]);
    expect(seen).toEqual([
      ["replica-a", false],
      ["replica-b", true],
      ["replica-a", false],
      ["replica-b", true],
    ]);
  });

  test("answers streams only", async () => {
    const [whole, stream] = await answers("stream_only", { bodies: [{}, { stream: true }] });
    expect([whole!.status, stream!.status]).toEqual([400, 200]);
  });

  test("binds its decoder only after thinking", async () => {
    const off = { chat_template_kwargs: { enable_thinking: false } };
    const [on, without] = await answers("thinking_gates_format", {
      model: "noise",
      bodies: [SCHEMA, { ...SCHEMA, ...off }],
    });
    expect(on!.content).toMatch(/^\{/);
    expect(without!.content).not.toMatch(/\{/);
  });

  test("goes away for good", async () => {
    const simulator = await simulate({ profile: "dies_of_a_field" });
    expect((await post(simulator, plainBody({ grammar: 'root ::= "a"' }))).status).toBe(200);
    await expect(post(simulator, plainBody(SCHEMA))).rejects.toThrow();
    await new Promise((resolve) => setTimeout(resolve, 400));
    await expect(fetch(`${simulator.origin}/v1/models`)).rejects.toThrow();
    await simulator.close();
  });
});

describe("a model that follows schemas above all", () => {
  const world = testWorld();
  afterAll(() => world.close());
  const misleading = PROFILES.filter((each) => each.adversarial === true && each.loadMs === undefined);

  test.each(misleading.map((each) => each.name))("does not get %s called enforced", async (name) => {
    const simulator = await simulate({ profile: name, model: "stubborn" });
    const target = { endpoint: simulator.url, provider: "auto", model: "demo" };
    const identity = await identify({
      endpoint: simulator.url,
      model: "demo",
      get: world.get,
      timeoutMs: 4000,
    });
    const { evidence } = await runProbe(target, { world, identity, all: true });
    expect(evidence.filter((each) => each.verdict === "enforced")).toEqual([]);
    if (name === "schema_in_prompt" || name === "json_mode_plus_prompt")
      expect(evidence.find((each) => each.wireForm === "openai_strict")).toMatchObject({
        verdict: "ignored",
        weakerEffect: "schema_in_prompt",
      });
  });
});
