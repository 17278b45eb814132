import { appendPointer } from "./json-pointer.ts";
import { type Finding, quote } from "./lint-finding.ts";
import { isSchemaNode, own, type SchemaVisit } from "./walk-schema.ts";

/** Objects that are open, require what they do not declare, or name properties in ways that decoders trip over. */
export function lintObject({ node, pointer, fragment }: SchemaVisit): Finding[] {
  const properties = own(node, "properties");
  const names = isSchemaNode(properties) ? Object.keys(properties) : [];
  const findings = lintRequired({ node, pointer, fragment }, new Set(names));
  if (own(node, "type") === "object") findings.push(...lintOpenness({ node, pointer, fragment }));
  if (own(node, "type") === "array" && own(node, "items") === undefined && !fragment) {
    findings.push({ code: "missing_items", pointer, detail: "" });
  }
  for (const name of names) {
    const detail = nameProblem(name);
    if (detail === null) continue;
    const at = appendPointer(appendPointer(pointer, "properties"), name);
    findings.push({ code: "property_name", pointer: at, detail });
  }
  return findings;
}

type Place = Pick<SchemaVisit, "node" | "pointer" | "fragment">;

function lintOpenness({ node, pointer, fragment }: Place): Finding[] {
  const additional = own(node, "additionalProperties");
  if (additional === true) {
    const at = appendPointer(pointer, "additionalProperties");
    return [{ code: "open_object", pointer: at, detail: "additionalProperties is true" }];
  }
  if (additional !== undefined || fragment) return [];
  return [{ code: "open_object", pointer, detail: "additionalProperties is missing" }];
}

function lintRequired({ node, pointer, fragment }: Place, declared: ReadonlySet<string>): Finding[] {
  const required = own(node, "required");
  if (!Array.isArray(required) || (fragment && own(node, "properties") === undefined)) return [];
  const at = appendPointer(pointer, "required");
  return required.flatMap((name, index) =>
    typeof name !== "string" || declared.has(name)
      ? []
      : [{ code: "undeclared_required" as const, pointer: appendPointer(at, index), detail: quote(name) }],
  );
}

/** Why a property should be called something else; `null` where the name is fine. */
function nameProblem(name: string): string | null {
  if (name === "") return "The empty name overwrites the root rule in llama.cpp. Give the property a name.";
  if (name === "__proto__") {
    return '"__proto__" is dropped by many JavaScript programs, ajv among them. Give the property another name.';
  }
  if (/^(?:0|[1-9][0-9]{0,9})$/.test(name)) {
    return `${quote(name)} looks like an array index: JavaScript moves such a property to the front, so its place differs between programs. Begin with a letter.`;
  }
  if (/[^\x20-\x7e]/.test(name)) {
    return `${quote(name)} is not plain ASCII: llama.cpp turns such letters into the same rule name, and some tokenizers cannot write them in a grammar. Use a-z.`;
  }
  if (/["\\]/.test(name)) {
    return `${quote(name)} holds a quote or a backslash, which several converters do not escape. Use letters, digits and "_".`;
  }
  return null;
}
