import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { type ScriptedServer, startServer } from "./scripted-server.ts";

export interface RecordedRequest {
  readonly id: string;
  readonly method?: string;
  readonly path?: string;
  // biome-ignore lint/suspicious/noExplicitAny: bodies of any shape.
  readonly request?: any;
  readonly nonce?: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** What one real server answered to a fixed set of requests. */
export interface Recording {
  readonly server: string;
  readonly version: string;
  /** The true verdict of every wire form. */
  readonly truth: Readonly<Record<string, string>>;
  readonly weaker_effect: Readonly<Record<string, string>>;
  readonly requests: readonly RecordedRequest[];
}

export function loadRecording(name: string): Recording {
  const file = join(import.meta.dirname, "../fixtures/recordings", `${name}.json.gz`);
  return JSON.parse(gunzipSync(readFileSync(file)).toString("utf8")) as Recording;
}

/** Fields of the plain body; what else a request has is what it is told by. */
const PLAIN: ReadonlySet<string> = new Set([
  "model",
  "messages",
  "max_tokens",
  "temperature",
  "stream",
  "stream_options",
]);

/**
 * Answers as the recorded server did: GETs by path, completions by their constraint fields, with the recorded property
 * name replaced by the one that the request at hand uses.
 */
export async function startReplay(recording: Recording): Promise<ScriptedServer> {
  return await startServer((incoming) => {
    if (incoming.method === "GET") {
      const known = recording.requests.find((each) => each.method === "GET" && each.path === incoming.path);
      return known === undefined
        ? { status: 404, body: "not recorded" }
        : { status: known.status, headers: headersOf(known), body: known.body };
    }
    const shape = shapeOf(incoming.json, nonceOf(incoming.json));
    const known = recording.requests.find(
      (each) => each.request !== undefined && shapeOf(each.request, each.nonce ?? "") === shape,
    );
    const answer =
      known ?? recording.requests.find((each) => each.id === (shape === "{}" ? "none" : "unknown_field"))!;
    const nonce = nonceOf(incoming.json);
    const body =
      answer.nonce === undefined || nonce === "" ? answer.body : answer.body.replaceAll(answer.nonce, nonce);
    return { status: answer.status, headers: headersOf(answer), body };
  });
}

function headersOf({ headers }: RecordedRequest): Record<string, string> {
  const kept = Object.entries(headers).filter(
    ([name]) => !["content-length", "transfer-encoding", "connection", "content-encoding"].includes(name),
  );
  return Object.fromEntries(kept);
}

/** The constraint fields with every nonce, name and description taken out, keys sorted. */
// biome-ignore lint/suspicious/noExplicitAny: bodies of any shape.
function shapeOf(body: any, nonce: string): string {
  const fields = Object.fromEntries(Object.entries(body).filter(([name]) => !PLAIN.has(name)));
  const simplify = (value: unknown): unknown => {
    if (typeof value === "string")
      return /root ?::=|::=/.test(value) ? "GRAMMAR" : value === nonce ? "NONCE" : value;
    if (Array.isArray(value)) return value.map(simplify);
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(
      Object.entries(value)
        .filter(([name]) => name !== "description" && name !== "name")
        .map(([name, each]) => [nonce !== "" && name === nonce ? "NONCE" : name, simplify(each)] as const)
        .sort(([a], [b]) => (a < b ? -1 : 1)),
    );
  };
  return JSON.stringify(simplify(fields));
}

/** The property name that the request's schema or grammar uses. */
function nonceOf(body: unknown): string {
  const text = JSON.stringify(body);
  return /"properties":\{"(k[a-z]{10})"/.exec(text)?.[1] ?? /(k[a-z]{10})(?=\\)/.exec(text)?.[1] ?? "";
}
