import type { TestProject } from "vitest/node";
import { startServers } from "./start-servers.ts";

/** vitest's global setup: starts the live servers, tells the tests where they are, and stops them at the end. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const started = await startServers((message) => say(`live servers: ${message}`));
  if (!started.ok) {
    say(`\n${"=".repeat(78)}\nSKIPPED live servers: ${started.why}\n${"=".repeat(78)}\n`);
    if (process.env["CI"]) throw new Error(`SKIPPED live servers: ${started.why}`);
    project.provide("liveServers", []);
    return async () => {};
  }
  project.provide("liveServers", started.servers);
  return started.stop;
}

function say(message: string): void {
  process.stderr.write(`${message}\n`);
}
