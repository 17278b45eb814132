import { afterAll, describe, expect, test } from "vitest";
import type { Capabilities } from "../../../src/backends/capabilities.ts";
import { forgetProbe, probe } from "../../../src/backends/probe/probe.ts";
import { capabilitiesMemory } from "../../../src/backends/store/capabilities-memory.ts";
import { openStore, type Store } from "../../../src/backends/store/store.ts";
import { isJsonObject } from "../../../src/json-value.ts";
import type { Profile } from "../../../src/simulator/profile.ts";
import { profileOf } from "../../../src/simulator/profiles/index.ts";
import { startSimulator } from "../../../src/simulator/start-simulator.ts";
import { temporaryFolder } from "../../helpers/temporary-folder.ts";
import { testWorld } from "../../helpers/test-world.ts";

const world = testWorld();
const ELEVEN_MINUTES_MS = 660_000;

afterAll(async () => {
  await world.close();
});

const MORTAL: Profile = { ...profileOf("llamacpp-b11434"), manners: { grammar: "dies" } };
const PROPS = { ...(MORTAL.paths["/props"]!.body as object), build_info: "b12000-00000000" };
const NEXT_BUILD: Profile = {
  ...MORTAL,
  paths: { ...MORTAL.paths, "/props": { body: PROPS } },
};

interface Look {
  readonly capabilities: Capabilities;
  readonly wasSent: boolean;
  readonly port: number;
}

/** One process's look at a server that was started anew on the same port. */
async function look(
  store: Store | null,
  options: { port?: number; afterMs?: number; profile?: Profile; refresh?: boolean; forget?: boolean } = {},
): Promise<Look> {
  const simulator = await startSimulator({ profile: options.profile ?? MORTAL, port: options.port ?? 0 });
  if (options.forget !== false) forgetProbe({ endpoint: simulator.url });
  const now = (): number => world.now() + (options.afterMs ?? 0);
  const capabilities = await probe(
    { endpoint: simulator.url, provider: "auto", model: "demo" },
    {
      world: { ...world, now },
      refresh: options.refresh === true,
      ...(store === null ? {} : { memory: capabilitiesMemory(store, now) }),
    },
  );
  await simulator.close();
  // So that the client has seen its idle connections end before the next server takes the port.
  await world.sleep(50);
  const wasSent = simulator.requests.some(
    ({ body }) => body !== undefined && isJsonObject(body) && body["grammar"] !== undefined,
  );
  return { capabilities, wasSent, port: Number(new URL(simulator.url).port) };
}

function verdictOfGrammar({ evidence }: Capabilities): string | undefined {
  return evidence.find((each) => each.wireForm === "grammar")?.verdict;
}

function storeInNewFolder(): Store {
  const folder = temporaryFolder();
  return openStore({ directories: { cache: folder, data: folder, log: folder }, warn: () => {} });
}

describe("what a server died of", () => {
  test("is not sent to it again by a later process, and stays in the evidence", async () => {
    const store = storeInNewFolder();
    const first = await look(store);
    expect(first).toMatchObject({ wasSent: true, capabilities: { provisional: true } });
    expect(verdictOfGrammar(first.capabilities)).toBe("crashed");

    const { port } = first;
    const second = await look(store, { port, afterMs: ELEVEN_MINUTES_MS });
    expect(second).toMatchObject({ wasSent: false, capabilities: { provisional: false } });
    expect(verdictOfGrammar(second.capabilities)).toBe("crashed");

    const third = await look(store, { port, afterMs: ELEVEN_MINUTES_MS, refresh: true });
    expect(third.wasSent).toBe(false);
    expect(verdictOfGrammar(third.capabilities)).toBe("crashed");
  });

  test("is not sent to it again by the same process either, with no store at all", async () => {
    const first = await look(null);
    const second = await look(null, { port: first.port, afterMs: ELEVEN_MINUTES_MS, forget: false });
    expect(second.wasSent).toBe(false);
    expect(verdictOfGrammar(second.capabilities)).toBe("crashed");
  });

  test("is tried once with another build of it", async () => {
    const store = storeInNewFolder();
    const { port } = await look(store);
    expect((await look(store, { port, profile: NEXT_BUILD })).wasSent).toBe(true);
  });
});
