import { isTruncated } from "../../backends/probe/observation.ts";
import { callPlain, type PlainCallRequest, type PlainResult } from "../../backends/structured/call-plain.ts";
import type { ResolvedConfig } from "../../config/setting.ts";
import { EXIT } from "../exit-codes.ts";
import type { Io } from "../io.ts";
import { jsonText } from "../render/json-text.ts";
import { plainText } from "../render/plain-text.ts";
import type { AskFlags } from "./ask.ts";
import { requestHint } from "./failure-hint.ts";

/** One ordinary call for a role that answers in text: nothing constrained, nothing repaired, the text on stdout. */
export async function askPlain(
  request: PlainCallRequest,
  { flags, io, config }: { readonly flags: AskFlags; readonly io: Io; readonly config: ResolvedConfig },
): Promise<PlainResult> {
  const { llm_retry_count: count, llm_retry_delay_ms: delay } = config.values;
  const result = await callPlain({
    ...request,
    ...(count.scope === "default" ? {} : { llmRetryCount: count.value, llmRetryDelayMs: delay.value }),
  });
  if (flags.verbose === true)
    io.warn(
      `ordinary request; ${result.attempts} ${result.attempts === 1 ? "request" : "requests"}; ${(result.durationMs / 1000).toFixed(1)} s\n`,
    );
  return result;
}

/** The text, or all of it as JSON; the exit code. What was cut off (at `cap` tokens) is printed too, and told. */
export function reportPlain(
  result: PlainResult,
  { flags: { json }, io, cap }: { readonly flags: AskFlags; readonly io: Io; readonly cap: number },
): number {
  const problem = problemOf(result, cap);
  if (json === true) io.print(jsonText(plainJson(result, problem)));
  else if (result.ok && result.completion.content !== "") {
    const text = result.completion.content;
    const shown = io.stdoutIsTerminal ? safeLines(text) : text;
    io.print(shown.endsWith("\n") ? shown : `${shown}\n`);
  }
  if (!result.ok && (result.error.class === "canceled" || io.signal.aborted)) return EXIT.interrupted;
  if (problem === null) return EXIT.ok;
  if (json !== true) {
    const said = problem.serverMessage === null ? "" : `: "${plainText(problem.serverMessage)}"`;
    io.warn(`slmcode: ${plainText(problem.message)}${said}\n  ${plainText(problem.hint)}\n`);
  }
  return result.ok ? EXIT.findings : EXIT.couldNotCheck;
}

interface PlainProblem {
  readonly kind: "request_failed" | "truncated" | "filtered" | "no_text";
  readonly message: string;
  readonly serverMessage: string | null;
  readonly hint: string;
}

function problemOf(result: PlainResult, cap: number): PlainProblem | null {
  if (!result.ok) {
    const { reason, serverMessage, resetsAt } = result.error;
    const hint = requestHint(result.httpStatus, resetsAt);
    return { kind: "request_failed", message: reason, serverMessage, hint };
  }
  const { content, refusal, finishReason } = result.completion;
  if (isTruncated(result.completion, cap))
    return {
      kind: "truncated",
      message: "the answer was cut off at the cap",
      serverMessage: null,
      hint: "Raise --max-tokens, or ask for less.",
    };
  if (finishReason === "content_filter")
    return {
      kind: "filtered",
      message: "the server's content filter ended the answer",
      serverMessage: refusal,
      hint: "Ask in other words.",
    };
  if (content.trim() !== "") return null;
  return {
    kind: "no_text",
    message: refusal === null ? "the answer holds no text" : "the model refused",
    serverMessage: refusal,
    hint: "Ask in other words; --json shows how the answer ended.",
  };
}

function plainJson(result: PlainResult, problem: PlainProblem | null): object {
  const completion = result.ok ? result.completion : null;
  const usage = completion?.usage ?? null;
  return {
    ok: problem === null,
    text: completion?.content ?? null,
    finish_reason: completion?.finishReason ?? null,
    attempts: result.attempts,
    classes: result.classes,
    usage:
      usage === null
        ? null
        : { prompt_tokens: usage.promptTokens, completion_tokens: usage.completionTokens },
    duration_ms: Math.round(result.durationMs),
    error:
      problem === null
        ? null
        : {
            kind: problem.kind,
            message: problem.message,
            class: result.ok ? null : result.error.class,
            http_status: result.ok ? null : result.httpStatus,
            server_message: problem.serverMessage,
            resets_at: result.ok ? null : result.error.resetsAt,
          },
  };
}

/** Lines and tabs stay; escape sequences and other control characters do not reach the terminal. */
function safeLines(text: string): string {
  return text
    .split(/(\r?\n|\t)/)
    .map((part, index) => (index % 2 === 1 ? part : plainText(part)))
    .join("");
}
