import { isJsonObject, type JsonObject, type JsonValue, parseJson } from "../../json-value.ts";
import type { ToolCall } from "./completion.ts";

interface Growing {
  id: string;
  name: string;
  readonly parts: string[];
}

/** What a piece says, with empty texts for what it leaves away. */
interface Piece {
  readonly index: number | null;
  readonly id: string;
  readonly name: string;
  readonly given: string;
}

/** More tool calls than any model makes; an index above it is not believed. */
const MAX_CALLS = 128;

/** Puts streamed tool calls together. Their pieces belong together by `index`. With `serial`, those of later calls are dropped as they come. */
export class ToolCallAssembly {
  readonly #serial: boolean;
  readonly #calls: Growing[] = [];
  readonly #byIndex = new Map<number, Growing>();
  #latest: Growing | null = null;

  constructor(serial = false) {
    this.#serial = serial;
  }

  add(pieces: JsonValue | undefined): void {
    if (!Array.isArray(pieces)) return;
    pieces.filter(isJsonObject).forEach((each, position, { length }) => {
      const piece = readPiece(each);
      const call = this.#callOf(piece, position, length);
      if (call === null) return;
      this.#latest = call;
      if (this.#serial && call !== this.#calls[0]) return;
      // Some servers repeat the whole name in every piece.
      if (piece.name !== call.name) call.name += piece.name;
      if (piece.given !== "") call.parts.push(piece.given);
    });
  }

  calls(): readonly ToolCall[] {
    return (this.#serial ? this.#calls.slice(0, 1) : this.#calls).map(({ id, name, parts }, index) => ({
      id: id === "" ? `call_${index}` : id,
      type: "function",
      function: { name, arguments: parts.join("") },
    }));
  }

  #callOf(piece: Piece, position: number, siblings: number): Growing | null {
    const { id, name } = piece;
    const index = piece.index ?? position;
    const known = this.#byIndex.get(index);
    if (id === "" && name === "") {
      // Arguments without a number go on with what came last, and so do those that nothing at their number can take:
      // SGLang (2025) numbers the name by the tools of the request and the arguments by the calls of the answer.
      const placed = piece.index !== null || siblings > 1 ? known : undefined;
      const taker = [placed, this.#latest].find((call) => call != null && takes(call, piece));
      return taker ?? this.#begin(index, id);
    }
    if (known === undefined) return this.#begin(index, id);
    if (id !== "" && known.id !== "" && id !== known.id) {
      const named = this.#calls.find((call) => call.id === id);
      if (named !== undefined) return named;
      // LMDeploy (2025) and Poolside (2026) send the arguments of one call under other ids than its name.
      if (name === "") return known;
      // Ollama (to mid-2026), vLLM and SGLang (early 2025) and Gemini number every call 0: another id is another call.
      return this.#begin(index, id);
    }
    if ((id === "" || known.id === "") && isOver(known, piece)) return this.#begin(index, id);
    if (known.id === "") known.id = id;
    return known;
  }

  #begin(index: number, id: string): Growing | null {
    if (this.#calls.length >= MAX_CALLS) return null;
    const call: Growing = { id, name: "", parts: [] };
    this.#calls.push(call);
    this.#byIndex.set(index, call);
    return call;
  }
}

/** Without ids and numbers a call is over where another name comes after arguments, or the same one again after whole ones. */
function isOver(call: Growing, piece: Piece): boolean {
  if (piece.name === "" || call.parts.length === 0) return false;
  return piece.name !== call.name || !takes(call, piece);
}

/** Nothing but white space can follow whole arguments. */
function takes({ parts }: Growing, { given }: Piece): boolean {
  const mayBeWhole = given.trim() !== "" && parts.at(-1)?.trimEnd().endsWith("}") === true;
  return !mayBeWhole || parseJson(parts.join("")) === undefined;
}

function readPiece({ index, id, function: made }: JsonObject): Piece {
  const { name, arguments: given } = isJsonObject(made) ? made : {};
  return {
    index: typeof index === "number" ? index : null,
    id: typeof id === "string" ? id : "",
    name: typeof name === "string" ? name : "",
    given: typeof given === "string" ? given : isJsonObject(given) ? JSON.stringify(given) : "",
  };
}
