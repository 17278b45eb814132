import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { identityFrom } from "../../../src/backends/identify/identity-from.ts";
import { nextPaths } from "../../../src/backends/identify/next-paths.ts";
import { MODELS, type PathObservation } from "../../../src/backends/identify/observation.ts";
import { PROVIDERS } from "../../../src/backends/presets/preset.ts";
import type { JsonValue } from "../../../src/json-value.ts";
import { FIXTURE_NAMES, loadFixture } from "./fixture-server.ts";

/** Bodies that real servers send, to be put where they do not belong. */
const REAL_BODIES: readonly unknown[] = FIXTURE_NAMES.flatMap((name) =>
  Object.values(loadFixture(name).paths).map((answer) => answer.body),
);
const PATHS = [
  MODELS,
  ...new Set(FIXTURE_NAMES.flatMap((name) => Object.keys(loadFixture(name).paths))),
  "/api/ps",
  "/api/tags",
  "/health/readiness",
];

const observation = fc
  .record({
    status: fc.constantFrom(null, 200, 200, 200, 401, 404, 503),
    server: fc.constantFrom("", "llama.cpp", "ik_llama.cpp", "uvicorn", "BaseHTTP/0.6 Python/3.11", "nginx"),
    body: fc.oneof(fc.constantFrom(...REAL_BODIES), fc.jsonValue()),
  })
  .map(
    ({ status, server, body }): PathObservation => ({
      status,
      headers: server === "" ? {} : { server },
      json: status === null ? undefined : (body as JsonValue),
      text: typeof body === "string" ? body : JSON.stringify(body),
      durationMs: 1,
    }),
  );
const seen = fc
  .dictionary(fc.constantFrom(...PATHS), observation, { maxKeys: 12 })
  .map((each) => new Map(Object.entries(each)));
const model = fc.constantFrom(null, "m", "gemma270m", "__proto__", "qwen/qwen3-4b");

describe("whatever was answered", () => {
  test("an identity comes out, with a known kind and sizes that are above zero", () => {
    fc.assert(
      fc.property(seen, model, (observations, named) => {
        const identity = identityFrom({
          endpoint: "http://127.0.0.1:1/v1",
          model: named,
          seen: observations,
          suggestedEndpoint: null,
          durationMs: 1,
        });
        expect(PROVIDERS).toContain(identity.kind);
        expect(identity.kind === "generic").toBe(identity.toldBy === null);
        expect(identity.contextTokens === null).toBe(identity.contextSource === null);
        expect(identity.contextTokens ?? 1).toBeGreaterThan(0);
        if (identity.fingerprint !== null) {
          expect(identity.version).not.toBeNull();
          expect(identity.fingerprint.startsWith(`${identity.kind} `)).toBe(true);
        }
      }),
      { numRuns: 2000 },
    );
  });

  test("questions come to an end, none is asked twice, none is /health", () => {
    fc.assert(
      fc.property(fc.infiniteStream(observation), model, (answers, named) => {
        const observations = new Map<string, PathObservation>();
        for (let round = 0; ; round += 1) {
          const paths = nextPaths(observations, named);
          if (paths.length === 0) break;
          expect(round).toBeLessThan(10);
          for (const path of paths) {
            expect(observations.has(path)).toBe(false);
            expect(path).not.toBe("/health");
            observations.set(path, answers.next().value!);
          }
        }
      }),
      { numRuns: 1000 },
    );
  });
});
