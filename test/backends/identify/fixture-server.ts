import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { ServerIdentity, ServerSettings } from "../../../src/backends/presets/preset.ts";
import { type ScriptedAnswer, type ScriptedServer, startServer } from "../../helpers/scripted-server.ts";

/** What a server's GETs answer, and what is to be told from it. */
export interface IdentifyFixture {
  readonly server: string;
  /** Where the answers were read from. */
  readonly source: string;
  /** Path of the API below the origin, without `/v1`. */
  readonly base?: string;
  readonly model?: string;
  readonly paths: Readonly<Record<string, ScriptedAnswer>>;
  readonly otherwise: ScriptedAnswer;
  readonly expected: Partial<ServerIdentity> & {
    readonly loaded: readonly string[];
    /** Models that answer no chat. */
    readonly generatesNot?: readonly string[];
    readonly settings: Partial<ServerSettings>;
  };
}

const FOLDER = join(import.meta.dirname, "../../fixtures/identify");

export const FIXTURE_NAMES: readonly string[] = readdirSync(FOLDER).map((file) => file.replace(".json", ""));

export function loadFixture(name: string): IdentifyFixture {
  return JSON.parse(readFileSync(join(FOLDER, `${name}.json`), "utf8")) as IdentifyFixture;
}

export function serveFixture({ paths, otherwise }: IdentifyFixture): Promise<ScriptedServer> {
  return startServer(({ path }) => paths[path] ?? otherwise);
}
