import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { answerPart, textShape } from "../../../src/backends/probe/text-shape.ts";

const NONCE = "kbdfghjlmnp";

describe("textShape of an answer to a canary", () => {
  test.each([
    [`{"${NONCE}": true}`, { kind: "canary", complete: true }],
    [`{"${NONCE}":false}`, { kind: "canary", complete: true }],
    [`\uFEFF \n{ \n"${NONCE}"\t:\n\n true \n}\n`, { kind: "canary", complete: true }],
    [`{"${NONCE}"`, { kind: "canary", complete: false }],
    [`{"${NONCE}"${" ".repeat(90)}`, { kind: "canary", complete: false }],
    [`{"${NONCE}": tr`, { kind: "canary", complete: false }],
    [`{"${NONCE}": true\n\n`, { kind: "canary", complete: false }],
    [`<think>no JSON, they say</think>\n{"${NONCE}": true}`, { kind: "canary", complete: true }],
    ["{", { kind: "opened", bare: true }],
    [`{${" \n".repeat(60)}`, { kind: "opened", bare: true }],
    [`{"${NONCE.slice(0, 5)}`, { kind: "opened", bare: false }],
    ["", { kind: "blank" }],
    [" \n\t ", { kind: "blank" }],
    ["<think>still thinking", { kind: "blank" }],
    [`{"${NONCE}": "Rain falls softly."}`, { kind: "object", complete: true }],
    [`{"${NONCE}": true, "more": 1}`, { kind: "object", complete: true }],
    ['{"sentence": "Rain falls."}', { kind: "object", complete: true }],
    ["{}", { kind: "object", complete: true }],
    ['{"a long key that goes on and on', { kind: "object", complete: false }],
    ["[1, 2, 3]", { kind: "array" }],
    ["Rain falls.", { kind: "prose" }],
    [`\`\`\`json\n{"${NONCE}": true}\n\`\`\``, { kind: "prose" }],
    [`{"${NONCE}": true} That is all.`, { kind: "prose" }],
    [`{"${NONCE}": truely}`, { kind: "prose" }],
    [`Sure: {"${NONCE}": true}`, { kind: "prose" }],
    ["true", { kind: "prose" }],
  ] as const)("reads %j", (text, expected) => {
    expect(textShape(text, NONCE)).toEqual(expected);
  });

  test("a canary is never seen in a text that does not begin with a brace", () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        fc.pre(!/^[\s\uFEFF]*[{<]/.test(text));
        expect(textShape(`${text}`, NONCE).kind).not.toBe("canary");
      }),
    );
  });

  test("another property name is never the canary", () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), fc.boolean(), (name, value) => {
        fc.pre(name !== NONCE);
        expect(textShape(JSON.stringify({ [name]: value }), NONCE).kind).toBe("object");
      }),
    );
  });
});

describe("textShape where no schema was sent", () => {
  test.each([
    ["{}", { kind: "object", complete: true }],
    [`{${" ".repeat(40)}`, { kind: "object", complete: false }],
    ["{ ", { kind: "opened", bare: true }],
    ["[1,2,3]", { kind: "array" }],
    ["Rivers run.", { kind: "prose" }],
  ] as const)("reads %j", (text, expected) => {
    expect(textShape(text, null)).toEqual(expected);
  });
});

test("answerPart takes what follows the last end of thinking", () => {
  expect(answerPart("<think>a</think> b </think> {")).toBe("{");
});
