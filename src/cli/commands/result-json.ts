import type { StructuredResult } from "../../backends/structured/structured-call.ts";

/** A call's result as the JSON that `ask --json` and `run` write: keys in snake_case, always present. */
export function resultJson(result: StructuredResult): object {
  const { error } = result;
  return {
    ok: result.ok,
    value: result.value,
    rung: result.rung,
    wire_form: result.wireForm,
    repair_rung: result.repairRung,
    attempts: result.attempts,
    classes: result.classes,
    usage: { prompt_tokens: result.usage.promptTokens, completion_tokens: result.usage.completionTokens },
    duration_ms: Math.round(result.durationMs),
    warnings: result.warnings,
    error:
      error === null
        ? null
        : {
            kind: error.kind,
            message: error.message,
            class: error.class,
            http_status: error.httpStatus,
            server_message: error.serverMessage,
            resets_at: error.resetsAt,
            issues: error.issues,
          },
  };
}
