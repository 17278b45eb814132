import { callStructured as callContract } from "../backends/structured/call-structured.ts";
import type { StructuredRequest, StructuredResult } from "../backends/structured/structured-call.ts";
import { CONTRACT_NAMES } from "../schema/contract.ts";
import { foldRoleId } from "./fold-role-id.ts";
import { normalizeDecoding } from "./normalize-decoding.ts";
import type { RoleSpec } from "./role-spec.ts";
import { ROLES } from "./roles/index.ts";

/** A structured call, which may also name its output by a role: an id such as `go-worker`, or a role of your own. */
export interface StructuredCall extends StructuredRequest {
  readonly role?: string | RoleSpec | undefined;
}

/**
 * One answer in a given shape: `contract`, `schema` or `role` says which. A role brings its instructions and stop
 * sequences; one that answers in free text is a mistake here, and throws a TypeError.
 */
export async function callStructured({ role, ...request }: StructuredCall): Promise<StructuredResult> {
  if (role === undefined) return await callContract(request);
  const spec = normalizeDecoding(typeof role === "string" ? roleOf(role) : role);
  if (spec.schemaRole === null) throw new TypeError(`the role ${spec.id} answers in free text: use callRole`);
  return await callContract({
    stop: spec.stop,
    ...request,
    contract: request.schema === undefined ? (request.contract ?? spec.schemaRole) : request.contract,
    messages:
      spec.instructions === undefined
        ? request.messages
        : [{ role: "system", content: spec.instructions }, ...request.messages],
  });
}

function roleOf(id: string): RoleSpec {
  const known = ROLES.find(
    (each) =>
      each.id ===
      (foldRoleId(
        id,
        ROLES.map((role) => role.id),
      ) ?? id),
  );
  if (known === undefined && foldRoleId(id, CONTRACT_NAMES) === null)
    throw new TypeError(`there is no role ${id}`);
  return { ...known, id };
}
