import { isJsonObject, type JsonObject, parseJson } from "../../json-value.ts";
import { VERDICTS, type Verdict } from "../capabilities.ts";
import { FAILURE_CLASSES, type FailureClass } from "../transport/failure.ts";
import { RUNGS, type Rung } from "../wire/rung.ts";
import { WIRE_FORM_IDS, type WireFormId } from "../wire/wire-forms.ts";
import { withoutSecrets, withoutUrlCredentials } from "./without-secrets.ts";

/** One line of `history.jsonl`. It has no field that could hold a prompt, an answer or a key. */
export interface HistoryEvent {
  readonly event: "probe" | "call" | "demotion";
  /** RFC 3339. */
  readonly at: string;
  readonly endpoint: string;
  readonly model: string;
  readonly provider: string;
  /** How the request failed; `null` where it did not. */
  readonly class: FailureClass | null;
  readonly httpStatus: number | null;
  readonly rung: Rung | null;
  readonly wireForm: WireFormId | null;
  readonly verdict: Verdict | null;
  readonly durationMs: number | null;
  /** One sentence for a person; of a demotion, why. */
  readonly reason: string | null;
  /** The server's own words, redacted. */
  readonly serverMessage: string | null;
}

/** What an event needs at least; the rest is `null`. */
export type NewHistoryEvent = Pick<HistoryEvent, "event" | "endpoint" | "model" | "provider"> &
  Partial<HistoryEvent>;

const MAX_SENTENCE = 500;

/** The line for an event, with its line feed. Keys in snake_case, as in the reports: people read this file with jq. */
export function historyLine(event: NewHistoryEvent, now: Date): string {
  const line = {
    event: event.event,
    at: event.at ?? now.toISOString(),
    endpoint: withoutUrlCredentials(event.endpoint),
    model: event.model,
    provider: event.provider,
    class: event.class ?? null,
    http_status: event.httpStatus ?? null,
    rung: event.rung ?? null,
    wire_form: event.wireForm ?? null,
    verdict: event.verdict ?? null,
    duration_ms: event.durationMs ?? null,
    reason: sentence(event.reason),
    server_message: sentence(event.serverMessage),
  };
  return `${JSON.stringify(line)}\n`;
}

/** The event of a line; `null` where the line is damaged or is none of ours. */
export function parseHistoryLine(line: string): HistoryEvent | null {
  const value = parseJson(line);
  if (!isJsonObject(value)) return null;
  const event = oneOf(value["event"], ["probe", "call", "demotion"] as const);
  const at = stringOrNull(value["at"]);
  const endpoint = stringOrNull(value["endpoint"]);
  if (event === null || at === null || endpoint === null || Number.isNaN(Date.parse(at))) return null;
  return {
    event,
    at,
    endpoint,
    model: stringOrNull(value["model"]) ?? "",
    provider: stringOrNull(value["provider"]) ?? "",
    class: oneOf(value["class"], FAILURE_CLASSES),
    httpStatus: numberOrNull(value["http_status"]),
    rung: oneOf(value["rung"], RUNGS),
    wireForm: oneOf(value["wire_form"], WIRE_FORM_IDS),
    verdict: oneOf(value["verdict"], VERDICTS),
    durationMs: numberOrNull(value["duration_ms"]),
    reason: stringOrNull(value["reason"]),
    serverMessage: stringOrNull(value["server_message"]),
  };
}

function sentence(text: string | null | undefined): string | null {
  return text === null || text === undefined ? null : withoutSecrets(text).slice(0, MAX_SENTENCE);
}

function oneOf<Name extends string>(
  value: JsonObject[string] | undefined,
  names: readonly Name[],
): Name | null {
  return names.find((each) => each === value) ?? null;
}

function stringOrNull(value: JsonObject[string] | undefined): string | null {
  return typeof value === "string" ? value : null;
}

function numberOrNull(value: JsonObject[string] | undefined): number | null {
  return typeof value === "number" ? value : null;
}
