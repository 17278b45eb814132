/** One event of a stream of server-sent events (WHATWG HTML, section 9.2). */
export interface SseEvent {
  readonly event: string;
  readonly data: string;
}

/** Reads server-sent events from pieces of text, however they were cut. Comments (`: keepalive`) yield nothing. */
export class SseReader {
  #rest = "";
  #event = "";
  #data: string[] = [];

  push(piece: string): SseEvent[] {
    const text = this.#rest + piece;
    // A final carriage return may be the first half of CRLF.
    const end = Math.max(text.lastIndexOf("\n"), text.lastIndexOf("\r", text.length - 2)) + 1;
    this.#rest = text.slice(end);
    const lines = text.slice(0, end).split(/\r\n|\n|\r/);
    lines.pop();
    return lines.flatMap((line) => this.#line(line));
  }

  /** What was begun when the stream ended; servers forget the last blank line. */
  end(): SseEvent[] {
    const events = this.#rest === "" ? [] : this.#line(this.#rest);
    this.#rest = "";
    return [...events, ...this.#line("")];
  }

  #line(line: string): SseEvent[] {
    if (line === "") {
      const event = { event: this.#event, data: this.#data.join("\n") };
      const isEmpty = this.#data.length === 0;
      this.#event = "";
      this.#data = [];
      return isEmpty ? [] : [event];
    }
    const [, field, value] = /^([^:]*):? ?(.*)$/.exec(line) ?? [];
    if (field === "data") this.#data.push(value ?? "");
    else if (field === "event") this.#event = value ?? "";
    return [];
  }
}
