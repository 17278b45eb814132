import { onTestFinished } from "vitest";
import {
  type Simulator,
  type SimulatorOptions,
  startSimulator,
} from "../../src/simulator/start-simulator.ts";

/** A simulator that ends with the test. */
export async function simulate(options: SimulatorOptions): Promise<Simulator> {
  const simulator = await startSimulator(options);
  onTestFinished(() => simulator.close());
  return simulator;
}

export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of any shape.
  readonly json: any;
  /** The text of the first choice; "" where there is none. */
  readonly content: string;
}

/** Posts a body: a string goes out as it is, anything else as JSON. */
export async function post(
  simulator: Pick<Simulator, "url">,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<Reply> {
  const response = await fetch(`${simulator.url}/chat/completions`, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
  return await replyOf(response);
}

export async function replyOf(response: Response): Promise<Reply> {
  const text = await response.text();
  const json = jsonOf(text);
  const content = json?.choices?.[0]?.message?.content;
  return {
    status: response.status,
    headers: response.headers,
    text,
    json,
    content: typeof content === "string" ? content : "",
  };
}

// biome-ignore lint/suspicious/noExplicitAny: bodies of any shape.
function jsonOf(text: string): any {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A plain request for a sentence, with more fields. */
export function plainBody(fields: object = {}): object {
  return {
    model: "demo",
    messages: [{ role: "user", content: "Write one short plain sentence about rain. Do not write JSON." }],
    max_tokens: 96,
    temperature: 0,
    ...fields,
  };
}

/** The schema of one boolean property. */
export function booleanSchema(name: string, more: object = {}): object {
  return {
    type: "object",
    properties: { [name]: { type: "boolean", ...more } },
    required: [name],
    additionalProperties: false,
  };
}

export function openAiFormat(schema: object): object {
  return { response_format: { type: "json_schema", json_schema: { name: "answer", schema } } };
}
