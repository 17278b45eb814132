/** Keys under which servers send back what was sent to them. */
export const ECHO_KEYS: ReadonlySet<string> = new Set(["input", "failed_generation", "flagged_input", "ctx"]);

/** pydantic, in JSON turned into Python: `'input': {...}`; in its own words: `input_value={...}`. */
const ECHO = /['"]input['"]: |\binput_value=/g;
const OPENING = "{[(";
const CLOSING = "}])";

/** A text of a server without the pieces of our own request in it: a prompt about context lengths must not look like an overflow. */
export function withoutEcho(text: string): string {
  const kept: string[] = [];
  let from = 0;
  for (const { index, 0: label } of text.matchAll(ECHO)) {
    if (index < from) continue;
    kept.push(text.slice(from, index));
    from = endOfValue(text, index + label.length);
  }
  return kept.length === 0 ? text : kept.join("") + text.slice(from);
}

/** Where a Python value ends: at the comma or bracket of what is around it, with strings and brackets read over. */
function endOfValue(text: string, start: number): number {
  let depth = 0;
  let index = start;
  while (index < text.length) {
    const character = text[index]!;
    if (character === "'" || character === '"') {
      index = endOfString(text, index);
      continue;
    }
    if (OPENING.includes(character)) depth += 1;
    else if (CLOSING.includes(character)) depth -= 1;
    if (depth < 0 || (depth === 0 && character === ",")) return index;
    index += 1;
  }
  return index;
}

function endOfString(text: string, start: number): number {
  const quote = text[start];
  for (let index = start + 1; index < text.length; index += 1) {
    if (text[index] === "\\") index += 1;
    else if (text[index] === quote) return index + 1;
  }
  return text.length;
}
