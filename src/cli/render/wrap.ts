/** Breaks a text into lines of at most `width` columns at blanks; a word longer than that stands alone. */
export function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    if (line === "") line = word;
    else if (line.length + 1 + word.length <= width) line += ` ${word}`;
    else {
      lines.push(line);
      line = word;
    }
  }
  lines.push(line);
  return lines;
}

/**
 * The same for advice that ends in a command (`If you trust it: slmcode config ...`): a command that does not fit beside
 * the words gets lines of its own, which a shell reads as one.
 */
export function wrapAdvice(text: string, width: number): string[] {
  const parts = /^(.*:) (slmcode .*[^.)])$/.exec(text);
  if (parts === null || text.length <= width) return wrap(text, width);
  const [, words, command] = parts as unknown as [string, string, string];
  // A line break inside quotes would be part of the word.
  const lines = command.includes("'") ? [command] : wrap(command, width - 2);
  return [...wrap(words, width), ...lines.map((line, at) => (at < lines.length - 1 ? `${line} \\` : line))];
}
