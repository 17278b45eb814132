import type { ErrorLink } from "./failure.ts";

const MAX_LINKS = 8;

/** A thrown value as plain data, outermost first: an Error with its causes, an AggregateError (`localhost` refused on both families), a primitive. */
export function errorLinks(thrown: unknown): ErrorLink[] {
  const links: ErrorLink[] = [];
  let current: unknown = thrown;
  while (current !== undefined && current !== null && links.length < MAX_LINKS) {
    links.push(linkOf(current));
    if (!(current instanceof Error)) break;
    if (current instanceof AggregateError) {
      links.push(...current.errors.slice(0, MAX_LINKS - links.length).map(linkOf));
      break;
    }
    current = current.cause;
  }
  return links;
}

function linkOf(thrown: unknown): ErrorLink {
  if (!(thrown instanceof Error))
    return { primitive: typeof thrown === "string" ? thrown.slice(0, 200) : typeof thrown };
  const { code } = thrown as { code?: unknown };
  return {
    name: thrown.name,
    message: thrown.message,
    ...(typeof code === "string" || typeof code === "number" ? { code } : {}),
  };
}
