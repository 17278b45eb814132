import { expect, test } from "vitest";
import { startServer } from "../helpers/scripted-server.ts";
import { newHome } from "./prompt-server.ts";

const KEY = "sk-\u201cabcdef\u201d";

test.each([["doctor"], ["status"]] as const)(
  "%s tells that the variable's value can be no key, and does not show it",
  async (command) => {
    const server = await startServer(({ method }) =>
      method === "GET" ? { body: { object: "list", data: [{ id: "m" }] } } : { status: 500 },
    );
    const { stdout, stderr } = await newHome().run(
      [command, "--json", "--endpoint", `${server.url}/v1`, "--model", "m"],
      { env: { SLMCODE_API_KEY: KEY } },
    );
    const { findings } = JSON.parse(stdout);
    const found = findings.find(({ code }: { code: string }) => code === "key_unusable");
    expect(found.advice).toContain("Set the variable again");
    expect(stdout + stderr).not.toContain("abcdef");
    expect(server.requests.length).toBeGreaterThan(0);
    for (const { headers } of server.requests) expect(headers).not.toHaveProperty("authorization");
  },
);
