import type { ReportNote, ReportSubject } from "./report-subject.ts";

const COMMANDS: Readonly<Record<ReportNote["severity"], string>> = {
  fail: "error",
  warn: "warning",
  info: "notice",
};

/** Workflow commands of GitHub Actions: one annotation a finding, and one notice with the outcome. */
export function githubReport(subjects: readonly ReportSubject[]): string {
  const lines = subjects.flatMap((subject) => {
    const about = subjects.length === 1 ? "" : ` (${subject.name})`;
    return [
      ...subject.rows.flatMap((row) =>
        row.notes.map((note) =>
          annotation(
            COMMANDS[note.severity],
            `slmcode ${subject.command}: ${note.code}${about}`,
            note.advice === null ? note.summary : `${note.summary}\n${note.advice}`,
          ),
        ),
      ),
      annotation("notice", `slmcode ${subject.command}${about}`, subject.headline),
    ];
  });
  return `${lines.join("\n")}\n`;
}

function annotation(command: string, title: string, message: string): string {
  return `::${command} title=${property(title)}::${data(message)}`;
}

/** What a value of a workflow command may not hold as it is, by the runner's own rules. */
function data(text: string): string {
  return text.replace(/%/g, "%25").replace(/\r/g, "%0D").replace(/\n/g, "%0A");
}

function property(text: string): string {
  return data(text).replace(/:/g, "%3A").replace(/,/g, "%2C");
}
