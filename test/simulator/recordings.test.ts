import { readdirSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { loadRecording, type RecordedRequest, type Recording } from "../helpers/replay-server.ts";
import { post, type Reply, replyOf, simulate } from "./ask.ts";

/** Which profile imitates which recorded server. */
const PROFILE_OF: Readonly<Record<string, string>> = {
  "litellm-1.108.7-drop-gemma-openai": "litellm-llamacpp",
  "litellm-1.108.7-drop-noise-vllm": "litellm-vllm",
  "llamacpp-b11434-gemma270m": "llamacpp-b11434",
  "llamacpp-b11434-key": "llamacpp-b11434",
  "llamacpp-b11434-noise": "llamacpp-b11434-sentencepiece",
  "llamacpp-b4748-noise": "llamacpp-b4748",
  "mlx_lm-0.32.2-noise": "mlx_lm-0.32",
  "ollama-2026-08-gemma270m": "ollama-2026-08",
  "ollama-2026-08-noise": "ollama-template",
  "vllm-0.20.0-noise": "vllm-0.20",
  "xllamacpp-2026.10.11549-gemma270m": "xllamacpp",
  "xllamacpp-2026.10.11549-noise": "xllamacpp",
};

const NAMES = readdirSync("test/fixtures/recordings").map((file) => file.replace(".json.gz", ""));

/** The recorded body, for the model that the profile has. */
function bodyFor({ id, request }: RecordedRequest): unknown {
  if (typeof request === "string") return request;
  // The recording names this text and how often it was sent, in place of writing it out.
  const content = "rain on the roof and the river ".repeat(9000);
  return {
    ...request,
    ...(id === "wrong_model" ? {} : { model: "demo" }),
    ...(typeof request.messages === "string" ? { messages: [{ role: "user", content }] } : {}),
  };
}

/** What stands in an answer, seen from outside. */
function seen({ status, content }: Reply, nonce: string): string {
  if (status >= 400) return "rejected";
  const text = content.trim();
  if (new RegExp(`^\\{\\s*"${nonce}"\\s*(:\\s*(t(r(ue?)?)?|f(a(l(se?)?)?)?)?\\s*\\}?)?$`).test(text))
    return "enforced";
  return text.startsWith("{") ? "json_object" : "ignored";
}

describe("a simulated server and the real one that it imitates", () => {
  test("every recording has its profile", () => {
    expect(NAMES).toEqual(Object.keys(PROFILE_OF).sort());
  });

  test.each(NAMES)("answer every request of %s with the same status", async (name) => {
    const simulator = await simulatorOf(name);
    const statuses = await eachRequest(name, simulator, async (recorded, reply) => [
      recorded.id,
      reply.status,
    ]);
    const recorded = loadRecording(name).requests.map((each) => [each.id, each.status]);
    expect(Object.fromEntries(statuses)).toEqual(Object.fromEntries(recorded));
  });

  test.each(NAMES)("enforce, ignore and refuse the same wire forms as %s", async (name) => {
    const simulator = await simulatorOf(name);
    const { truth, weaker_effect: weaker } = loadRecording(name);
    const forms = Object.keys(truth).filter((id) => id !== "json_object" && id !== "any_object_schema");
    const verdicts = await eachRequest(name, simulator, async (recorded, reply) =>
      forms.includes(recorded.id) ? [recorded.id, seen(reply, recorded.nonce ?? "")] : null,
    );
    const expected = forms.map((id) => [id, weaker[id] ?? truth[id]]);
    expect(Object.fromEntries(verdicts)).toEqual(Object.fromEntries(expected));
  });

  test.each(NAMES)("write an object for json_object where %s does", async (name) => {
    const simulator = await simulatorOf(name);
    const { truth } = loadRecording(name);
    const verdicts = await eachRequest(name, simulator, async (recorded, reply) =>
      recorded.id === "json_object" || recorded.id === "any_object_schema"
        ? [recorded.id, seen(reply, "-").replace("json_object", "enforced")]
        : null,
    );
    const { json_object, any_object_schema } = truth;
    expect(Object.fromEntries(verdicts)).toEqual({ json_object, any_object_schema });
  });

  test.each(NAMES)("count the tokens of a prompt the same, constrained or not, as %s", async (name) => {
    const simulator = await simulatorOf(name);
    const recording = loadRecording(name);
    const isForm = (id: string): boolean =>
      recording.truth[id] !== undefined && !["json_object", "any_object_schema"].includes(id);
    const counts = await eachRequest(name, simulator, async (recorded, reply) =>
      isForm(recorded.id) && reply.status === 200 ? [recorded.id, reply.json.usage.prompt_tokens] : null,
    );
    expect(new Set(counts.map(([, tokens]) => tokens)).size).toBe(1);
  });

  test.each(NAMES)("stop at max_completion_tokens where %s does", async (name) => {
    const recorded = loadRecording(name).requests.find((each) => each.id === "max_completion_tokens")!;
    const simulator = await simulatorOf(name);
    const reply = await send(simulator, name, recorded);
    // The body of an answer without end is cut in the recordings.
    const was = /"completion_tokens":\s?8\b/.test(recorded.body);
    expect(reply.json.usage.completion_tokens === 8).toBe(was);
  });
});

describe("the words of a refusal", () => {
  /** The beginning of the innermost sentence, without numbers and the model's own name: what a person is shown of it. */
  const sentence = (body: string, model: string): string => {
    const text = body
      .replace(/\\+n/g, "\n")
      .replace(/\\+"/g, '"')
      .replace(new RegExp(`\\b${model.replaceAll(".", "\\.")}\\b`, "g"), "demo")
      // What looked like a path was blotted out before it was kept.
      .replace(/(validation error?)(?:s?:|r?REDACTED)/g, "$1")
      .replace(/validation erro\b/g, "validation error")
      .replace(/\d+/g, "N")
      .replace(/\s+/g, " ");
    const message = /"message":"(?!\{|litellm)([^"].{10,60})/.exec(text)?.[1];
    const prefixed = /Exception - (?:\{"error":\{"message":")?(.{10,60})/.exec(text)?.[1];
    const plain = /"error": ?"(.{10,60})/.exec(text)?.[1];
    return (prefixed ?? message ?? plain ?? "").replace(/".*$/, "").slice(0, 40);
  };

  test.each(NAMES)("are those of %s", async (name) => {
    const simulator = await simulatorOf(name);
    const words = await eachRequest(name, simulator, async (recorded, reply) =>
      reply.status >= 400 && recorded.method === "POST" ? [recorded.id, sentence(reply.text, "demo")] : null,
    );
    const { requests } = loadRecording(name);
    const model = String(requests.find((each) => each.id === "none")?.request?.model);
    const refused = requests.filter((each) => each.status >= 400 && each.method === "POST");
    expect(Object.fromEntries(words)).toEqual(
      Object.fromEntries(refused.map((each) => [each.id, sentence(each.body, model)])),
    );
  });
});

const KEY = "sk-a-key-of-the-tests";

async function simulatorOf(name: string): Promise<Awaited<ReturnType<typeof simulate>>> {
  const withKey = loadRecording(name).requests.some((each) => each.id === "wrong_key");
  return await simulate({ profile: PROFILE_OF[name]!, ...(withKey ? { apiKey: KEY } : {}) });
}

async function send(
  simulator: Awaited<ReturnType<typeof simulate>>,
  name: string,
  recorded: RecordedRequest,
): Promise<Reply> {
  const key = recorded.id === "wrong_key" ? "sk-another" : KEY;
  const headers = { authorization: `Bearer ${key}` };
  if (recorded.method === "GET")
    return await replyOf(await fetch(`${simulator.origin}${recorded.path}`, { headers }));
  const { requests } = loadRecording(name);
  const request = recorded.request ?? requests.find((each) => each.id === "none")?.request;
  return await post(simulator, bodyFor({ ...recorded, request }), headers);
}

async function eachRequest<T>(
  name: string,
  simulator: Awaited<ReturnType<typeof simulate>>,
  look: (recorded: RecordedRequest, reply: Reply) => Promise<readonly [string, T] | null>,
): Promise<[string, T][]> {
  const { requests }: Recording = loadRecording(name);
  const results: [string, T][] = [];
  for (const recorded of requests) {
    const found = await look(recorded, await send(simulator, name, recorded));
    if (found !== null) results.push([...found]);
  }
  return results;
}
