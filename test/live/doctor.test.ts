import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../helpers/temporary-folder.ts";
import { describeLive } from "./describe-live.ts";
import { PROBED_SERVER_NAMES, type ProbedServerName } from "./live-server.ts";
import { runDoctor } from "./run-doctor.ts";
import { TRUTH } from "./truth.ts";

const PROVIDERS: Readonly<Record<ProbedServerName, string>> = {
  "llamacpp-gemma": "llamacpp",
  "llamacpp-noise": "llamacpp",
  "mlx-noise": "mlx_lm",
  "litellm-gemma": "litellm",
};

for (const name of PROBED_SERVER_NAMES) {
  const truth = Object.entries(TRUTH[name]);
  const enforcing = truth.filter(([, { verdict }]) => verdict === "enforced").map(([form]) => form);

  describeLive(name, "as doctor sees it", (server) => {
    test("gets the true verdict for every wire form", async () => {
      const { code, report, stderr } = await runDoctor(server, ["--all"]);
      const seen = report.evidence.filter(({ wire_form }) => wire_form !== "none");
      const claimed = seen.filter(({ verdict }) => verdict === "enforced" || verdict === "misrouted");
      expect(claimed.map(({ wire_form }) => wire_form).filter((form) => !enforcing.includes(form))).toEqual(
        [],
      );
      expect(
        seen.map(({ wire_form, verdict, weaker_effect }) => [wire_form, verdict, weaker_effect]).sort(),
      ).toEqual(
        truth.map(([form, { verdict, weakerEffect = null }]) => [form, verdict, weakerEffect]).sort(),
      );
      expect(report.connection).toMatchObject({
        state: "ok",
        provider: PROVIDERS[name],
        wire_form: enforcing[0] ?? "none",
        verdict: enforcing.length > 0 ? "enforced" : "skipped",
      });
      expect(code, stderr).toBe(enforcing.length > 0 ? 0 : 1);
      expect(report.exit_code).toBe(code);
    });
  });
}

describeLive("llamacpp-noise", "in a default run", (server) => {
  test("costs three or four requests, and none when it is asked again", async () => {
    const home = temporaryFolder();
    const first = await runDoctor(server, [], { home });
    expect(first.report.connection).toMatchObject({
      wire_form: "openai_strict",
      context_tokens: 4096,
      from_cache: false,
    });
    expect(first.report.cost.requests).toBeGreaterThanOrEqual(3);
    expect(first.report.cost.requests).toBeLessThanOrEqual(4);
    const second = await runDoctor(server, [], { home });
    expect(second.report.connection).toMatchObject({ wire_form: "openai_strict", from_cache: true });
    expect(second.report.cost.requests).toBe(0);
  });
});

describeLive("mlx-noise", "asked for a model that it does not have", (server) => {
  test("could not be checked, and the report says that the model is missing", async () => {
    const { code, report } = await runDoctor(server, [], { model: "no-such-model" });
    expect(report.connection.state).toBe("model_not_found");
    expect(code).toBe(3);
  });
});

describeLive("litellm-gemma", "behind its key", (server) => {
  test("refuses a wrong key, and the report says so without the key", async () => {
    const home = temporaryFolder();
    const apiKey = "sk-wrong-0123456789-0123456789";
    const { code, report, stdout, stderr } = await runDoctor(server, [], { apiKey, home });
    expect(report.connection.state).toBe("unauthorized");
    expect(code).toBe(3);
    expect(stdout + stderr + everyFileIn(home)).not.toContain(apiKey);
  });

  test("leaves no trace of the right key", async () => {
    const home = temporaryFolder();
    const { code, stdout, stderr } = await runDoctor(server, [], { home });
    expect(code).toBe(0);
    expect(stdout + stderr + everyFileIn(home)).not.toContain(server.apiKey);
  });

  test("does not know a made-up model", async () => {
    const { code, report } = await runDoctor(server, [], { model: "no-such-model" });
    expect(report.connection.state).toBe("model_not_found");
    expect(code).toBe(3);
  });
});

function everyFileIn(folder: string): string {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), "utf8"))
    .join("\n");
}
