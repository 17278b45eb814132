import type { DeriveContext } from "./derive-context.ts";
import { inOrder } from "./digit-range.ts";
import { literal } from "./gbnf-text.ts";
import { otherNameRule } from "./other-name-rule.ts";
import type { ObjectShape, PropertyShape } from "./schema-shape.ts";

/** What may stand between two properties, as elements of a sequence; the empty text where nothing may. */
type Onward = {
  /** Behind a member: a comma and the next one, optional where all that is left is. */
  readonly rest: string;
  /** The next member, declared or not. */
  readonly next: string;
  /** The next member, if it is a declared one. */
  readonly declared: string;
};

/**
 * An object with its properties in declared order. For each place between two of them one rule says what may come next, so
 * that the text grows no faster than the number of properties, however many are optional. Properties that are not declared
 * may stand anywhere between them.
 */
export function objectBody(context: DeriveContext, object: ObjectShape, hint: string): string {
  const { ws } = context;
  const other = otherMember(context, object, hint);
  let mayEnd = true;
  let onward = other === "" ? { rest: "", next: "", declared: "" } : onlyOthers(context, other, hint);
  for (const [index, property] of [...object.properties.entries()].reverse()) {
    const before = object.properties[index - 1];
    const isShared = before !== undefined && !before.required;
    mayEnd &&= !property.required;
    onward = place(context, { property, onward, other, hint, isShared, mayEnd });
  }
  if (onward.next === "") return `"{" ${ws} "}"`;
  return mayEnd ? `"{" ${ws} (${onward.next} ${ws})? "}"` : `"{" ${ws} ${onward.next} ${ws} "}"`;
}

/** Required members stand one behind the other in one rule, up to about so many characters. */
const MAX_INLINE = 4000;

type Place = {
  readonly property: PropertyShape;
  readonly onward: Onward;
  readonly other: string;
  readonly hint: string;
  /** The property before is optional, so that two rules lead here. */
  readonly isShared: boolean;
  /** No property from here on is required. */
  readonly mayEnd: boolean;
};

function place(context: DeriveContext, { property, onward, other, hint, isShared, mayEnd }: Place): Onward {
  const { writer, ws } = context;
  const { name, shape, required } = property;
  const label = `${hint}-${name}`;
  const member = `${literal(JSON.stringify(name))} ${ws} ":" ${ws} ${context.rule(shape, label)}`;
  const withRest = inOrder(member, onward.rest);
  const maySkip = !required && onward.declared !== "";
  const body = maySkip ? `${withRest} | ${onward.declared}` : withRest;
  const isRule = maySkip || isShared || body.length > MAX_INLINE;
  const declared = isRule ? writer.define(`${label}-or-later`, body) : body;
  const comma = `${ws} "," ${ws}`;
  if (other === "") {
    return { declared, next: declared, rest: mayEnd ? `(${comma} ${declared})?` : `${comma} ${declared}` };
  }
  const next = writer.reserve(`${label}-or-other`);
  const rest = mayEnd ? `(${comma} ${next})?` : `${comma} ${next}`;
  writer.complete(next, `${declared} | ${other} ${rest}`);
  return { declared, next, rest };
}

function onlyOthers({ writer, ws }: DeriveContext, other: string, hint: string): Onward {
  const rest = `${writer.define(`${hint}-other-tail`, `${ws} "," ${ws} ${other}`)}*`;
  return { rest, next: `${other} ${rest}`, declared: "" };
}

function otherMember(context: DeriveContext, object: ObjectShape, hint: string): string {
  if (object.additional === null) return "";
  const { writer, ws } = context;
  const name = otherNameRule(context, {
    names: object.properties.map((property) => property.name),
    hint: `${hint}-other-name`,
    pointer: object.additional.pointer,
  });
  const value = context.rule(object.additional, `${hint}-other`);
  return writer.define(`${hint}-other-member`, `${name} ${ws} ":" ${ws} ${value}`);
}
