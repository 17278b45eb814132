import { callStructured as callContract } from "../backends/structured/call-structured.ts";
import type { StructuredResult } from "../backends/structured/structured-call.ts";
import { contractRequest, type StructuredCall } from "./contract-request.ts";

/**
 * One answer in a given shape: `contract`, `schema` or `role` says which. A role brings its instructions and stop
 * sequences; one that answers in free text is a mistake without `contract` or `schema`, and throws a TypeError.
 */
export async function callStructured(call: StructuredCall): Promise<StructuredResult> {
  return await callContract(contractRequest(call));
}
