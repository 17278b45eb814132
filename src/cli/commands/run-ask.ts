import { callStructured } from "../../backends/structured/call-structured.ts";
import type {
  StructuredEvent,
  StructuredRequest,
  StructuredResult,
} from "../../backends/structured/structured-call.ts";
import type { ChatMessage } from "../../backends/transport/completion.ts";
import type { Rung } from "../../backends/wire/rung.ts";
import type { ResolvedConfig } from "../../config/setting.ts";
import { dataDirectories, dataFiles } from "../../data-directory.ts";
import { openFailureMemory } from "../../evolve/failure-memory.ts";
import { EXIT } from "../exit-codes.ts";
import type { Io } from "../io.ts";
import { loadSettings } from "../load-settings.ts";
import { callLimits, openUserStore, openWorld } from "../open-world.ts";
import { outputOf } from "../output-options.ts";
import { promptSizeWarning } from "../prompt-size.ts";
import { readAll } from "../read-input.ts";
import { jsonText } from "../render/json-text.ts";
import { plainText } from "../render/plain-text.ts";
import { createProgress, type Progress } from "../render/progress.ts";
import { resolveTarget } from "../resolve-target.ts";
import { UsageError } from "../usage-error.ts";
import type { AskFlags } from "./ask.ts";
import { failureHint } from "./failure-hint.ts";
import { numberOf } from "./number-option.ts";
import { resultJson } from "./result-json.ts";

/** One call: value on stdout (text, for a role without a contract), the way it got there on stderr. */
export async function runAsk(words: readonly string[], flags: AskFlags, io: Io): Promise<number> {
  const role = flags.role === undefined ? null : await roleOf(flags, io);
  const output = role === null ? await outputOf(flags) : role.output;
  const prompt = await promptOf(words, io);
  const { config, warnings } = await loadSettings(flags, io);
  const settings = requestSettings(config, flags);
  const world = openWorld(callLimits(config));
  const progress = await createProgress(io);
  const warn = (text: string): void => io.warn(`slmcode: ${plainText(text)}\n`);
  try {
    const resolved = await resolveTarget({ config, world, io, onStep: progress.step });
    progress.stop();
    if (!resolved.ok) {
      if (io.signal.aborted) return EXIT.interrupted;
      io.warn(`slmcode: ${plainText(resolved.message)}\n  ${plainText(resolved.hint)}\n`);
      return EXIT.couldNotCheck;
    }
    if (resolved.withheld !== null) warn(resolved.withheld);
    if (flags.verbose === true)
      for (const text of [...warnings.map((each) => each.message), ...resolved.notes]) warn(text);
    const system = role?.prompt ?? flags.system;
    const messages: ChatMessage[] = [
      ...(system === undefined ? [] : [{ role: "system" as const, content: system }]),
      { role: "user", content: prompt },
    ];
    const tooLong = promptSizeWarning(messages, config.values.prompt_budget.value);
    if (tooLong !== null) warn(tooLong);
    const request = {
      ...settings,
      ...resolved.target,
      ...(role === undefined || role === null || role.stop.length === 0 ? {} : { stop: role.stop }),
      messages,
      world,
      signal: io.signal,
      onEvent: eventPrinter(progress, flags.verbose === true, io),
    };
    if (output === null) {
      const { askPlain, reportPlain } = await import("./ask-plain.ts");
      const result = await askPlain(request, { flags, io, config });
      progress.stop();
      return reportPlain(result, { flags, io, cap: request.maxTokens ?? Number.POSITIVE_INFINITY });
    }
    const memory = openFailureMemory({ path: dataFiles(await dataDirectories(io.env)).memory, warn });
    const result = await callStructured({
      ...request,
      ...output,
      memory,
      store: await openUserStore(io, warn),
    });
    progress.stop();
    await memory.flush();
    return report(result, flags, io);
  } finally {
    progress.stop();
    await world.close();
  }
}

