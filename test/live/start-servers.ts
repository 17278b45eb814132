import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { findPython } from "./find-python.ts";
import type { LiveServer } from "./live-server.ts";

export type StartedServers =
  | { readonly ok: true; readonly servers: readonly LiveServer[]; readonly stop: () => Promise<void> }
  | { readonly ok: false; readonly why: string };

type HarnessEvent =
  | { readonly event: "progress" | "failed"; readonly message: string }
  | { readonly event: "ready"; readonly servers: readonly LiveServer[] };

/** The first run installs some 1.5 GB of packages; a later one takes seconds. */
const START_LIMIT_MS = 25 * 60_000;
const STOP_LIMIT_MS = 30_000;

/** Starts every live server. They end with this process, however it ends, because `start.py` reads its standard input. */
export async function startServers(report: (message: string) => void): Promise<StartedServers> {
  const python = findPython();
  if (!python.ok) return python;
  const child = spawn(python.command, [join(import.meta.dirname, "start.py"), "--json"], {
    stdio: ["pipe", "pipe", "inherit"],
    detached: process.platform !== "win32",
  });
  const ended = once(child, "close");
  const limit = setTimeout(() => child.kill("SIGTERM"), START_LIMIT_MS);
  try {
    return await firstOutcome(child, { report, stop: () => stop(child, ended) });
  } finally {
    clearTimeout(limit);
  }
}

async function firstOutcome(
  child: ChildProcess,
  { report, stop }: { readonly report: (message: string) => void; readonly stop: () => Promise<void> },
): Promise<StartedServers> {
  const spawnError = once(child, "error").then(([error]) => (error as Error).message);
  const outcome = (async (): Promise<StartedServers> => {
    for await (const line of createInterface({ input: child.stdout! })) {
      const event = JSON.parse(line) as HarnessEvent;
      if (event.event === "ready") return { ok: true, servers: event.servers, stop };
      if (event.event === "failed") return { ok: false, why: event.message };
      report(event.message);
    }
    return { ok: false, why: "start.py ended before the servers were ready" };
  })();
  return Promise.race([outcome, spawnError.then((why): StartedServers => ({ ok: false, why }))]);
}

async function stop(child: ChildProcess, ended: Promise<unknown>): Promise<void> {
  child.stdin?.end();
  const limit = setTimeout(() => child.kill("SIGKILL"), STOP_LIMIT_MS);
  await ended;
  clearTimeout(limit);
}
