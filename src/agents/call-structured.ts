import { callStructured as callContract } from "../backends/structured/call-structured.ts";
import type { StructuredRequest, StructuredResult } from "../backends/structured/structured-call.ts";
import { builtInRole } from "./built-in-role.ts";
import { normalizeDecoding } from "./normalize-decoding.ts";
import type { RoleSpec } from "./role-spec.ts";

/** A structured call, which may also name its output by a role: an id such as `go-worker`, or a role of your own. */
export interface StructuredCall extends StructuredRequest {
  readonly role?: string | RoleSpec | undefined;
}

/**
 * One answer in a given shape: `contract`, `schema` or `role` says which. A role brings its instructions and stop
 * sequences; one that answers in free text is a mistake without `contract` or `schema`, and throws a TypeError.
 */
export async function callStructured({ role, ...request }: StructuredCall): Promise<StructuredResult> {
  if (role === undefined) return await callContract(request);
  const spec = normalizeDecoding(typeof role === "string" ? builtInRole(role) : role);
  const contract = request.contract ?? (request.schema === undefined ? spec.schemaRole : undefined);
  if (contract === null) throw new TypeError(`the role ${spec.id} answers in free text: use callRole`);
  return await callContract({
    ...request,
    stop: request.stop ?? spec.stop,
    contract,
    messages:
      spec.instructions === undefined
        ? request.messages
        : [{ role: "system", content: spec.instructions }, ...request.messages],
  });
}
