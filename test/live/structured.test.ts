import { afterAll, beforeAll, expect, test } from "vitest";
import type { Capabilities } from "../../src/backends/capabilities.ts";
import { probe } from "../../src/backends/probe/probe.ts";
import { callStructured } from "../../src/backends/structured/call-structured.ts";
import { defaultWorld } from "../../src/backends/structured/default-world.ts";
import type { Contract } from "../../src/schema/contract.ts";
import { CONTRACTS } from "../../src/schema/contracts/index.ts";
import { validatorFor } from "../../src/schema/validator-for.ts";
import { describeLive } from "./describe-live.ts";

const NAMED = CONTRACTS.map((contract) => ({ name: contract.name, contract }));
/** The longest of these documents has some 350 tokens. */
const CONSTRAINED_MAX_TOKENS = 700;
/** Without a constraint this model talks on to any cap; a call raises it once, to four times as much. */
const OFF_MAX_TOKENS = 120;
const TIMEOUT_MS = 120_000;

describeLive("llamacpp-gemma", "asked for a contract by a structured call", (server) => {
  const tally = { written: 0, repaired: 0, none: 0 };
  let capabilities: Capabilities;
  const call = (contract: Contract, mode: "auto" | "off") =>
    callStructured({
      endpoint: server.url,
      model: server.model,
      contract: contract.name,
      mode,
      capabilities,
      messages: messagesFor(contract),
      maxTokens: mode === "off" ? OFF_MAX_TOKENS : CONSTRAINED_MAX_TOKENS,
      temperature: 0,
      timeoutMs: TIMEOUT_MS,
    });

  beforeAll(async () => {
    capabilities = await probe(
      { provider: "auto", endpoint: server.url, model: server.model },
      { world: await defaultWorld(), probeTimeoutMs: TIMEOUT_MS },
    );
  });

  test.each(NAMED)("gives a valid $name by one request with the constraint", async ({ name, contract }) => {
    const { ok, value, error, attempts, repairRung, wireForm, warnings } = await call(contract, "auto");
    expect(error).toBeNull();
    expect(ok && (await validatorFor(name)).validate(value)).toEqual([]);
    expect({ attempts, repairRung, wireForm, warnings }).toEqual({
      attempts: 1,
      repairRung: null,
      wireForm: capabilities.wireForm,
      warnings: [],
    });
    expect(wireForm).not.toBe("none");
  });

  test.each(NAMED)("gives a valid $name or none without the constraint", async ({ name, contract }) => {
    const { ok, value, error, repairRung, rung } = await call(contract, "off");
    expect(rung).toBe("prompt_only");
    if (ok) expect((await validatorFor(name)).validate(value)).toEqual([]);
    else expect(["truncated", "invalid_output"]).toContain(error.kind);
    tally[ok ? (repairRung === null ? "written" : "repaired") : "none"] += 1;
  });

  afterAll(() => {
    const { written, repaired, none } = tally;
    const asked = written + repaired + none;
    if (asked < NAMED.length) return;
    process.stdout.write(
      `structured calls of a real 270M model: constrained, every one of ${NAMED.length} valid; off, of ${asked}: ` +
        `${written} valid as written, ${repaired} by repair, ${none} without a value\n`,
    );
  });
});

/** A document of the contract is shown, since a model this small imitates and hardly understands. */
function messagesFor({
  description,
  example,
}: Contract): readonly { role: "user" | "assistant"; content: string }[] {
  return [
    { role: "user", content: `${description} Write one as JSON.` },
    { role: "assistant", content: JSON.stringify(example) },
    { role: "user", content: "Another one, about a library for dates." },
  ];
}
