/** The keys of every container that is open, to tell which stand more than once. A set is made for the second key only: a text may open a hundred thousand. */
export class OpenKeys {
  readonly #open: (Set<string> | string | null)[] = [];

  enter(): void {
    this.#open.push(null);
  }

  leave(): void {
    this.#open.pop();
  }

  /** Notes a key of the innermost container; whether it stood there before. */
  note(key: string): boolean {
    const last = this.#open.length - 1;
    if (last < 0) return false;
    const keys = this.#open[last]!;
    if (keys === null) this.#open[last] = key;
    else if (typeof keys === "string") {
      if (keys === key) return true;
      this.#open[last] = new Set([keys, key]);
    } else {
      if (keys.has(key)) return true;
      keys.add(key);
    }
    return false;
  }
}
