import { expect, test } from "vitest";
import { callStructured } from "../../../src/agents/call-structured.ts";
import type { WireFormId } from "../../../src/backends/wire/wire-forms.ts";
import { startServer } from "../../helpers/scripted-server.ts";
import { testWorld } from "../../helpers/test-world.ts";
import { capabilitiesOf, completion, SCHEMA } from "./support.ts";

const CITY = "Oslo\n## not the end";
const DOCUMENT = JSON.stringify({ city: CITY, warm: true });
/** As a decoder sees it whose grammar lets a raw line feed into strings: stop sequences are compared with decoded text. */
const WRITTEN = DOCUMENT.replace("\\n", "\n");

/** A server that honours `stop`. */
function stoppingAt(stops: readonly string[] | undefined): string {
  const cuts = (stops ?? []).map((stop) => WRITTEN.indexOf(stop)).filter((at) => at >= 0);
  return cuts.length === 0 ? DOCUMENT : WRITTEN.slice(0, Math.min(...cuts));
}

interface Case {
  readonly forms: readonly WireFormId[];
  readonly sendsStop: boolean;
}

const CASES: readonly Case[] = [
  { forms: ["openai_strict"], sendsStop: false },
  { forms: ["grammar"], sendsStop: false },
  { forms: [], sendsStop: true },
];

test.each(CASES)(
  "with $forms enforced, stop sequences are sent: $sendsStop",
  async ({ forms, sendsStop }) => {
    const server = await startServer(({ json }) => ({ body: completion(stoppingAt(json.stop)) }));
    const world = testWorld();
    const result = await callStructured({
      endpoint: server.url,
      model: "m",
      schema: SCHEMA,
      role: "plan",
      messages: [{ role: "user", content: "Which city?" }],
      capabilities: capabilitiesOf(server.url, forms),
      world,
      retry: { attempts: 1 },
    });
    await world.close();
    expect(server.requests[0]?.json.stop).toEqual(sendsStop ? expect.arrayContaining(["\n## "]) : undefined);
    // On the floor the document is cut, and that is said instead of closed by a guess.
    expect(result.value).toEqual(sendsStop ? null : { city: CITY, warm: true });
  },
);
