import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { PROFILES, profileOf } from "../../src/simulator/profiles/index.ts";
import { booleanSchema, plainBody, post, replyOf, simulate } from "./ask.ts";

const honest = PROFILES.filter((each) => each.adversarial !== true);
const NAMED = PROFILES.map((each) => [each.name, each] as const);

/** The adversarial profiles that the probe is held against. */
const MISLEADING = [
  "schema_in_prompt",
  "json_mode_plus_prompt",
  "post_filter_blank",
  "post_filter_400",
  "tool_call_conversion",
  "cache_ignores_extra",
  "mixed_replicas",
  "load_aborts_on_disconnect",
  "stream_only",
  "thinking_gates_format",
  "dies_of_a_field",
];

describe("the profiles", () => {
  test("have a name of their own each, and a source that says a version, a file, an issue or a date", () => {
    expect(new Set(PROFILES.map((each) => each.name)).size).toBe(PROFILES.length);
    for (const { name, source } of honest) expect(source, name).toMatch(/\d{2}|#\d|[0-9a-f]{7}/);
    expect(honest.length).toBeGreaterThanOrEqual(20);
  });

  test("hold all that are made to mislead", () => {
    const names = PROFILES.filter((each) => each.adversarial === true).map((each) => each.name);
    expect(names.sort()).toEqual([...MISLEADING].sort());
  });

  test("are told of in the documentation, each by its name", () => {
    const page = readFileSync("docs/simulator.md", "utf8");
    expect(PROFILES.map((each) => each.name).filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
  });

  test("name no enforcement where the server enforces nothing", () => {
    for (const name of ["ollama-mlx", "mlx_lm-0.32", "litellm-drop", "vllm-0.7-v1", "openrouter-free"])
      expect(Object.values(profileOf(name).manners)).not.toContain("enforced");
  });
});

describe.each(NAMED)("%s", (name, profile) => {
  const loads = (profile.loadMs ?? 0) > 0;

  test("lists its models", async () => {
    const { origin } = await simulate({ profile: name });
    const { status, json } = await replyOf(await fetch(`${origin}/v1/models`));
    expect(status).toBe(200);
    expect(json.data.length).toBeGreaterThan(0);
  });

  test("sends the headers that it is known by, on every answer", async () => {
    const simulator = await simulate({ profile: name });
    const replies = [
      await replyOf(await fetch(`${simulator.origin}/v1/models`)),
      await replyOf(await fetch(`${simulator.origin}/no/such/path`)),
      ...(loads ? [] : [await post(simulator, plainBody({ stream: true }))]),
    ];
    for (const { headers } of replies)
      for (const [header, value] of Object.entries(profile.headers)) expect(headers.get(header)).toBe(value);
  });

  test("asks for its key in its own words, and lets through who has it", async () => {
    const simulator = await simulate({ profile: name, apiKey: "sk-right" });
    const authorization = { authorization: "Bearer sk-right" };
    const without = await post(simulator, plainBody());
    const wrong = await post(simulator, plainBody(), { authorization: "Bearer sk-wrong" });
    expect([without.status, wrong.status]).toEqual([profile.auth.status, profile.auth.status]);
    expect(wrong.text).not.toContain("choices");
    expect(wrong.text).not.toContain("sk-");
    if (loads) return;
    const fields =
      profile.name === "openai-reasoning" ? { max_tokens: undefined, temperature: undefined } : {};
    const right = await post(
      simulator,
      plainBody({ stream: profile.streamOnly !== undefined, ...fields }),
      authorization,
    );
    expect(right.status).toBe(200);
  });

  test("fills in every placeholder of its refusals", async () => {
    const simulator = await simulate({ profile: name });
    if (loads) return;
    const bodies = [
      plainBody({ model: "no-such-model" }),
      plainBody({ made_up_field: true }),
      plainBody({ messages: [] }),
      plainBody({ messages: [{ role: "user", content: "rain ".repeat(20_000) }] }),
      plainBody({ max_tokens: 1_000_000_000 }),
      plainBody({
        response_format: { type: "json_schema", json_schema: { name: "a", schema: { type: "nosuch" } } },
      }),
      plainBody({ response_format: { type: "json_schema", json_schema: { name: "a", schema: "text" } } }),
    ];
    for (const body of bodies) {
      const { status, text } = await post(simulator, body).catch(() => ({ status: 0, text: "" }));
      if (status >= 400) expect(text).not.toMatch(/\{(?:model|field|tokens|cap|type|method|path)\}/);
      if (status === 0) expect(Object.values(profile.manners)).toContain("dies");
    }
  });
});

test("a refusal counts in numbers where it has a field for them, and in its sentence", async () => {
  const simulator = await simulate({ profile: "llamacpp-b11434" });
  const messages = [{ role: "user", content: "x".repeat(40_000) }];
  const { json } = await post(simulator, plainBody({ messages }));
  expect(json.error).toMatchObject({ n_prompt_tokens: 10_008, n_ctx: 4096 });
  expect(json.error.message).toContain("request (10008 tokens)");
});

test.each([
  ["openai", 400],
  ["mistral", 422],
  ["fireworks", 400],
  ["gemini", 400],
  ["cerebras", 400],
  ["groq", 400],
  ["vllm-0.20", 200],
  ["llamacpp-b11434", 200],
  ["ollama-2026-08", 200],
] as const)("%s answers a field that it does not know with %i", async (name, status) => {
  const simulator = await simulate({ profile: name });
  const reply = await post(simulator, plainBody({ guided_json: booleanSchema("k") }));
  expect(reply.status).toBe(status);
  if (status >= 400) expect(reply.text).toContain("guided_json");
});
