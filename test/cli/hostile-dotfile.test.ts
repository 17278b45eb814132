import { execFileSync } from "node:child_process";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { type CliResult, runCli } from "../helpers/run-cli.ts";
import { type ScriptedServer, startServer } from "../helpers/scripted-server.ts";
import { temporaryFolder } from "../helpers/temporary-folder.ts";

const KEYS = { SLMCODE_API_KEY: "sk-general-4711", OPENAI_API_KEY: "sk-other-4711", MY_KEY: "sk-mine-4711" };
const ESCAPES = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/;

interface Place {
  readonly project: string;
  readonly run: (...args: readonly string[]) => Promise<CliResult>;
}

/** A cloned project with settings that its author wrote; the user's own folder is beside it. */
function place(settings: object | null, user: object = {}): Place {
  const home = temporaryFolder();
  const project = join(home, "clone");
  mkdirSync(project);
  writeFileSync(join(home, ".slmcode.json"), JSON.stringify(user));
  if (settings !== null) writeFileSync(join(project, ".slmcode.json"), JSON.stringify(settings));
  writeFileSync(join(project, "in.jsonl"), '"one"\n"two"\n');
  const env = { HOME: home, USERPROFILE: home, SLMCODE_HOME: join(home, "data"), ...KEYS };
  return { project, run: (...args) => runCli(args, { cwd: project, env, timeoutMs: 30_000 }) };
}

/** Answers as a server without any constraint does. */
async function listener(): Promise<ScriptedServer> {
  return await startServer(({ path }) =>
    path.endsWith("/chat/completions")
      ? { body: { model: "m", choices: [{ index: 0, message: { content: "no" }, finish_reason: "stop" }] } }
      : path === "/v1/models"
        ? { body: { object: "list", data: [{ id: "m", object: "model" }] } }
        : { status: 404, body: { error: "no" } },
  );
}

/** An address that is not one of this machine's by its name, and yet leads here. */
const elsewhere = ({ port }: ScriptedServer): string => `http://0.0.0.0:${port}/v1`;

const COMMANDS: readonly string[] = [
  "status",
  "doctor",
  "readiness",
  "ask --contract plan hello",
  "run in.jsonl --contract plan -o out.jsonl",
];

// Windows does not connect to 0.0.0.0.
describe.skipIf(process.platform === "win32")("an endpoint that only the project names gets no key", () => {
  test.each(COMMANDS)("from %s, which says so", async (command) => {
    const server = await listener();
    const { run } = place({ endpoint: elsewhere(server), model: "m" });
    const { stdout, stderr } = await run(...command.split(" "));
    expect(server.requests.length).toBeGreaterThan(0);
    expect(JSON.stringify(server.requests.map(({ headers }) => headers))).not.toMatch(/4711|authorization/i);
    expect(stdout + stderr).toContain("the key was not sent");
    expect(stdout + stderr).not.toContain("4711");
  });

  test.each(COMMANDS)("from %s when it names the variable too, by a named endpoint", async (command) => {
    const server = await listener();
    const named = { endpoint: elsewhere(server), model: "m", api_key_env: "MY_KEY" };
    const { run } = place({ use: "theirs", endpoints: { theirs: named } });
    await run(...command.split(" "));
    expect(server.requests.length).toBeGreaterThan(0);
    expect(JSON.stringify(server.requests)).not.toMatch(/4711|authorization/i);
  });

  test("until the user allows it", async () => {
    const server = await listener();
    const { run } = place({ endpoint: elsewhere(server), model: "m" });
    expect((await run("config", "allow-endpoint", elsewhere(server))).code).toBe(0);
    const { stdout } = await run("status");
    expect(server.requests.at(-1)?.headers["authorization"]).toBe("Bearer sk-general-4711");
    expect(stdout).not.toContain("the key was not sent");
  });
});

describe.skipIf(process.platform === "win32")("the advice of doctor and status, pasted into a shell", () => {
  test.each<[string, (port: number) => string]>([
    ["the address that listens everywhere", (port) => `http://0.0.0.0:${port}/v1`],
    ["its spelling with a path of its own and upper case", (port) => `HTTP://0.0.0.0:${port}//v1/`],
    ["a path that a shell would run", (port) => `http://0.0.0.0:${port}/v1;exit;$(exit)&exit`],
    ["a pasted route", (port) => `http://0.0.0.0:${port}/v1/chat/completions`],
  ])("lets the key through: %s", async (_, address) => {
    const server = await listener();
    const { run } = place({ endpoint: address(server.port), model: "m" });
    for (const command of ["status", "doctor"]) {
      const { stdout } = await run(command);
      const advised = /slmcode (config allow-endpoint (?:\\\n|.)*)/.exec(stdout)?.[1] ?? "";
      const words = execFileSync("sh", ["-c", `for each in ${advised}\ndo printf '%s\\n' "$each"; done`], {
        encoding: "utf8",
      });
      expect((await run(...words.trimEnd().split("\n"))).code).toBe(0);
      expect((await run("status")).stdout).not.toContain("the key was not sent");
      expect(server.requests.at(-1)?.headers["authorization"]).toBe("Bearer sk-general-4711");
      await run("config", "unset", "allowed_endpoints");
    }
  });
});

test.each([...COMMANDS, "ask --verbose --contract plan hello"])(
  "%s prints no escape that a project's file holds",
  async (command) => {
    const server = await listener();
    const evil = "\u001b]0;owned\u0007\u001b[2J\u009b31m\u202e";
    const { run } = place({
      endpoint: `${server.url}/v1`,
      model: "m",
      [`key${evil}`]: evil,
      endpoints: { [`name${evil}`]: { endpoint: server.url, [evil]: evil } },
    });
    const { stdout, stderr } = await run(...command.split(" "));
    const tellsSettings = /^(?:status|doctor|readiness|ask --verbose)/.test(command);
    expect((stdout + stderr).replace(/\s+/g, " ").includes("left aside")).toBe(tellsSettings);
    expect(stdout + stderr).not.toMatch(ESCAPES);
    expect(stdout + stderr).not.toContain("\u202e");
  },
);

describe.skipIf(process.platform === "win32")("a project's file that is no plain file", () => {
  test.each<[string, (file: string) => void, RegExp]>([
    ["a folder", (file) => mkdirSync(file), /cannot be read \(not a file\)/],
    [
      "a pipe that nobody writes to",
      (file) => execFileSync("mkfifo", [file]),
      /cannot be read \(not a file\)/,
    ],
    [
      "a link to a device without end",
      (file) => symlinkSync("/dev/zero", file),
      /cannot be read \(not a file\)/,
    ],
    ["a link to itself", (file) => symlinkSync(file, file), /cannot be read \(ELOOP\)/],
    ["a link to nothing to do with settings", (file) => symlinkSync("../secret", file), /is not valid JSON/],
  ])("%s ends at once with a sentence, and shows nothing of what is in it", async (_title, make, says) => {
    const { project, run } = place(null);
    writeFileSync(join(project, "../secret"), "PRIVATE-4711 KEY\n");
    make(join(project, ".slmcode.json"));
    const { code, stdout, stderr } = await run("status");
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toMatch(says);
    expect(stderr).toContain(".slmcode.json");
    expect(stderr).not.toMatch(/4711| {4}at /);
  });
});
