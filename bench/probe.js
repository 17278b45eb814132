import { identify } from "../dist/backends/identify/identify.js";
import { probe } from "../dist/backends/probe/probe.js";
import { systemClock } from "../dist/backends/retry/clock.js";
import { createTransport } from "../dist/backends/transport/transport.js";
import { startSimulator } from "../dist/simulator/start-simulator.js";

/** Generation requests of a default probe, and how many probes a thousand callers of one cold key make. */
export async function run() {
  const simulator = await startSimulator({ profile: "llamacpp-b11434" });
  const transport = createTransport();
  const world = {
    complete: transport.complete,
    get: transport.get,
    now: systemClock.now,
    sleep: systemClock.sleep,
    random: Math.random,
  };
  try {
    const identity = await identify({
      endpoint: simulator.url,
      model: "demo",
      get: world.get,
      timeoutMs: 4000,
    });
    const target = { endpoint: simulator.url, provider: "auto", model: "demo" };
    const callers = await Promise.all(Array.from({ length: 1000 }, () => probe(target, { world, identity })));
    const requests = simulator.requests.filter((each) => each.method === "POST").length;
    return [
      {
        name: "generation requests of a default probe that finds json_schema enforced",
        ratio: callers[0].cost.requests,
        budget: 3,
      },
      {
        name: "probes made by 1000 concurrent callers of one cold key",
        ratio: requests / callers[0].cost.requests,
        budget: 1,
      },
    ];
  } finally {
    await transport.close();
    await simulator.close();
  }
}
