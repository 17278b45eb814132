import type { StructuredResult } from "../../backends/structured/structured-call.ts";

/** What to do about a call without a value. */
export function failureHint({ error, rung, wireForm }: StructuredResult & { readonly ok: false }): string {
  switch (error.kind) {
    case "bad_contract":
      return "slmcode schema lint FILE shows what is wrong with a schema.";
    case "truncated":
      return "Raise --max-tokens, or ask for less.";
    case "invalid_output":
      return wireForm === "none" && rung === "prompt_only"
        ? "Nothing constrained the answer. slmcode doctor shows what this server can enforce; a larger model may do without."
        : "slmcode doctor --refresh measures again whether this server enforces schemas; --verbose shows the way here.";
    case "request_failed":
      return requestHint(error.httpStatus, error.resetsAt);
  }
}

/** What to do about a request that failed. */
export function requestHint(httpStatus: number | null, resetsAt: string | null): string {
  if (resetsAt !== null) return `The limit ends at ${resetsAt}; ask again then.`;
  if (httpStatus === 401 || httpStatus === 403)
    return "Name the variable that holds the key: --api-key-env NAME.";
  return "slmcode doctor shows what is wrong with the endpoint.";
}
