/** More white space in a row than any document needs, indented ones included. */
const LIMIT = 400;

/** Watches a streamed answer for white space without end (vLLM with XGrammar and a weak model), so that it can be stopped. */
export class WhitespaceGuard {
  tripped = false;
  #run = 0;

  /** False when the stream is to be ended. */
  accepts(piece: string): boolean {
    const blanks = /[ \t\r\n]*$/.exec(piece)![0].length;
    this.#run = blanks === piece.length ? this.#run + blanks : blanks;
    if (this.#run > LIMIT) this.tripped = true;
    return !this.tripped;
  }
}
