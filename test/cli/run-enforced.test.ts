import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { validatorFor } from "../../src/schema/validator-for.ts";
import { startSimulator } from "../../src/simulator/start-simulator.ts";
import { newHome } from "./prompt-server.ts";

test("run with a contract probes once, and every value is valid on the strongest rung", async () => {
  const simulator = await startSimulator({ profile: "llamacpp-b11434", seed: 1 });
  const home = newHome();
  const input = Array.from({ length: 20 }, (_, index) => `{"id": "n${index}", "prompt": "task ${index}"}`);
  writeFileSync(join(home.folder, "in.jsonl"), input.join("\n"));
  const target = ["--endpoint", simulator.url, "--model", "demo"];
  const args = ["in.jsonl", ...target, "--contract", "plan", "-o", "deep/out.jsonl", "--parallel", "8"];
  const { code, stdout } = await home.run(["run", ...args, "--json"]);
  await simulator.close();
  expect([code, JSON.parse(stdout)]).toEqual([
    0,
    expect.objectContaining({ valid: 20, requests: 20, repaired: 0 }),
  ]);
  // Three of the probe's own, however many lines wait for it.
  expect(simulator.requests.filter((each) => each.method === "POST")).toHaveLength(23);

  const results = readFileSync(join(home.folder, "deep/out.jsonl"), "utf8").trimEnd().split("\n");
  const plan = await validatorFor("plan");
  const ids = results.map((line) => {
    const { id, rung, value } = JSON.parse(line);
    expect([rung, plan.validate(value)]).toEqual(["json_schema", []]);
    return id;
  });
  expect(new Set(ids)).toEqual(new Set(input.map((line) => JSON.parse(line).id)));
});
