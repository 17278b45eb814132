import { callStructured as callContract } from "../backends/structured/call-structured.ts";
import type { StructuredResult } from "../backends/structured/structured-call.ts";
import type { ContractName } from "../schema/contract.ts";
import type { ContractValues } from "../schema/contract-values.ts";
import { type ContractCall, contractRequest, type StructuredCall } from "./contract-request.ts";

/**
 * One answer in a given shape: `contract`, `schema` or `role` says which. A role brings its instructions and stop
 * sequences; one that answers in free text is a mistake without `contract` or `schema`, and throws a TypeError.
 *
 * With the name of a contract the value has the contract's type. Failures are values (`ok: false`).
 */
export async function callStructured<Name extends ContractName>(
  call: ContractCall<Name>,
): Promise<StructuredResult<ContractValues[Name]>>;
export async function callStructured(call: StructuredCall): Promise<StructuredResult>;
export async function callStructured(call: StructuredCall): Promise<StructuredResult<unknown>> {
  return await callContract(contractRequest(call));
}
