import { appendPointer } from "./json-pointer.ts";
import { MAX_DEPTH, MAX_NODES } from "./subset.ts";

export type SchemaNode = { readonly [keyword: string]: unknown };

/** One schema object that the walk came to, in document order. */
export interface SchemaVisit {
  readonly node: SchemaNode;
  readonly pointer: string;
  /** 0 at the root. */
  readonly depth: number;
  /** True below a keyword outside of the subset (`anyOf`, `$defs`, ...), where a node need not be complete. */
  readonly fragment: boolean;
}

export type WalkProblemCode = "not_an_object" | "boolean_schema" | "cyclic_schema" | "too_deep" | "too_large";

/** A place the walk could not go on from. */
export interface WalkProblem {
  readonly problem: WalkProblemCode;
  readonly pointer: string;
}

interface Pending {
  readonly value: unknown;
  readonly pointer: string;
  readonly depth: number;
  readonly fragment: boolean;
}

/** Keywords outside of the subset whose value is one schema, a list of schemas, or schemas by name. */
const ONE = [
  ...["not", "if", "then", "else", "contains", "propertyNames"],
  ...["additionalItems", "unevaluatedItems", "unevaluatedProperties"],
];
const LIST = ["anyOf", "oneOf", "allOf", "prefixItems"];
const NAMED = ["$defs", "definitions", "patternProperties", "dependentSchemas"];

export function isSchemaNode(value: unknown): value is SchemaNode {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * Every schema object below `schema`, depth first. Uses no recursion and stops at `MAX_DEPTH` levels and `MAX_NODES` nodes, so that a
 * schema of any size, depth or cycle ends.
 */
export function* walkSchema(schema: unknown): Generator<SchemaVisit | WalkProblem, void, undefined> {
  const stack: (Pending | { readonly leave: object })[] = [
    { value: schema, pointer: "", depth: 0, fragment: false },
  ];
  const path = new Set<object>();
  let nodes = 0;
  while (stack.length > 0) {
    const next = stack.pop()!;
    if ("leave" in next) {
      path.delete(next.leave);
      continue;
    }
    const problem = problemOf(next, path);
    if (problem !== null) {
      yield { problem, pointer: next.pointer };
      continue;
    }
    const visit = { ...next, node: next.value as SchemaNode };
    const children = childrenOf(visit);
    nodes += 1;
    if (nodes + stack.length + children.length > MAX_NODES) {
      yield { problem: "too_large", pointer: next.pointer };
      return;
    }
    yield visit;
    path.add(visit.node);
    stack.push({ leave: visit.node });
    for (let index = children.length - 1; index >= 0; index -= 1) stack.push(children[index]!);
  }
}

function problemOf(pending: Pending, path: ReadonlySet<object>): WalkProblemCode | null {
  const { value, depth } = pending;
  if (typeof value === "boolean" && depth > 0) return "boolean_schema";
  if (!isSchemaNode(value)) return "not_an_object";
  if (path.has(value)) return "cyclic_schema";
  return depth > MAX_DEPTH ? "too_deep" : null;
}

function childrenOf({ node, pointer, depth, fragment }: SchemaVisit): Pending[] {
  const children: Pending[] = [];
  const add = (value: unknown, childPointer: string, isFragment: boolean): void => {
    const inFragment = isFragment || fragment;
    if (inFragment && typeof value === "boolean") return;
    children.push({ value, pointer: childPointer, depth: depth + 1, fragment: inFragment });
  };
  const addNamed = (keyword: string, isFragment: boolean): void => {
    const value = own(node, keyword);
    if (!isSchemaNode(value)) return;
    const base = appendPointer(pointer, keyword);
    for (const name of Object.keys(value)) add(value[name], appendPointer(base, name), isFragment);
  };
  const addList = (keyword: string): void => {
    const value = own(node, keyword);
    const base = appendPointer(pointer, keyword);
    if (Array.isArray(value))
      value.forEach((item, index) => void add(item, appendPointer(base, index), true));
  };

  addNamed("properties", false);
  if (Array.isArray(own(node, "items"))) addList("items");
  else if (own(node, "items") !== undefined) add(node["items"], appendPointer(pointer, "items"), false);
  if (isSchemaNode(own(node, "additionalProperties"))) {
    add(node["additionalProperties"], appendPointer(pointer, "additionalProperties"), false);
  }
  for (const keyword of LIST) addList(keyword);
  for (const keyword of ONE) {
    const value = own(node, keyword);
    if (isSchemaNode(value)) add(value, appendPointer(pointer, keyword), true);
  }
  for (const keyword of NAMED) addNamed(keyword, true);
  return children;
}

/** A keyword's value where the schema itself has it; `undefined` for what only the prototype has. */
export function own(node: SchemaNode, keyword: string): unknown {
  return Object.hasOwn(node, keyword) ? node[keyword] : undefined;
}
