import { shapeMessage } from "../backends/structured/ask-again.ts";
import { shapeOfContract } from "../backends/structured/output-shape.ts";
import { isContractName } from "../schema/contracts/index.ts";
import type { NormalizedRole } from "./role-spec.ts";

/**
 * The whole system prompt of a role: its instructions, and for a role with a contract the shape of its answer, which is
 * made from the contract and so cannot drift from it.
 */
export async function rolePrompt({
  instructions,
  schemaRole,
  jsonOnly,
  tools,
}: NormalizedRole): Promise<string> {
  const parts = [instructions ?? ""];
  if (jsonOnly && schemaRole !== null && isContractName(schemaRole))
    parts.push(shapeMessage((await shapeOfContract(schemaRole)).text));
  if ((tools?.length ?? 0) > 0) parts.push("Call at most one tool in a message.");
  return parts.filter((part) => part !== "").join("\n\n");
}
