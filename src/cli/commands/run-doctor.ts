import type { Io } from "../io.ts";
import { doctorText } from "../render/doctor-text.ts";
import { reportOn } from "../report/report-on.ts";
import { doctorSubject } from "../report/report-subject.ts";
import { openTraceFile } from "../trace-file.ts";
import type { DoctorFlags } from "./doctor.ts";
import { examineEndpoint } from "./examine-endpoint.ts";

/** Explains a finding, lists the checks, demonstrates, or examines endpoints. The exit code is the report's own. */
export async function runDoctor(flags: DoctorFlags, io: Io): Promise<number> {
  if (flags.explain !== undefined) {
    const { explain } = await import("./explain.ts");
    return explain(flags.explain, flags, io);
  }
  if (flags.listChecks === true) {
    const { listChecks } = await import("./list-checks.ts");
    return listChecks(flags, io);
  }
  if (flags.demo === true) {
    const { runDemo } = await import("./run-demo.ts");
    return await runDemo(flags, io, diagnose);
  }
  return await diagnose(flags, io);
}

async function diagnose(flags: DoctorFlags, io: Io): Promise<number> {
  const trace = flags.trace === undefined ? null : openTraceFile(flags.trace, io);
  try {
    return await reportOn(flags, io, {
      look: async (connection, name, onStep) => {
        const { report, failOn } = await examineEndpoint({ ...flags, ...connection }, io, onStep, trace);
        return {
          subject: doctorSubject(report, { name, failOn }),
          text: (options) => doctorText(report, { ...options, all: flags.all === true }),
        };
      },
    });
  } finally {
    trace?.close();
  }
}
