import { placeholderArgs } from "../../health/findings/finding-docs.ts";
import {
  FINDING_CODES,
  type FindingCode,
  findingPage,
  findingText,
} from "../../health/findings/finding-texts.ts";
import { nearestName } from "../../nearest-name.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import type { Io } from "../io.ts";
import { jsonText } from "../render/json-text.ts";
import { wrap } from "../render/wrap.ts";
import { UsageError } from "../usage-error.ts";

/** One finding in depth, without looking at any endpoint. */
export function explain(code: string, { json }: { readonly json?: boolean }, io: Io): ExitCode {
  if (!isFindingCode(code)) {
    const nearest = nearestName(code, FINDING_CODES);
    throw new UsageError(
      `there is no finding "${code}"`,
      nearest === null ? `There are: ${FINDING_CODES.join(", ")}` : `Did you mean: ${nearest}`,
    );
  }
  const { severity, title, advice, explanation } = findingText(code);
  const words = { title: title(placeholderArgs), advice: advice?.(placeholderArgs) ?? null };
  if (json === true) {
    io.print(jsonText({ code, severity, ...words, explanation, docs: findingPage(code) }));
    return EXIT.ok;
  }
  const width = Math.min(io.columns, 80);
  const paragraphs = [
    `${code} (${severity})`,
    words.title,
    explanation,
    ...(words.advice === null ? [] : [`What to do: ${words.advice}`]),
    `More: ${findingPage(code)}`,
  ];
  io.print(`${paragraphs.map((text) => wrap(text, width).join("\n")).join("\n\n")}\n`);
  return EXIT.ok;
}

function isFindingCode(code: string): code is FindingCode {
  return (FINDING_CODES as readonly string[]).includes(code);
}
