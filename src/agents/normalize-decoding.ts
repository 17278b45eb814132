import { CONTRACT_NAMES } from "../schema/contract.ts";
import { foldRoleId } from "./fold-role-id.ts";
import type { NormalizedRole, RoleSpec } from "./role-spec.ts";

/** Roles whose answer is text for people or for other prompts. */
export const FREE_TEXT_ROLES = ["context", "memory", "describer"] as const;

/** Where a small model that has finished its object likes to go on: a heading, a fence, a remark. */
export const JSON_STOP_SEQUENCES = ["\n## ", "```\n\n", "\nNote:"] as const;

/**
 * Fills in a role's decoding contract from its id and tools. Explicit values win, and doing it twice changes nothing.
 *
 * - with tools: one call a message, text beside it allowed;
 * - free-text roles: neither JSON nor a contract;
 * - every other role with a contract: JSON alone, and the stop sequences.
 */
export function normalizeDecoding(spec: RoleSpec): NormalizedRole {
  const usesTools = (spec.tools?.length ?? 0) > 0;
  const isFreeText = foldRoleId(spec.id, FREE_TEXT_ROLES) !== null;
  const schemaRole =
    spec.schemaRole !== undefined ? spec.schemaRole : isFreeText ? null : foldRoleId(spec.id, CONTRACT_NAMES);
  const jsonOnly = spec.jsonOnly ?? (!usesTools && !isFreeText && schemaRole !== null);
  return {
    ...spec,
    schemaRole,
    jsonOnly,
    serialTools: spec.serialTools ?? usesTools,
    stop: spec.stop ?? (jsonOnly && schemaRole !== null ? JSON_STOP_SEQUENCES : []),
  };
}
