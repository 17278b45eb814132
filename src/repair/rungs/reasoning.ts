/** How models mark their reasoning when no parser of the server took it out: the opening and what closes it, lower case. */
const MARKS: readonly (readonly [open: string, close: string])[] = [
  ["<think>", "</think>"],
  ["<thinking>", "</thinking>"],
  ["<thought>", "</thought>"],
  ["<reasoning>", "</reasoning>"],
  ["<analysis>", "</analysis>"],
  ["<reflection>", "</reflection>"],
  // Seed-OSS
  ["<seed:think>", "</seed:think>"],
  // Magistral
  ["[think]", "[/think]"],
  // Kimi
  ["◁think▷", "◁/think▷"],
  // Command A
  ["<|start_thinking|>", "<|end_thinking|>"],
  ["<|begin_of_thought|>", "<|end_of_thought|>"],
  // gpt-oss (harmony), Gemma
  ["<|channel|>analysis<|message|>", "<|end|>"],
  ["<|channel>thought", "<channel|>"],
];
/** Marks before which all is reasoning, also where the opening one was swallowed by the template. */
const ENDINGS: readonly string[] = [
  ...MARKS.map(([, close]) => close).filter((close) => close !== "<|end|>"),
  "<|channel|>final<|message|>",
];
const LONGEST = 32;

export type ReasoningMark =
  /** Reasoning from here to `end`; `null` where it never ends. */
  | { readonly kind: "block"; readonly end: number | null }
  /** A closing mark alone: everything before `end` was reasoning. */
  | { readonly kind: "ending"; readonly end: number };

/** Rung `extract`: the mark of a reasoning block at this place. */
export function reasoningAt(text: string, at: number): ReasoningMark | null {
  const here = text.slice(at, at + LONGEST).toLowerCase();
  const mark = MARKS.find(([open]) => here.startsWith(open));
  if (mark !== undefined) {
    const end = indexIgnoringCase(text, mark[1], at);
    return { kind: "block", end: end < 0 ? null : end + mark[1].length };
  }
  const ending = ENDINGS.find((each) => here.startsWith(each));
  return ending === undefined ? null : { kind: "ending", end: at + ending.length };
}

/** Characters that a mark may begin with. */
export function mayMark(code: number): boolean {
  return code === 0x3c || code === 0x5b || code === 0x25c1;
}

function indexIgnoringCase(text: string, mark: string, from: number): number {
  const pattern = new RegExp(mark.replace(/[|[\]/]/g, "\\$&"), "ig");
  pattern.lastIndex = from;
  return pattern.exec(text)?.index ?? -1;
}
