import { nearestName } from "../nearest-name.ts";
import { KEY_NAMES, KEYS, type KeyName, variableOf } from "./keys.ts";
import { quoted } from "./quoted.ts";
import type { ConfigNote } from "./setting.ts";
import type { ValueKind } from "./value-kind.ts";

/** Values given as text, from flags or variables, by key. */
export interface TextValues {
  readonly values: ReadonlyMap<KeyName, unknown>;
  readonly problems: readonly ConfigNote[];
  readonly warnings: readonly ConfigNote[];
}

/** Variables that are no settings. */
const OTHER_VARIABLES = ["SLMCODE_API_KEY", "SLMCODE_HOME", "SLMCODE_DEBUG"];

/** The settings in the environment: `SLMCODE_` and the key in capitals. An empty variable is not set. */
export function environmentValues(env: Readonly<Record<string, string | undefined>>): TextValues {
  const given = new Map<KeyName, { text: string; from: string }>();
  for (const name of KEY_NAMES) {
    const text = env[variableOf(name)];
    if (text) given.set(name, { text, from: variableOf(name) });
  }
  return { ...parseAll(given), warnings: misspelt(Object.keys(env)) };
}

/** The settings that flags give, by key. A flag that was not given is `undefined`. */
export function flagValues(flags: Readonly<Partial<Record<KeyName, string | undefined>>>): TextValues {
  const given = new Map<KeyName, { text: string; from: string }>();
  for (const name of KEY_NAMES) {
    const text = flags[name];
    if (text !== undefined) given.set(name, { text, from: flagOf(name) });
  }
  return { ...parseAll(given), warnings: [] };
}

export function flagOf(name: KeyName): string {
  return KEYS[name].flag ?? `--${name.replaceAll("_", "-")}`;
}

function parseAll(
  given: ReadonlyMap<KeyName, { readonly text: string; readonly from: string }>,
): Omit<TextValues, "warnings"> {
  const values = new Map<KeyName, unknown>();
  const problems: ConfigNote[] = [];
  for (const [name, { text, from }] of given) {
    const parsed = (KEYS[name].kind as ValueKind<unknown>).fromText(text);
    if (parsed.ok) values.set(name, parsed.value);
    else {
      const got = parsed.secret === true ? "" : `, not ${quoted(text)}`;
      problems.push({ code: "bad_value", message: `${from} must be ${parsed.expected}${got}`, hint: null });
    }
  }
  return { values, problems };
}

/** A misspelt variable would do nothing, in silence. Only near misses are told: others may be somebody else's. */
function misspelt(variables: readonly string[]): readonly ConfigNote[] {
  const known = [...KEY_NAMES.map(variableOf), ...OTHER_VARIABLES];
  return variables
    .filter((each) => each.startsWith("SLMCODE_") && !known.includes(each))
    .flatMap((each) => {
      const nearest = nearestName(
        each.slice("SLMCODE_".length),
        known.map((name) => name.slice("SLMCODE_".length)),
      );
      if (nearest === null) return [];
      const hint = `Did you mean SLMCODE_${nearest}?`;
      return [
        { code: "unknown_variable" as const, message: `the variable ${quoted(each)} sets nothing`, hint },
      ];
    });
}
