import { startSimulator } from "../../simulator/start-simulator.ts";
import type { Io } from "../io.ts";
import type { DoctorFlags } from "./doctor.ts";

const PROFILE = "llamacpp-b11434";

/** Doctor against a simulated llama.cpp whose noise model writes JSON only where its decoder is bound. Says so, and leaves no trace. */
export async function runDemo(
  flags: DoctorFlags,
  io: Io,
  diagnose: (flags: DoctorFlags, io: Io) => Promise<number>,
): Promise<number> {
  const { mkdtemp, rm } = await import("node:fs/promises");
  const { tmpdir } = await import("node:os");
  const { join, resolve } = await import("node:path");
  const simulator = await startSimulator({ profile: PROFILE, seed: 1 });
  const home = await mkdtemp(join(tmpdir(), "slmcode-demo-"));
  try {
    io.warn(
      `This is a demonstration: a simulated server (${PROFILE}) at ${simulator.url} with a model\nthat writes noise unless its decoder is bound. For a real one: slmcode doctor --endpoint URL\n\n`,
    );
    const env = Object.fromEntries(Object.entries(io.env).filter(([name]) => !name.startsWith("SLMCODE_")));
    // The files that were asked for belong to where the command was given, not to the folder that goes away.
    const files = {
      ...(flags.output === undefined || flags.output === "-"
        ? {}
        : { output: resolve(io.cwd, flags.output) }),
      ...(flags.trace === undefined ? {} : { trace: resolve(io.cwd, flags.trace) }),
    };
    return await diagnose(
      { ...flags, ...files, endpoint: simulator.url, model: "demo" },
      { ...io, env: { ...env, SLMCODE_HOME: home, HOME: home, USERPROFILE: home }, cwd: home },
    );
  } finally {
    await simulator.close();
    await rm(home, { recursive: true, force: true });
  }
}
