import type { ServerResponse } from "node:http";
import { join } from "node:path";
import type { JsonObject } from "../../src/json-value.ts";
import { type CliOptions, type CliResult, type RunningCli, runCli, startCli } from "../helpers/run-cli.ts";
import {
  completionBody,
  type ScriptedAnswer,
  type ScriptedServer,
  type SeenRequest,
  startServer,
} from "../helpers/scripted-server.ts";
import { temporaryFolder } from "../helpers/temporary-folder.ts";

export const CITY_SCHEMA: JsonObject = {
  type: "object",
  properties: { city: { type: "string" } },
  required: ["city"],
  additionalProperties: false,
};

/** An answer that fits {@link CITY_SCHEMA}. */
export function cityAnswer(city: string): ScriptedAnswer {
  return { body: completionBody(JSON.stringify({ city })) };
}

/** The last message of the user. */
export function promptOf({ json }: SeenRequest): string {
  return json.messages.findLast((each: { role: string }) => each.role === "user").content;
}

type AnswerPrompt = (
  prompt: string,
  request: SeenRequest,
  response: ServerResponse,
) => ScriptedAnswer | undefined | Promise<ScriptedAnswer | undefined>;

export interface PromptServer extends ScriptedServer {
  /** The prompts that came in, in order. */
  readonly prompts: () => readonly string[];
  /** The flags that name it. */
  readonly target: readonly string[];
}

/** A server that answers by what it is asked, constrains nothing, and lists nothing. */
export async function startPromptServer(answer: AnswerPrompt): Promise<PromptServer> {
  const server = await startServer((request, response) =>
    request.method === "POST" && request.path === "/v1/chat/completions"
      ? answer(promptOf(request), request, response)
      : { status: 404, body: { error: { message: "not found" } } },
  );
  const target = ["--endpoint", `${server.url}/v1`, "--model", "m", "--off"];
  const asked = () => server.requests.filter((each) => each.path === "/v1/chat/completions");
  return { ...server, target, prompts: () => asked().map(promptOf) };
}

export interface Home {
  readonly folder: string;
  readonly run: (args: readonly string[], options?: CliOptions) => Promise<CliResult>;
  readonly start: (args: readonly string[], options?: CliOptions) => RunningCli;
}

/** A home of its own for the command line, in which it also works. */
export function newHome(): Home {
  const folder = temporaryFolder();
  const own = ({ env = {}, ...options }: CliOptions = {}): CliOptions => ({
    cwd: folder,
    ...options,
    env: { HOME: folder, SLMCODE_HOME: join(folder, "data"), ...env },
  });
  return {
    folder,
    run: (args, options) => runCli(args, own(options)),
    start: (args, options) => startCli(args, own(options)),
  };
}

/** A moment that somebody can wait for. */
export function moment(): { readonly reached: Promise<void>; readonly reach: () => void } {
  let reach: () => void = () => {};
  const reached = new Promise<void>((resolve) => {
    reach = resolve;
  });
  return { reached, reach };
}
