import { isJsonObject, type JsonValue } from "../../json-value.ts";
import type { ToolCall } from "./completion.ts";

interface Growing {
  id: string;
  name: string;
  readonly parts: string[];
}

/** More tool calls than any model makes; an index above it is not believed. */
const MAX_CALLS = 128;

/** Puts streamed tool calls together. Their pieces belong together by `index`. With `serial`, those of later calls are dropped as they come. */
export class ToolCallAssembly {
  readonly #serial: boolean;
  readonly #calls: Growing[] = [];
  readonly #byIndex = new Map<number, Growing>();

  constructor(serial = false) {
    this.#serial = serial;
  }

  add(pieces: JsonValue | undefined): void {
    if (!Array.isArray(pieces)) return;
    pieces.filter(isJsonObject).forEach((piece, position) => {
      const { index, id, function: made } = piece;
      const call = this.#callAt(typeof index === "number" ? index : position, id);
      if (call === null || !isJsonObject(made)) return;
      if (this.#serial && call !== this.#calls[0]) return;
      const { name, arguments: given } = made;
      // Some servers repeat the whole name in every piece.
      if (typeof name === "string" && name !== call.name) call.name += name;
      if (typeof given === "string") call.parts.push(given);
      else if (isJsonObject(given)) call.parts.push(JSON.stringify(given));
    });
  }

  calls(): readonly ToolCall[] {
    return (this.#serial ? this.#calls.slice(0, 1) : this.#calls).map(({ id, name, parts }, index) => ({
      id: id === "" ? `call_${index}` : id,
      type: "function",
      function: { name, arguments: parts.join("") },
    }));
  }

  #callAt(index: number, id: JsonValue | undefined): Growing | null {
    const given = typeof id === "string" ? id : "";
    const known = this.#byIndex.get(index);
    // Ollama (to mid-2025) and Gemini's OpenAI route number every call 0: another id is another call.
    if (known !== undefined && (given === "" || known.id === "" || known.id === given)) {
      if (known.id === "") known.id = given;
      return known;
    }
    if (this.#calls.length >= MAX_CALLS) return null;
    const call: Growing = { id: given, name: "", parts: [] };
    this.#calls.push(call);
    this.#byIndex.set(index, call);
    return call;
  }
}
