import type { DeriveContext } from "./derive-context.ts";
import { inOrder } from "./digit-range.ts";
import { repeatRule } from "./repeat-rule.ts";
import type { Bounds } from "./schema-shape.ts";

/** An array of as many items as the bounds allow; `item` is the rule of one. */
export function arrayBody(
  { writer, ws }: DeriveContext,
  { item, count, hint }: { readonly item: string; readonly count: Bounds; readonly hint: string },
): string {
  if (count.maximum === 0) return `"[" ${ws} "]"`;
  const tail = writer.define(`${hint}-tail`, `${ws} "," ${ws} ${item}`);
  const bounds = { minimum: Math.max(count.minimum - 1, 0), maximum: count.maximum - 1 };
  const items = inOrder(item, bounds.maximum === 0 ? "" : repeatRule(writer, tail, bounds), ws);
  return count.minimum === 0 ? `"[" ${ws} (${items})? "]"` : `"[" ${ws} ${items} "]"`;
}
