import { expect, test } from "vitest";
import type { ProbeWorld } from "../../src/backends/probe/probe-session.ts";
import { openStore } from "../../src/backends/store/store.ts";
import type { Get } from "../../src/backends/transport/completion.ts";
import { CANCELED } from "../../src/backends/transport/exchange-failure.ts";
import { gatherDoctor } from "../../src/health/gather-doctor.ts";
import { NO_SCORE } from "../../src/health/last-score.ts";
import { temporaryFolder } from "../helpers/temporary-folder.ts";
import { testWorld } from "../helpers/test-world.ts";

/** A network in which nothing ever answers: a request ends when its signal is aborted, and not before. */
const silentGet: Get = (_, { signal }) =>
  new Promise((resolve) => {
    const end = (): void => resolve({ ok: false, failure: CANCELED, durationMs: 1 });
    if (signal?.aborted === true) end();
    else signal?.addEventListener("abort", end, { once: true });
  });

test.each(["asking http", "no answer from http"])(
  "interrupted at the step %j, nothing is waited for any more",
  async (step) => {
    const directory = temporaryFolder();
    const interruption = new AbortController();
    const world: ProbeWorld = {
      ...testWorld(),
      get: (url, options) =>
        step.startsWith("no answer") && steps.length === 1
          ? Promise.resolve({ ok: false, failure: { error: [{ code: "ECONNRESET" }] }, durationMs: 1 })
          : silentGet(url, options),
    };
    const steps: string[] = [];
    const { state } = await gatherDoctor({
      settings: {
        endpoint: { value: "http://127.0.0.1:9/v1", origin: "--endpoint" },
        model: { value: "m", origin: "--model" },
        provider: { value: "auto", origin: "default" },
        mode: { value: "auto", origin: "default" },
      },
      keyFor: () => ({ apiKey: null, withheld: null }),
      world,
      store: openStore({
        directories: { cache: directory, log: directory, data: directory },
        warn: () => {},
      }),
      discover: async () => [],
      readiness: NO_SCORE,
      remarks: [],
      all: false,
      refresh: false,
      signal: interruption.signal,
      env: {},
      onStep: (text) => {
        steps.push(text);
        if (text.startsWith(step)) setImmediate(() => interruption.abort());
      },
    });
    expect(state).toBe("unreachable");
    expect(steps.at(-1)).toContain("no answer from");
  },
);
