import {
  type StructuredStreamEvent,
  streamStructured as streamContract,
} from "../backends/structured/stream-structured.ts";
import type { ContractName } from "../schema/contract.ts";
import type { ContractValues } from "../schema/contract-values.ts";
import { type ContractCall, contractRequest, type StructuredCall } from "./contract-request.ts";

/**
 * The structured call as a stream, by `contract`, `schema` or `role`: every event as it happens, the result last.
 * Leaving the loop early cancels the call. Pieces of text are for progress; only the result is validated.
 */
export function streamStructured<Name extends ContractName>(
  call: ContractCall<Name>,
): AsyncGenerator<StructuredStreamEvent<ContractValues[Name]>, void, undefined>;
export function streamStructured(
  call: StructuredCall,
): AsyncGenerator<StructuredStreamEvent, void, undefined>;
export async function* streamStructured(
  call: StructuredCall,
): AsyncGenerator<StructuredStreamEvent<unknown>, void, undefined> {
  yield* streamContract(contractRequest(call));
}
