import { readRules } from "../../../src/grammar/read-rules.ts";
import { nullableRules } from "../../../src/grammar/rule-facts.ts";
import type { Element, RuleTable } from "../../../src/grammar/rule-table.ts";

/** Literals and classes, which mean nothing to what is looked for around them. */
const QUOTED = /"(?:[^"\\]|\\.)*"|\[(?:[^\]\\]|\\.)*\]/gs;

const KNOWN_ESCAPE = /\\(?:["\\nrt[\]]|u[0-9A-F]{4}|U[0-9A-F]{8})/g;

/** What some llama.cpp build from early 2025 on, or XGrammar, would refuse, misread or never end on. */
export function dialectFaults(text: string): readonly string[] {
  const quoted = text.match(QUOTED) ?? [];
  const bare = text.replace(QUOTED, "'");
  const names: readonly string[] = bare.match(/[A-Za-z0-9_-]+(?= ::=)/g) ?? [];
  const used = new Set<string>(bare.replace(/^.*? ::=/gm, "").match(/[A-Za-z][A-Za-z0-9_-]*/g) ?? []);
  const counts = [...bare.matchAll(/\{(\d+),?(\d*)\}/g)].flatMap(([, low, high]) => [
    Number(low),
    Number(high),
  ]);
  return [
    ...names.filter((name) => !/^[a-z][a-z0-9-]*$/.test(name)).map((name) => `name ${name}`),
    ...names.filter((name, index) => names.indexOf(name) !== index).map((name) => `twice ${name}`),
    ...names.filter((name) => name !== "root" && !used.has(name)).map((name) => `unused ${name}`),
    ...(names[0] === "root" ? [] : ["root is not the first rule"]),
    ...(bare.match(/\)(?:[*+]|\{)/g) ?? []).map((found) => `repeated group ${found}`),
    ...counts.filter((count) => count > 1999).map((count) => `count ${count}`),
    ...quoted.filter((one) => one.replace(KNOWN_ESCAPE, "").includes("\\")).map((one) => `escape in ${one}`),
    ...(text.match(/\[(?: |\\t|\\n|\\r)+\](?:[*+]|\{\d+,\})/g) ?? []).map((found) => `endless ${found}`),
    ...(/[^\P{C}\n]|[^\P{Z} ]/u.test(text) ? ["a control or format character"] : []),
    ...(text.split("\n").every((line) => line === "" || / ::= /.test(line))
      ? []
      : ["a rule over several lines"]),
    ...nullableRepetitions(text),
  ];
}

function nullableRepetitions(text: string): readonly string[] {
  let table: RuleTable;
  try {
    table = readRules(text);
  } catch (error) {
    return [String(error)];
  }
  const nullable = nullableRules(table.rules);
  const isFault = (element: Element): boolean =>
    element.kind === "repetition" &&
    element.maximum > 1 &&
    element.body.kind === "reference" &&
    nullable[element.body.rule] === true;
  return table.rules
    .filter(({ alternatives }) => alternatives.some((sequence) => sequence.some(isFault)))
    .map(({ name }) => `nullable repetition in ${name}`);
}
