import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { medianWall } from "./median-wall.js";

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
    return [
      { name: "slmcode --version against node -e 0", ratio: version / bare, budget: 1.35 },
      { name: "slmcode --help against node -e 0", ratio: help / bare, budget: null },
      { name: "slmcode doctor --demo against node -e 0", ratio: demo / bareAgain, budget: 10 },
    ];
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}
