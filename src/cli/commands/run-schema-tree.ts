import type { ArraySchema, ObjectSchema, SubsetSchema } from "../../schema/subset.ts";
import type { Style } from "../render/style.ts";
import { wrap } from "../render/wrap.ts";

export interface TreeOptions {
  readonly style: Style;
  readonly columns: number;
}

interface Branch {
  readonly name: string;
  readonly required: boolean;
  readonly schema: SubsetSchema;
}

/** A contract's schema as a tree: names, types, bounds, what is required, and what each field is for. */
export function schemaTree(schema: ObjectSchema, options: TreeOptions): readonly string[] {
  return branchLines(branchesOf(schema), { ...options, indent: "" });
}

function branchLines(
  branches: readonly Branch[],
  { style, columns, indent }: TreeOptions & { readonly indent: string },
): string[] {
  return branches.flatMap((branch, index) => {
    const isLast = index === branches.length - 1;
    const below = `${indent}${isLast ? "   " : "│  "}`;
    const children = childrenOf(branch.schema);
    const textIndent = `${below}${children.length > 0 ? "│  " : "   "}`;
    const name = `${branch.name}${branch.required ? "*" : ""}`;
    const nameIndent = `${indent}${isLast ? "└─ " : "├─ "}`;
    const [type, ...moreType] = wrap(typeText(branch.schema), columns - nameIndent.length - name.length - 2);
    const about = wrap(branch.schema.description ?? "", columns - textIndent.length);
    return [
      `${style.dim(nameIndent)}${style.bold(name)}  ${style.cyan(type)}`,
      ...moreType.map(
        (line) => `${style.dim(textIndent)}${" ".repeat(Math.max(0, name.length - 1))}${style.cyan(line)}`,
      ),
      ...about.filter((line) => line !== "").map((line) => style.dim(`${textIndent}${line}`)),
      ...branchLines(children, { style, columns, indent: below }),
    ];
  });
}

function branchesOf({ properties, required }: ObjectSchema): readonly Branch[] {
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    schema,
    required: required.includes(name),
  }));
}

/** The fields below: an object's own, or those of the objects in a list. */
function childrenOf(schema: SubsetSchema): readonly Branch[] {
  if (isObject(schema)) return branchesOf(schema);
  return isArray(schema) ? childrenOf(schema.items) : [];
}

function typeText(schema: SubsetSchema): string {
  if ("enum" in schema) {
    return `one of ${schema.enum.map((value) => (typeof value === "string" ? value : JSON.stringify(value))).join(" | ")}`;
  }
  switch (schema.type) {
    case "array":
      return `list ${range(schema.minItems, schema.maxItems)}of ${typeText(schema.items)}`;
    case "string":
      return `text ${range(schema.minLength, schema.maxLength)}`.trim();
    case "integer":
      return `integer ${range(schema.minimum, schema.maximum)}`.trim();
    default:
      return schema.type;
  }
}

function range(low: number | undefined, high: number | undefined): string {
  return low === undefined && high === undefined ? "" : `${low ?? 0}..${high ?? ""} `;
}

function isObject(schema: SubsetSchema): schema is ObjectSchema {
  return "properties" in schema;
}

function isArray(schema: SubsetSchema): schema is ArraySchema {
  return "items" in schema;
}
