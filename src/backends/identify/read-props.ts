import type { JsonObject } from "../../json-value.ts";
import { type Observations, objectAt } from "./observation.ts";

/** llama.cpp in router mode would load a model that is asked for by name, were it not told to leave it. */
export function propsPath(model: string): string {
  return `/props?model=${encodeURIComponent(model)}&autoload=false`;
}

/** llama.cpp's `/props` for that model; those of the whole server where it serves one model alone. */
export function propsOf(seen: Observations, model: string | null): JsonObject | null {
  const own = model === null ? null : objectAt(seen, propsPath(model));
  return own ?? objectAt(seen, "/props");
}
