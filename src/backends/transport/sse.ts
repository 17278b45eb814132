/** One event of a stream of server-sent events (WHATWG HTML, section 9.2). */
export interface SseEvent {
  readonly event: string;
  readonly data: string;
}

/** Reads server-sent events from pieces of text, however they were cut. Comments (`: keepalive`) yield nothing. */
export class SseReader {
  /** The line that is not over yet, in pieces: a long one must not be put together again for each of them. */
  #rest: string[] = [];
  #endedInReturn = false;
  #event = "";
  #data: string[] = [];

  push(piece: string): SseEvent[] {
    // A line feed at the start of a piece may be the second half of a CRLF.
    const text = this.#endedInReturn && piece.startsWith("\n") ? piece.slice(1) : piece;
    if (piece !== "") this.#endedInReturn = piece.endsWith("\r");
    const end = Math.max(text.lastIndexOf("\n"), text.lastIndexOf("\r")) + 1;
    if (end === 0) {
      if (text !== "") this.#rest.push(text);
      return [];
    }
    const lines = (this.#rest.join("") + text.slice(0, end)).split(/\r\n|\n|\r/);
    this.#rest = end < text.length ? [text.slice(end)] : [];
    lines.pop();
    return lines.flatMap((line) => this.#line(line));
  }

  /** What was begun when the stream ended; servers forget the last blank line. */
  end(): SseEvent[] {
    const last = this.#rest.join("");
    this.#rest = [];
    return [...(last === "" ? [] : this.#line(last)), ...this.#line("")];
  }

  #line(line: string): SseEvent[] {
    if (line === "") {
      const event = { event: this.#event, data: this.#data.join("\n") };
      const isEmpty = this.#data.length === 0;
      this.#event = "";
      this.#data = [];
      return isEmpty ? [] : [event];
    }
    const colon = line.indexOf(":");
    const field = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? "" : line.slice(line[colon + 1] === " " ? colon + 2 : colon + 1);
    if (field === "data") this.#data.push(value);
    else if (field === "event") this.#event = value;
    return [];
  }
}
