import type { DeriveContext } from "./derive-context.ts";
import { inOrder } from "./digit-range.ts";
import { repeatRule } from "./repeat-rule.ts";
import type { Bounds } from "./schema-shape.ts";

/** An array of as many items as the bounds allow; `item` gives the rule of one, and is not asked where there is none. */
export function arrayBody(
  { writer, ws }: DeriveContext,
  { item, count, hint }: { readonly item: () => string; readonly count: Bounds; readonly hint: string },
): string {
  if (count.maximum === 0) return `"[" ${ws} "]"`;
  const first = item();
  const others = { minimum: Math.max(count.minimum - 1, 0), maximum: count.maximum - 1 };
  const tail = (): string => writer.define(`${hint}-tail`, `${ws} "," ${ws} ${first}`);
  const items = inOrder(first, others.maximum === 0 ? "" : repeatRule(writer, tail(), others), ws);
  return count.minimum === 0 ? `"[" ${ws} (${items})? "]"` : `"[" ${ws} ${items} "]"`;
}
