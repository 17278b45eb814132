import type { Io } from "../io.ts";
import type { DoctorFlags } from "./doctor.ts";

/** Explains a finding, demonstrates, or examines an endpoint. The exit code is the report's own. */
export async function runDoctor(flags: DoctorFlags, io: Io): Promise<number> {
  if (flags.explain !== undefined) {
    const { explain } = await import("./explain.ts");
    return explain(flags.explain, flags, io);
  }
  if (flags.demo === true) {
    const { runDemo } = await import("./run-demo.ts");
    return await runDemo(flags, io);
  }
  const { examineEndpoint } = await import("./examine-endpoint.ts");
  return await examineEndpoint(flags, io);
}
