import type { Issue } from "../../schema/issue.ts";
import type { ChatMessage } from "../transport/completion.ts";

/** What the model is told about the shape of its answer. On every rung the same, so that requests differ by their constraint alone. */
export function shapeMessage(text: string): string {
  return `Answer with one JSON object and nothing else, in this shape:\n${text}`;
}

/** The messages of a call: the shape joins the first system message, since some templates allow one only. */
export function withShape(messages: readonly ChatMessage[], text: string): readonly ChatMessage[] {
  const shape = shapeMessage(text);
  const [first, ...rest] = messages;
  if (first?.role === "system") return [{ ...first, content: `${first.content ?? ""}\n\n${shape}` }, ...rest];
  return [{ role: "system", content: shape }, ...messages];
}

const MAX_ISSUES = 8;

/** The second try after an answer that did not fit: what was wrong, as data for a model. */
export function withIssues(
  messages: readonly ChatMessage[],
  answer: string,
  problem: string,
): readonly ChatMessage[] {
  return [
    ...messages,
    { role: "assistant", content: answer },
    {
      role: "user",
      content: `That answer cannot be used. ${problem}\nWrite the whole JSON object again, corrected.`,
    },
  ];
}

export function issuesText(issues: readonly Issue[]): string {
  const lines = issues
    .slice(0, MAX_ISSUES)
    .map(
      ({ code, pointer, expected }) =>
        `- at ${pointer === "" ? "the top" : pointer}: ${code.replaceAll("_", " ")}, expected ${JSON.stringify(expected)}`,
    );
  const more = issues.length > MAX_ISSUES ? [`- and ${issues.length - MAX_ISSUES} more`] : [];
  return [...lines, ...more].join("\n");
}
