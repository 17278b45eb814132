import {
  type StructuredStreamEvent,
  streamStructured as streamContract,
} from "../backends/structured/stream-structured.ts";
import { contractRequest, type StructuredCall } from "./contract-request.ts";

/**
 * The structured call as a stream, by `contract`, `schema` or `role`: every event as it happens, the result last.
 * Leaving the loop early cancels the call. Pieces of text are for progress; only the result is validated.
 */
export async function* streamStructured(
  call: StructuredCall,
): AsyncGenerator<StructuredStreamEvent, void, undefined> {
  yield* streamContract(contractRequest(call));
}
