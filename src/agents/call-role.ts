import { callPlain, type PlainResult } from "../backends/structured/call-plain.ts";
import { callStructured } from "../backends/structured/call-structured.ts";
import type { StructuredRequest, StructuredResult } from "../backends/structured/structured-call.ts";
import type { ChatMessage } from "../backends/transport/completion.ts";
import { isJsonObject, type JsonObject } from "../json-value.ts";
import { builtInRole } from "./built-in-role.ts";
import { normalizeDecoding } from "./normalize-decoding.ts";
import { rolePrompt } from "./role-prompt.ts";
import type { RoleSpec } from "./role-spec.ts";

/** A call in a role. The role says what the answer must look like, so there is no `contract` and no `schema`. */
export interface CallRoleRequest extends Omit<StructuredRequest, "contract" | "schema"> {
  /** An id such as `go-worker`, or a role of your own. An id that no role has throws a TypeError. */
  readonly role: string | RoleSpec;
  /** Attempts of the ordinary path after a failed one; they replace the retry policy and never multiply with it. @default 0 */
  readonly llmRetryCount?: number;
  readonly llmRetryDelayMs?: number;
}

/** `structured` for a role that answers in JSON, `plain` for free text and for tools. */
export type RoleResult =
  | { readonly path: "structured"; readonly result: StructuredResult }
  | { readonly path: "plain"; readonly result: PlainResult };

/**
 * Asks in a role: one that answers in JSON goes through the structured call, all others (and any call with tools) take
 * the ordinary path. A constraint is never sent with tools, and a role that is handed tools without naming any is a
 * role that uses tools for as long as the call lasts.
 */
export async function callRole({
  role,
  messages,
  llmRetryCount,
  llmRetryDelayMs,
  ...request
}: CallRoleRequest): Promise<RoleResult> {
  const declared = typeof role === "string" ? builtInRole(role) : role;
  const handed = (request.tools ?? []).map(toolName);
  const hasTools = handed.length > 0;
  const spec = normalizeDecoding(hasTools ? { ...declared, tools: declared.tools ?? handed } : declared);
  if (spec.jsonOnly && spec.schemaRole !== null && !hasTools) {
    const told: readonly ChatMessage[] =
      spec.instructions === undefined
        ? messages
        : [{ role: "system", content: spec.instructions }, ...messages];
    return {
      path: "structured",
      result: await callStructured({
        ...request,
        stop: request.stop ?? spec.stop,
        contract: spec.schemaRole,
        messages: told,
      }),
    };
  }
  const prompt = await rolePrompt(spec);
  const told: readonly ChatMessage[] =
    prompt === "" ? messages : [{ role: "system", content: prompt }, ...messages];
  const result = await callPlain({
    ...request,
    stop: request.stop ?? spec.stop,
    messages: told,
    serialTools: spec.serialTools,
    llmRetryCount,
    llmRetryDelayMs,
  });
  return { path: "plain", result };
}

function toolName({ function: made }: JsonObject): string {
  return isJsonObject(made) && typeof made["name"] === "string" ? made["name"] : "";
}