/** The settings that a call takes from the configuration and flags. */
export function requestSettings(
  { values }: ResolvedConfig,
  flags: Pick<AskFlags, "rung" | "off" | "maxTokens" | "temperature">,
): Partial<StructuredRequest> {
  const temperature =
    numberOf("--temperature", flags.temperature, { minimum: 0, maximum: 2 }) ??
    values.temperature.value ??
    undefined;
  return {
    mode: flags.off === true ? "off" : values.structured_decoding.value,
    maxTokens:
      numberOf("--max-tokens", flags.maxTokens, { minimum: 1, maximum: 1_000_000, whole: true }) ??
      values.max_tokens.value,
    timeoutMs: values.timeout_ms.value,
    probeTimeoutMs: values.probe_timeout_ms.value,
    stop: values.stop.value,
    maxTokensField: values.max_tokens_field.value,
    thinking: values.thinking.value,
    ...(flags.rung === undefined ? {} : { rung: flags.rung as Rung }),
    ...(temperature === undefined ? {} : { temperature }),
  };
}

/** The words, and stdin where there are none or one of them is `-`: an open stdin alone must not keep a script waiting. */
async function promptOf(words: readonly string[], io: Io): Promise<string> {
  const typed = words
    .filter((word) => word !== "-")
    .join(" ")
    .trim();
  const wantsInput = typed === "" || words.includes("-");
  if (wantsInput && io.stdinIsTerminal)
    io.warn("slmcode: reading the prompt from the keyboard; end it with Ctrl-D\n");
  const piped = wantsInput ? await readAll(io) : "";
  const prompt = [typed, piped].filter((part) => part.trim() !== "").join("\n\n");
  if (prompt === "") throw new UsageError("there is no prompt", "Give it as an argument, or on stdin.");
  return prompt;
}

async function roleOf(flags: AskFlags, io: Io): Promise<import("./ask-role.ts").AskRole> {
  const { askRole } = await import("./ask-role.ts");
  return await askRole(flags, io);
}

function eventPrinter(progress: Progress, verbose: boolean, io: Io): (event: StructuredEvent) => void {
  let characters = 0;
  const say = (text: string): void => {
    if (!verbose) return;
    progress.stop();
    io.warn(`${plainText(text)}\n`);
  };
  return (event) => {
    switch (event.type) {
      case "probing":
        progress.step(`probing: ${event.step}`);
        break;
      case "attempt":
        characters = 0;
        say(`attempt ${event.attempt}: ${event.rung} as ${event.wireForm}`);
        progress.step(`asking (${event.rung})`);
        break;
      case "delta":
        characters += event.content.length + event.reasoning.length;
        progress.step(`${event.content === "" ? "thinking" : "writing"}: ${characters} characters`);
        break;
      case "retry":
        say(`retry in ${event.delayMs} ms (${event.class}): ${event.reason}`);
        break;
      case "step_down":
        say(
          `stepped down from ${event.from}: ${event.reason}${event.serverMessage === null ? "" : `, "${event.serverMessage}"`}`,
        );
        break;
      case "demoted":
        say(`demoted ${event.wireForm}: ${event.reason}`);
        break;
      case "ask_again":
        say("asked again: the answer did not fit");
        break;
    }
  };
}

function report(result: StructuredResult, { json, verbose }: AskFlags, io: Io): number {
  if (json === true) io.print(jsonText(resultJson(result)));
  else if (result.ok) io.print(jsonText(result.value));
  if (verbose === true) {
    const repaired = result.repairRung === null ? "nothing to repair" : `repaired (${result.repairRung})`;
    io.warn(
      `${result.rung} as ${result.wireForm}; ${repaired}; ${result.attempts} ${result.attempts === 1 ? "request" : "requests"}; ${result.usage.promptTokens} + ${result.usage.completionTokens} tokens; ${(result.durationMs / 1000).toFixed(1)} s\n`,
    );
    for (const { message } of result.warnings) io.warn(`note: ${plainText(message)}\n`);
  }
  if (result.ok) return EXIT.ok;
  if (result.error.class === "canceled" || io.signal.aborted) return EXIT.interrupted;
  const words = result.error.serverMessage === null ? "" : `: "${plainText(result.error.serverMessage)}"`;
  if (json !== true)
    io.warn(`slmcode: ${plainText(result.error.message)}${words}\n  ${plainText(failureHint(result))}\n`);
  if (result.error.kind === "bad_contract") return EXIT.usage;
  return result.error.kind === "request_failed" ? EXIT.couldNotCheck : EXIT.findings;
}
