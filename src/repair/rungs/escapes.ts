/** What a backslash and the character after it come to. */
export type Escape =
  | {
      readonly kind: "valid";
      readonly length: number /** One that also begins words: `\n` of `\new`. */;
      readonly doubtful: boolean;
    }
  /** Rung `escapes`: not JSON; the text that stands for it. */
  | { readonly kind: "repaired"; readonly length: number; readonly json: string; readonly isPath: boolean }
  | { readonly kind: "cut" }
  /** An escape of another language (`\x41`, `\0`, `\u{41}`): two readers read it differently. */
  | { readonly kind: "ambiguous" };

/** Reads the escape whose backslash is at `at`. The backslash of `\d` or `C:\Projects` is kept, `\'` becomes an apostrophe. */
export function escapeAt(text: string, at: number): Escape {
  const next = text[at + 1];
  if (next === undefined) return { kind: "cut" };
  if (next === '"' || next === "\\" || next === "/") return { kind: "valid", length: 2, doubtful: false };
  if ("bfnrt".includes(next)) return { kind: "valid", length: 2, doubtful: true };
  if (next === "u") {
    const digits = text.slice(at + 2, at + 6);
    if (/^[0-9a-fA-F]{4}$/.test(digits)) return { kind: "valid", length: 6, doubtful: false };
    if (at + 2 + digits.length >= text.length && /^[0-9a-fA-F]*$/.test(digits)) return { kind: "cut" };
    if (text[at + 2] === "{") return { kind: "ambiguous" };
    return { kind: "repaired", length: 2, json: "\\\\u", isPath: true };
  }
  if (next === "'") return { kind: "repaired", length: 2, json: "'", isPath: false };
  if (next === "`") return { kind: "repaired", length: 2, json: "`", isPath: false };
  if (next === "\n" || next === "\r") return { kind: "ambiguous" };
  if (/[0-9x]/.test(next) || isLongEscape(text, at + 1)) return { kind: "ambiguous" };
  // The character itself is read again, so that a raw control character is escaped as well.
  return { kind: "repaired", length: 1, json: "\\\\", isPath: true };
}

/** Python's `\U0001F600` and `\N{DASH}`. */
function isLongEscape(text: string, at: number): boolean {
  return /^(?:U[0-9a-fA-F]{8}|N\{[A-Z])/.test(text.slice(at, at + 9));
}
