import { describe, expect, test } from "vitest";
import type { FailureClass } from "../../../src/backends/transport/failure.ts";
import type { Rung } from "../../../src/backends/wire/rung.ts";
import type { WireFormId } from "../../../src/backends/wire/wire-forms.ts";
import type { Handler, ScriptedAnswer } from "../../helpers/scripted-server.ts";
import { answers, callOnce, GOOD, newStore } from "./support.ts";

/** A form for each rung, and the field by which it is known. */
const RUNGS: readonly (readonly [Rung, WireFormId, string])[] = [
  ["json_schema", "openai_strict", "response_format"],
  ["guided_json", "guided_json", "guided_json"],
  ["gbnf_grammar", "grammar", "grammar"],
  ["json_object", "json_object", "response_format"],
  ["prompt_only", "none", ""],
];

const refusal = (status: number, error: object): ScriptedAnswer => ({ status, body: { error } });

/** Failures that have nothing to do with the constraint: sent again or not, and told as they are, whatever the rung. */
const FAILURES: readonly (readonly [string, FailureClass, number, ScriptedAnswer | "reset" | "stall"])[] = [
  ["a server that is overloaded", "transient", 3, refusal(503, { message: "overloaded" })],
  ["a broken connection", "transient", 3, "reset"],
  ["a stream that stalls", "transient", 3, "stall"],
  [
    "too many requests",
    "rate_limited",
    3,
    refusal(429, { message: "slow down", code: "rate_limit_exceeded" }),
  ],
  ["a refused key", "permanent", 1, refusal(401, { message: "invalid api key" })],
  [
    "an unknown model",
    "permanent",
    1,
    refusal(404, { message: "model 'm' not found", code: "model_not_found" }),
  ],
  [
    "an empty account",
    "permanent",
    1,
    refusal(429, { message: "You exceeded your current quota", code: "insufficient_quota" }),
  ],
  [
    "a prompt that is too long",
    "context_overflow",
    1,
    refusal(400, {
      message: "the request exceeds the available context size",
      type: "exceed_context_size_error",
    }),
  ],
];

function handlerOf(answer: ScriptedAnswer | "reset" | "stall"): Handler {
  return (_, response) => {
    if (answer === "reset") response.destroy();
    else if (answer === "stall") {
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.write('data: {"choices":[{"index":0,"delta":{"content":"{"}}]}\n\n');
    } else return answer;
    return undefined;
  };
}

describe.each(RUNGS)("on the rung %s", (rung, form) => {
  const forms = form === "none" ? [] : [form];

  test.each(FAILURES)(
    "%s is %s: %i requests, told, and nothing demoted",
    async (_, failureClass, requests, answer) => {
      const { result, server } = await callOnce({
        handler: handlerOf(answer),
        forms,
        request: { store: newStore(), ...(answer === "stall" ? { timeoutMs: 100 } : {}) },
      });
      expect(server.requests).toHaveLength(requests);
      expect(result).toMatchObject({
        ok: false,
        rung,
        wireForm: form,
        attempts: requests,
        classes: Array.from({ length: requests }, () => failureClass),
        error: { kind: "request_failed", class: failureClass },
      });
      expect(result.warnings.map(({ code }) => code)).toEqual([]);
    },
  );

  test("a failure that passes is gone at the second request, on the same form", async () => {
    let count = 0;
    const good = answers(GOOD);
    const { result } = await callOnce({
      handler: (request, response) => {
        count += 1;
        return count === 1 ? refusal(503, { message: "overloaded" }) : good(request, response);
      },
      forms,
    });
    expect(result).toMatchObject({
      ok: true,
      wireForm: form,
      attempts: 2,
      classes: ["transient"],
      warnings: [],
    });
  });

  test("the caller's signal is canceled: one request, and nothing demoted", async () => {
    const controller = new AbortController();
    const { result } = await callOnce({
      handler: () => {
        controller.abort();
        return undefined;
      },
      forms,
      request: { signal: controller.signal },
    });
    expect(result).toMatchObject({ ok: false, attempts: 1, error: { class: "canceled" }, warnings: [] });
  });
});

describe.each(RUNGS.filter(([rung]) => rung !== "prompt_only"))("on the rung %s", (_, form, field) => {
  test("a refusal of its field by name demotes it, and the plain request has the value", async () => {
    const good = answers(GOOD);
    const { result, server } = await callOnce({
      handler: (request, response) =>
        field in request.json
          ? refusal(400, { message: `Unrecognized request argument supplied: ${field}`, param: field })
          : good(request, response),
      forms: [form],
      request: { store: newStore() },
    });
    expect(server.requests).toHaveLength(2);
    expect(result).toMatchObject({ ok: true, wireForm: "none", classes: ["permanent"] });
    expect(result.warnings.filter(({ code }) => code === "demoted")).toHaveLength(1);
  });
});
