import type { StructuredRequest } from "../backends/structured/structured-call.ts";
import type { ContractName } from "../schema/contract.ts";
import { builtInRole } from "./built-in-role.ts";
import { normalizeDecoding } from "./normalize-decoding.ts";
import type { RoleSpec } from "./role-spec.ts";

/** A structured call, which may also name its output by a role: an id such as `go-worker`, or a role of your own. */
export interface StructuredCall extends StructuredRequest {
  readonly role?: string | RoleSpec | undefined;
}

/** A call whose contract is known when the program is written, so that the type of its value follows. */
export interface ContractCall<Name extends ContractName> extends StructuredCall {
  readonly contract: Name;
}

/** The same call without a role: its contract, instructions and stop sequences in the places that are left free. */
export function contractRequest({ role, ...request }: StructuredCall): StructuredRequest {
  if (role === undefined) return request;
  const spec = normalizeDecoding(typeof role === "string" ? builtInRole(role) : role);
  const contract = request.contract ?? (request.schema === undefined ? spec.schemaRole : undefined);
  if (contract === null) throw new TypeError(`the role ${spec.id} answers in free text: use callRole`);
  return {
    ...request,
    stop: request.stop ?? spec.stop,
    contract,
    messages:
      spec.instructions === undefined
        ? request.messages
        : [{ role: "system", content: spec.instructions }, ...request.messages],
  };
}
