import { describe, inject } from "vitest";
import type { LiveServer, LiveServerName } from "./live-server.ts";

/** A block of tests against one live server, skipped when the servers could not be started. */
export function describeLive(name: LiveServerName, title: string, tests: (server: LiveServer) => void): void {
  const server = inject("liveServers").find((candidate) => candidate.name === name);
  if (server === undefined) describe.skip(`${name} ${title}`, () => tests(NOWHERE));
  else describe(`${name} ${title}`, () => tests(server));
}

/** What skipped tests are declared with. */
const NOWHERE: LiveServer = {
  name: "llamacpp-gemma",
  url: "http://127.0.0.1:9/v1",
  model: "none",
  apiKey: null,
  pid: 0,
  log: "",
};
