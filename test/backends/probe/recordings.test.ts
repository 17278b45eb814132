import { readdirSync } from "node:fs";
import { afterAll, describe, expect, test } from "vitest";
import { identify } from "../../../src/backends/identify/identify.ts";
import { runProbe } from "../../../src/backends/probe/run-probe.ts";
import { WIRE_FORM_IDS } from "../../../src/backends/wire/wire-forms.ts";
import { loadRecording, startReplay } from "../../helpers/replay-server.ts";
import { testWorld } from "../../helpers/test-world.ts";

const NAMES = readdirSync("test/fixtures/recordings").map((file) => file.replace(".json.gz", ""));
const world = testWorld();

afterAll(async () => {
  await world.close();
});

describe("what real servers answered", () => {
  test.each(NAMES)("every verdict over %s is the true one", async (name) => {
    const recording = loadRecording(name);
    const server = await startReplay(recording);
    const endpoint = `${server.url}/v1`;
    const model = String(recording.requests.find((each) => each.id === "none")?.request?.model);
    const identity = await identify({ endpoint, model, get: world.get, timeoutMs: 5000 });
    const capabilities = await runProbe(
      { endpoint, provider: "auto", model },
      { world, identity, all: true },
    );
    const forms = WIRE_FORM_IDS.filter((id) => id !== "none");
    const verdicts = Object.fromEntries(
      capabilities.evidence
        .filter((each) => each.wireForm !== "none")
        .map((each) => [each.wireForm, each.verdict]),
    );
    expect(verdicts).toEqual(Object.fromEntries(forms.map((id) => [id, recording.truth[id]])));
    const effects = Object.fromEntries(
      capabilities.evidence.flatMap((each) =>
        each.weakerEffect === null ? [] : [[each.wireForm, each.weakerEffect]],
      ),
    );
    const expected = Object.fromEntries(
      Object.entries(recording.weaker_effect).filter(([id]) => (forms as readonly string[]).includes(id)),
    );
    expect(effects).toEqual(expected);
  });
});
