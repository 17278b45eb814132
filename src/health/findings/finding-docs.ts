import type { FindingArgs, FindingText } from "./finding.ts";

/** Stands for any argument in the documentation: `<endpoint>`. */
export const placeholderArgs: FindingArgs = new Proxy({}, { get: (_, name) => `<${String(name)}>` });

/** The documentation page of all findings, made from their texts. */
export function findingDocs(texts: readonly (readonly [code: string, text: FindingText])[]): string {
  const sections = texts.map(([code, text]) => {
    const advice = text.advice?.(placeholderArgs);
    return [
      `## ${code}`,
      "",
      `*${text.severity}*: ${text.title(placeholderArgs)}`,
      "",
      text.explanation,
      ...(advice === undefined ? [] : ["", `What to do: ${advice}`]),
      "",
    ].join("\n");
  });
  return [
    "# Findings",
    "",
    "Every code that `slmcode doctor` can report, in the words of `slmcode doctor --explain CODE`. `fail` and `warn` count for `--fail-on`, `info` never does.",
    "",
    ...sections,
  ].join("\n");
}
