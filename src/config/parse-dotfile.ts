import type { JsonValue } from "../json-value.ts";
import { type FoundKey, findKey, nearestKey } from "./find-key.ts";
import { type JsoncNode, type JsoncProperty, parseJsonc, positionAt } from "./jsonc.ts";
import { ENDPOINT_FIELDS } from "./keys.ts";
import { printable, quoted } from "./quoted.ts";
import type { ConfigNote } from "./setting.ts";

export interface DotfileSource {
  readonly path: string;
  readonly scope: "project" | "user";
}

/** What a dotfile says, by the name of each key: `model`, `endpoints.fast.model`. */
export interface DotfileValues {
  readonly values: ReadonlyMap<string, { readonly key: FoundKey; readonly value: unknown }>;
  readonly problems: readonly ConfigNote[];
  readonly warnings: readonly ConfigNote[];
}

/** A hostile file can hold any number of wrong keys. */
const MAX_NOTES = 10;

/** Reads the text of a dotfile: known keys with good values; a note with the line for everything else. Pure. */
export function parseDotfile(fileText: string, source: DotfileSource): DotfileValues {
  const text = fileText.replace(/^\ufeff/, "");
  const parse = parseJsonc(text);
  const reader = new DotfileReader(text, source);
  if (!parse.ok) {
    reader.problem({ code: "unreadable", offset: parse.offset, message: parse.problem, hint: null });
  } else if (parse.root !== null && parse.root.kind !== "object") {
    reader.problem({
      code: "unreadable",
      offset: parse.root.offset,
      message: "holds no object { ... }",
      hint: null,
    });
  } else if (parse.root !== null) {
    reader.readObject(parse.root);
  }
  return reader.result();
}

interface NoteAt extends ConfigNote {
  readonly offset: number;
}

class DotfileReader {
  readonly #text: string;
  readonly #source: DotfileSource;
  readonly #values = new Map<string, { key: FoundKey; value: unknown }>();
  readonly #problems: NoteAt[] = [];
  readonly #warnings: NoteAt[] = [];

  constructor(text: string, source: DotfileSource) {
    this.#text = text;
    this.#source = source;
  }

  result(): DotfileValues {
    return {
      values: this.#values,
      problems: this.#told(this.#problems),
      warnings: this.#told(this.#warnings),
    };
  }

  problem(note: NoteAt): void {
    this.#problems.push(note);
  }

  readObject(root: JsoncNode): void {
    for (const property of this.#lastOfEach(root)) {
      if (property.name === "$schema") continue;
      if (property.name === "endpoints") this.#readEndpoints(property);
      else this.#readKey(property, property.name);
    }
  }

  #readEndpoints({ value: node }: JsoncProperty): void {
    if (node.kind !== "object") {
      this.problem({
        code: "bad_value",
        offset: node.offset,
        message: '"endpoints" must be an object of named endpoints',
        hint: '"endpoints": {"fast": {"endpoint": "http://127.0.0.1:8080/v1"}}',
      });
      return;
    }
    for (const entry of this.#lastOfEach(node)) {
      if (entry.value.kind !== "object") {
        this.problem({
          code: "bad_value",
          offset: entry.offset,
          message: `${quoted(`endpoints.${entry.name}`)} must be an object`,
          hint: `It may hold ${ENDPOINT_FIELDS.join(", ")}.`,
        });
        continue;
      }
      for (const field of this.#lastOfEach(entry.value)) {
        this.#readKey(field, `endpoints.${entry.name}.${field.name}`);
      }
    }
  }

  #readKey(property: JsoncProperty, name: string): void {
    const found = findKey(name);
    const { offset } = property;
    if (found === null) {
      // Looking for a nearest name takes time, so it is done for those alone that are told.
      const nearest = this.#warnings.length < MAX_NOTES ? nearestKey(name) : null;
      const hint =
        nearest === null
          ? "slmcode config list shows all keys."
          : `Did you mean ${quoted(nearest).slice(1, -1)}?`;
      this.#warn({ code: "unknown_key", offset, message: `unknown key ${quoted(name)}, left aside`, hint });
      return;
    }
    if (this.#source.scope === "project" && !found.projectMay) {
      this.#warn({
        code: "not_for_projects",
        offset,
        message: `a project's file may not set ${quoted(found.name)}; left aside`,
        hint: `Set it in your own file: slmcode config set ${found.key} VALUE`,
      });
      return;
    }
    const parsed = found.kind.fromJson(property.value.value);
    if (parsed.ok) this.#values.set(found.name, { key: found, value: parsed.value });
    else {
      const got = parsed.secret === true ? "" : `, not ${shown(property.value.value)}`;
      const message = `${quoted(found.name)} must be ${parsed.expected}${got}`;
      this.problem({ code: "bad_value", offset: property.value.offset, message, hint: null });
    }
  }

  /** Of properties with one name the last counts, as in JSON.parse. */
  #lastOfEach(node: JsoncNode): readonly JsoncProperty[] {
    const last = new Map<string, JsoncProperty>();
    for (const property of node.properties) {
      if (last.has(property.name)) {
        const message = `${quoted(property.name)} stands here again; this one counts`;
        this.#warn({ code: "repeated_key", offset: property.offset, message, hint: "Remove the other one." });
      }
      last.set(property.name, property);
    }
    return [...last.values()];
  }

  #warn(note: NoteAt): void {
    this.#warnings.push(note);
  }

  /** Finding a line takes time, so it is done for those alone that are told. */
  #told(notes: readonly NoteAt[]): readonly ConfigNote[] {
    const told = notes.slice(0, MAX_NOTES).map((note) => this.#located(note));
    const last = told.at(-1);
    if (last === undefined || notes.length <= MAX_NOTES) return told;
    const message = `${printable(this.#source.path)}: ${notes.length - MAX_NOTES} more of this kind`;
    return [...told, { code: last.code, message, hint: null }];
  }

  #located({ code, message, hint, offset }: NoteAt): ConfigNote {
    const { line, column } = positionAt(this.#text, offset);
    return { code, hint, message: `${printable(this.#source.path)}:${line}:${column}: ${message}` };
  }
}

function shown(value: JsonValue): string {
  return typeof value === "string" ? quoted(value) : quoted(JSON.stringify(value)).slice(1, -1);
}
