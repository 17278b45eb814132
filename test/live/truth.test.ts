import { randomInt } from "node:crypto";
import { expect, test } from "vitest";
import { WIRE_FORMS, type WireForm } from "../../src/backends/wire/wire-forms.ts";
import { isJsonObject, type JsonObject, parseJson } from "../../src/json-value.ts";
import { type ChatAnswer, chat } from "./chat.ts";
import { describeLive } from "./describe-live.ts";
import { type LiveServer, PROBED_SERVER_NAMES } from "./live-server.ts";
import { type ConstrainedForm, TRUTH, type Truth } from "./truth.ts";

const CONSTRAINED = WIRE_FORMS.filter(({ id }) => id !== "none");

for (const name of PROBED_SERVER_NAMES) {
  describeLive(name, "by raw requests", (server) => {
    test("writes no JSON when nothing asks for it", async () => {
      const { status, content } = await ask(server, {});
      expect(status).toBe(200);
      expect(content.trimStart()).not.toMatch(/^[[{]/);
    });

    test.each(CONSTRAINED)("does with $id what the table says", async (form) => {
      expect(await seen(server, form)).toEqual(TRUTH[name][form.id as ConstrainedForm]);
    });
  });
}

async function seen(server: LiveServer, form: WireForm): Promise<Truth> {
  const nonce = `k${randomInt(1e9, 1e10)}`;
  const schema = {
    type: "object",
    properties: { [nonce]: { type: "boolean" } },
    required: [nonce],
    additionalProperties: false,
  };
  const grammar = `root ::= "{\\"${nonce}\\":" ("true" | "false") "}"`;
  return judge(await ask(server, form.fields({ name: "canary", schema, grammar })), { nonce, form });
}

function ask(server: LiveServer, fields: JsonObject): Promise<ChatAnswer> {
  const content = "Write one short plain sentence about rain. Do not write JSON, braces or quotes.";
  return chat(server, { messages: [{ role: "user", content }], max_tokens: 96, temperature: 0, ...fields });
}

function judge(
  { status, content }: ChatAnswer,
  { nonce, form }: { readonly nonce: string; readonly form: WireForm },
): Truth {
  if (status !== 200) return { verdict: "rejected" };
  const isObject = looksLikeObject(content);
  const follows = form.rung === "json_object" ? isObject : startsWithKey(content, nonce);
  if (follows) return { verdict: "enforced" };
  return isObject ? { verdict: "ignored", weakerEffect: "json_object" } : { verdict: "ignored" };
}

function startsWithKey(content: string, nonce: string): boolean {
  return new RegExp(`^\\s*\\{\\s*"${nonce}"\\s*(?::\\s*(?:true|false)?\\s*\\}?\\s*)?$`).test(content);
}

/** A whole object, or one that was cut off: neither model begins so by itself. */
function looksLikeObject(content: string): boolean {
  return isJsonObject(parseJson(content)) || /^\s*\{\s*"[^"]*/.test(content);
}
