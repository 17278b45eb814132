import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startSimulator } from "../dist/simulator/start-simulator.js";
import { median, medianWall } from "./median-wall.js";

/** How much longer than a bare node the CLI takes. */
export async function run() {
  const home = mkdtempSync(join(tmpdir(), "slmcode-bench-"));
  const env = { SLMCODE_HOME: home, HOME: home };
  try {
    const [bare, version, help] = medianWall([
      { args: ["-e", "0"] },
      { args: ["bin/slmcode.js", "--version"], env },
      { args: ["bin/slmcode.js", "--help"], env },
    ]);
    const [bareAgain, demo] = medianWall(
      [{ args: ["-e", "0"] }, { args: ["bin/slmcode.js", "doctor", "--demo"], env }],
      5,
    );
    const simulator = await startSimulator({ profile: "llamacpp-b11434" });
    const argv = ["bin/slmcode.js", "doctor", "--endpoint", simulator.url, "--model", "demo"];
    await alternately([argv], env, 1);
    const status = ["bin/slmcode.js", "status", "--json", "--endpoint", simulator.url, "--model", "demo"];
    const [bareThird, cached] = await alternately([["-e", "0"], status], env);
    await simulator.close();
    return [
      {
        name: "slmcode status --json, cached, endpoint up, against node -e 0",
        ratio: cached / bareThird,
        budget: 3,
      },
      { name: "slmcode --version against node -e 0", ratio: version / bare, budget: 1.35 },
      { name: "slmcode --help against node -e 0", ratio: help / bare, budget: null },
      { name: "slmcode doctor --demo against node -e 0", ratio: demo / bareAgain, budget: 10 },
    ];
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

/** As medianWall, but without blocking: the simulator in this process has to answer meanwhile. */
async function alternately(commands, env, rounds = 11) {
  const { spawn } = await import("node:child_process");
  const times = commands.map(() => []);
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, args] of commands.entries()) {
      const startedAt = performance.now();
      await new Promise((resolve) =>
        spawn(process.execPath, args, { stdio: "ignore", env: { ...process.env, ...env } }).on(
          "close",
          resolve,
        ),
      );
      times[index].push(performance.now() - startedAt);
    }
  }
  return times.map(median);
}
