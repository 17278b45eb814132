import { afterAll, describe, expect, test } from "vitest";
import { identify } from "../../../src/backends/identify/identify.ts";
import { PRESETS } from "../../../src/backends/presets/presets.ts";
import { testWorld } from "../../helpers/test-world.ts";
import { FIXTURE_NAMES, loadFixture, serveFixture } from "./fixture-server.ts";

const world = testWorld();

afterAll(async () => {
  await world.close();
});

describe("servers as their sources describe them", () => {
  test.each(FIXTURE_NAMES)("%s is told from all others, with version, context and settings", async (name) => {
    const fixture = loadFixture(name);
    const server = await serveFixture(fixture);
    const { loaded, generatesNot = [], settings, ...expected } = fixture.expected;
    const identity = await identify({
      endpoint: `${server.url}${fixture.base ?? ""}/v1`,
      get: world.get,
      timeoutMs: 5000,
      ...(fixture.model === undefined ? {} : { model: fixture.model }),
    });
    expect(identity).toMatchObject({ reachable: true, suggestedEndpoint: null, ...expected });
    expect(identity.models.filter((each) => each.loaded === true).map((each) => each.id)).toEqual(loaded);
    expect(identity.settings).toMatchObject(settings);
    const silent = identity.models.filter((each) => each.generates === false).map((each) => each.id);
    expect(silent).toEqual(expect.arrayContaining([...generatesNot]));
  });

  test.each(FIXTURE_NAMES)("%s is asked by GETs alone, and never for /health", async (name) => {
    const fixture = loadFixture(name);
    const server = await serveFixture(fixture);
    await identify({ endpoint: `${server.url}/v1`, get: world.get, timeoutMs: 5000 });
    expect(new Set(server.requests.map((each) => each.method))).toEqual(new Set(["GET"]));
    expect(server.requests.filter((each) => /^\/health(?:\?|$)/.test(each.path))).toEqual([]);
    expect(server.requests.length).toBeLessThanOrEqual(18);
  });

  test("every local provider has a fixture or a recording", () => {
    const recorded = ["llamacpp", "ollama", "vllm", "mlx_lm", "litellm"];
    const kinds = new Set([...recorded, ...FIXTURE_NAMES.map((name) => loadFixture(name).expected.kind)]);
    expect(PRESETS.filter((row) => row.local && !kinds.has(row.id)).map((row) => row.id)).toEqual([]);
  });
});
