import { isJsonObject, type JsonObject, type JsonValue } from "../../json-value.ts";

/** What one cheap GET answered. `status` is null where nothing came. */
export interface PathObservation {
  readonly status: number | null;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  readonly json: JsonValue | undefined;
  readonly text: string;
  readonly durationMs: number;
}

/** Observations by path; `MODELS` is the endpoint's own model list, all others are paths of the origin. */
export type Observations = ReadonlyMap<string, PathObservation>;

export const MODELS = "@models";

/** The JSON object that a path answered with 200; `null` otherwise. */
export function objectAt(seen: Observations, path: string): JsonObject | null {
  const observation = seen.get(path);
  return observation?.status === 200 && isJsonObject(observation.json) ? observation.json : null;
}

/** A web page, by its type or by how it begins. */
export function isHtml(observation: PathObservation | undefined): boolean {
  if (observation === undefined || observation.status === null) return false;
  return (
    (observation.headers["content-type"] ?? "").includes("text/html") ||
    /^\s*<(?:!doctype|!--|html)/i.test(observation.text)
  );
}

export function textAt(seen: Observations, path: string): string | null {
  const observation = seen.get(path);
  return observation?.status === 200 ? observation.text : null;
}

export function stringAt(value: JsonValue | undefined): string | null {
  return typeof value === "string" && value !== "" ? value : null;
}

export function numberAt(value: JsonValue | undefined): number | null {
  return typeof value === "number" && Number.isFinite(value) ? value : null;
}

export function objectsIn(value: JsonValue | undefined): readonly JsonObject[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
}

export function childOf(value: JsonObject | null, ...names: readonly string[]): JsonObject | null {
  let current: JsonValue | undefined = value ?? undefined;
  for (const name of names) current = isJsonObject(current) ? current[name] : undefined;
  return isJsonObject(current) ? current : null;
}
