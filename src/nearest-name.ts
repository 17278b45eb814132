/** The name that a mistyped one most likely stands for; `null` when nothing is near (more than a third of it differs). */
export function nearestName(typed: string, names: readonly string[]): string | null {
  let best: string | null = null;
  let bestDistance = Math.max(1, Math.floor(typed.length / 3)) + 1;
  for (const name of names) {
    if (Math.abs(name.length - typed.length) >= bestDistance) continue;
    const distance = editDistance(typed.toLowerCase(), name.toLowerCase());
    if (distance < bestDistance) {
      best = name;
      bestDistance = distance;
    }
  }
  return best;
}

/** Letters left out, added, replaced, or two neighbours swapped (`modle`), each one edit. */
function editDistance(a: string, b: string): number {
  let beforePrevious: readonly number[] = [];
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const current = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const substitution = previous[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1);
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const swap = swapped ? beforePrevious[j - 2]! + 1 : Number.POSITIVE_INFINITY;
      current.push(Math.min(previous[j]! + 1, current[j - 1]! + 1, substitution, swap));
    }
    beforePrevious = previous;
    previous = current;
  }
  return previous[b.length]!;
}
