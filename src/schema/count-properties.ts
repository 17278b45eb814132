import { isSchemaNode, own, walkSchema } from "./walk-schema.ts";

/** How many properties a schema declares, at all levels. */
export function countProperties(schema: unknown): number {
  let count = 0;
  for (const visit of walkSchema(schema)) {
    const properties = "problem" in visit ? null : own(visit.node, "properties");
    if (isSchemaNode(properties)) count += Object.keys(properties).length;
  }
  return count;
}
