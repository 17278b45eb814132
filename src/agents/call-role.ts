import { callPlain, type PlainResult } from "../backends/structured/call-plain.ts";
import { callStructured } from "../backends/structured/call-structured.ts";
import type { StructuredRequest, StructuredResult } from "../backends/structured/structured-call.ts";
import type { ChatMessage } from "../backends/transport/completion.ts";
import { normalizeDecoding } from "./normalize-decoding.ts";
import { rolePrompt } from "./role-prompt.ts";
import type { RoleSpec } from "./role-spec.ts";

export interface CallRoleRequest extends Omit<StructuredRequest, "contract" | "schema"> {
  readonly role: RoleSpec;
  /** Attempts of the ordinary path after a failed one; they replace the retry policy and never multiply with it. @default 0 */
  readonly llmRetryCount?: number;
  readonly llmRetryDelayMs?: number;
}

export type RoleResult =
  | { readonly path: "structured"; readonly result: StructuredResult }
  | { readonly path: "plain"; readonly result: PlainResult };

/**
 * Asks in a role: one that answers in JSON goes through the structured call, all others (and any call with tools) take
 * the ordinary path. A constraint is never sent with tools.
 */
export async function callRole({
  role,
  messages,
  llmRetryCount,
  llmRetryDelayMs,
  ...request
}: CallRoleRequest): Promise<RoleResult> {
  const spec = normalizeDecoding(role);
  const hasTools = (request.tools?.length ?? 0) > 0;
  if (spec.jsonOnly && spec.schemaRole !== null && !hasTools) {
    const told: readonly ChatMessage[] =
      spec.instructions === undefined
        ? messages
        : [{ role: "system", content: spec.instructions }, ...messages];
    return {
      path: "structured",
      result: await callStructured({
        stop: spec.stop,
        ...request,
        contract: spec.schemaRole,
        messages: told,
      }),
    };
  }
  const prompt = await rolePrompt(spec);
  const told: readonly ChatMessage[] =
    prompt === "" ? messages : [{ role: "system", content: prompt }, ...messages];
  const result = await callPlain({
    stop: spec.stop,
    ...request,
    messages: told,
    serialTools: spec.serialTools,
    llmRetryCount,
    llmRetryDelayMs,
  });
  return { path: "plain", result };
}
