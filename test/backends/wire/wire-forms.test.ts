import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { RUNGS } from "../../../src/backends/wire/rung.ts";
import { WIRE_FORM_IDS, WIRE_FORMS, wireForm } from "../../../src/backends/wire/wire-forms.ts";

const schema = { type: "object", properties: { a: { type: "boolean" } }, required: ["a"] };
const grammar = 'root ::= "{}"';
const name = "answer";
const none = {};

/** The body fields of each form, as its server wants them. */
const FIELDS: Readonly<Record<string, object>> = {
  openai_strict: { response_format: { type: "json_schema", json_schema: { name, schema, strict: true } } },
  openai: { response_format: { type: "json_schema", json_schema: { name, schema } } },
  llamacpp_schema_object: { response_format: { type: "json_object", schema } },
  llamacpp_top_level: { json_schema: schema },
  tgi_value: { response_format: { type: "json_schema", value: { name, schema } } },
  ollama_format: { format: schema },
  guided_json: { guided_json: schema },
  structured_outputs: { structured_outputs: { json: schema } },
  grammar: { grammar },
  structured_outputs_grammar: { structured_outputs: { grammar } },
  guided_grammar: { guided_grammar: grammar },
  fireworks_grammar: { response_format: { type: "grammar", grammar } },
  tabby_grammar_string: { grammar_string: grammar },
  json_object: { response_format: { type: "json_object" } },
  any_object_schema: {
    response_format: { type: "json_schema", json_schema: { name: "any_object", schema: { type: "object" } } },
  },
  none,
};

describe("wire forms", () => {
  test.each(Object.entries(FIELDS))("%s adds its fields and no others", (id, fields) => {
    const { fields: make } = wireForm(id as (typeof WIRE_FORM_IDS)[number]);
    expect(make({ name, schema, grammar })).toEqual(fields);
  });

  test("there is one row for each id, in the same order, and a case above for each", () => {
    expect(WIRE_FORMS.map((form) => form.id)).toEqual(WIRE_FORM_IDS);
    expect(Object.keys(FIELDS)).toEqual([...WIRE_FORM_IDS]);
  });

  test("rungs come strongest first, each in one piece", () => {
    const places = WIRE_FORMS.map((form) => RUNGS.indexOf(form.rung));
    expect(places).toEqual([...places].sort((a, b) => a - b));
    expect(new Set(places).size).toBe(RUNGS.length);
  });

  test("a form needs what it puts into the body", () => {
    for (const form of WIRE_FORMS) {
      const body = JSON.stringify(form.fields({ name, schema, grammar }));
      const needs = body.includes("root ::=")
        ? "grammar"
        : body.includes('"properties"')
          ? "schema"
          : "nothing";
      expect(`${form.id} ${needs}`).toBe(`${form.id} ${form.needs}`);
    }
  });

  test("schema and grammar arrive as they are, whatever is in them", () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.string({ minLength: 1 }), (any, text) => {
        for (const form of WIRE_FORMS) {
          const fields = form.fields({ name, schema: any as never, grammar: text });
          const body = JSON.stringify(fields);
          if (form.needs === "schema") expect(body).toContain(JSON.stringify(any));
          if (form.needs === "grammar") expect(body).toContain(JSON.stringify(text));
        }
      }),
    );
  });

  test("an id that does not exist is a bug", () => {
    expect(() => wireForm("gbnf" as never)).toThrow("no wire form is called gbnf");
  });
});
