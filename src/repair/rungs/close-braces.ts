/**
 * Rung `close_braces`: how many containers a closer ends that does not fit the innermost one. One forgotten closer is
 * put in front of it when the container around takes it; `null` where none does.
 */
export function forgottenClosers(stack: readonly string[], closer: string): number | null {
  for (let depth = stack.length - 1; depth >= 0 && depth >= stack.length - 3; depth -= 1)
    if (stack[depth] === closer) return stack.length - 1 - depth;
  return null;
}
