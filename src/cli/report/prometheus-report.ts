import type { DoctorReport } from "../../health/doctor-report.ts";
import type { ReadinessReport } from "../../health/readiness-report.ts";
import type { ReportSubject } from "./report-subject.ts";

type Labels = Readonly<Record<string, string | null>>;

interface Sample {
  readonly labels: Labels;
  readonly value: number;
}

interface Metric {
  readonly name: string;
  readonly help: string;
  readonly samples: (subject: ReportSubject) => readonly Sample[];
}

const METRICS: readonly Metric[] = [
  {
    name: "slmcode_endpoint_up",
    help: "1 if the endpoint could be checked.",
    samples: (subject) => [sample(subject, subject.connection.state === "ok" ? 1 : 0)],
  },
  {
    name: "slmcode_rung_enforced",
    help: "1 if the rung in use was proven to be enforced.",
    samples: (subject) => [
      sample(subject, subject.connection.verdict === "enforced" ? 1 : 0, {
        rung: subject.connection.rung,
        wire_form: subject.connection.wire_form,
        verdict: subject.connection.verdict,
      }),
    ],
  },
  {
    name: "slmcode_findings",
    help: "Findings by severity.",
    samples: (subject) =>
      (["fail", "warn", "info"] as const).map((severity) =>
        sample(
          subject,
          subject.rows.flatMap((row) => row.notes).filter((each) => each.severity === severity).length,
          { severity },
        ),
      ),
  },
  {
    name: "slmcode_context_tokens",
    help: "Tokens of context per request, where the server says so.",
    samples: (subject) => {
      const { context_tokens: tokens } = subject.connection;
      return tokens === null ? [] : [sample(subject, tokens)];
    },
  },
  {
    name: "slmcode_probe_requests",
    help: "Generation requests that this run sent.",
    samples: (subject) => doctorOnly(subject, ({ cost }) => cost.requests),
  },
  {
    name: "slmcode_probe_duration_seconds",
    help: "Time that the probe of this run took.",
    samples: (subject) => doctorOnly(subject, ({ cost }) => cost.duration_ms / 1000),
  },
  {
    name: "slmcode_readiness_score",
    help: "Readiness from 0 to 100.",
    samples: (subject) => readinessOnly(subject, ({ score }) => score),
  },
  {
    name: "slmcode_readiness_coverage",
    help: "Share of the weight that could be measured, from 0 to 1.",
    samples: (subject) => readinessOnly(subject, ({ coverage }) => coverage),
  },
  {
    name: "slmcode_last_run_timestamp_seconds",
    help: "When this report was made.",
    samples: (subject) => [sample(subject, Math.floor(Date.parse(subject.generatedAt) / 1000))],
  },
];

/** Prometheus text exposition format 0.0.4, for node_exporter's textfile collector or any scraper. */
export function prometheusReport(subjects: readonly ReportSubject[]): string {
  const lines = METRICS.flatMap(({ name, help, samples }) => {
    const all = subjects.flatMap(samples);
    if (all.length === 0) return [];
    return [
      `# HELP ${name} ${help}`,
      `# TYPE ${name} gauge`,
      ...all.map(({ labels, value }) => `${name}{${labelText(labels)}} ${value}`),
    ];
  });
  return `${lines.join("\n")}\n`;
}

/** Doctor and readiness may lie in one folder of a collector: `command` keeps their samples apart. */
function sample({ connection, name, command }: ReportSubject, value: number, more: Labels = {}): Sample {
  return {
    labels: {
      endpoint: connection.endpoint ?? "",
      ...(name === connection.endpoint ? {} : { name }),
      model: connection.model ?? "",
      command,
      ...more,
    },
    value,
  };
}

function doctorOnly(subject: ReportSubject, read: (report: DoctorReport) => number): readonly Sample[] {
  return "cost" in subject.report ? [sample(subject, read(subject.report))] : [];
}

function readinessOnly(subject: ReportSubject, read: (report: ReadinessReport) => number): readonly Sample[] {
  return "score" in subject.report ? [sample(subject, read(subject.report))] : [];
}

function labelText(labels: Labels): string {
  return Object.entries(labels)
    .map(([name, value]) => `${name}="${escaped(value ?? "")}"`)
    .join(",");
}

function escaped(text: string): string {
  return text.replace(/\\/g, "\\\\").replace(/"/g, '\\"').replace(/\n/g, "\\n");
}
