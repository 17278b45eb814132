import type { ErrorLink } from "./failure.ts";

const MAX_LINKS = 8;

/** A thrown value as plain data, outermost first: an Error, an AggregateError (both families of `localhost` refused), a primitive. */
export function errorLinks(thrown: unknown): ErrorLink[] {
  const links: ErrorLink[] = [];
  let current: unknown = thrown;
  while (current !== undefined && current !== null && links.length < MAX_LINKS) {
    if (!(current instanceof Error)) {
      links.push({ primitive: typeof current === "string" ? current.slice(0, 200) : typeof current });
      break;
    }
    const { code } = current as { code?: unknown };
    links.push({
      name: current.name,
      message: current.message,
      ...(typeof code === "string" || typeof code === "number" ? { code } : {}),
    });
    current =
      current instanceof AggregateError && current.errors.length > 0 ? current.errors[0] : current.cause;
  }
  return links;
}
