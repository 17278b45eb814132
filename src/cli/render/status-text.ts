import type { StatusReport } from "../../health/status-report.ts";
import { ageText } from "./doctor-text.ts";
import { plainText } from "./plain-text.ts";
import type { Style } from "./style.ts";
import { wrapAdvice } from "./wrap.ts";

const TITLE_WIDTH = 12;

/** One screen: where it is connected, what is enforced, where the settings came from. */
export function statusText(
  { connection, history, readiness, findings, latency_ms, config }: StatusReport,
  { style, columns }: { readonly style: Style; readonly columns: number },
): string {
  const width = Math.max(60, Math.min(columns, 100)) - TITLE_WIDTH;
  const row = (title: string, text: string): string[] =>
    wrapAdvice(plainText(text), width).map(
      (line, index) => `${index === 0 ? title.padEnd(TITLE_WIDTH) : " ".repeat(TITLE_WIDTH)}${line}`,
    );
  const state = connection.state === "ok" ? style.green("connected") : style.red(connection.state);
  const server = connection.server.kind === null ? "" : ` ${connection.server.kind}`;
  const time = latency_ms === null ? "" : `, ${latency_ms} ms`;
  const floor = connection.rung === "prompt_only";
  const measured =
    connection.probed_at === null
      ? "nothing measured yet: slmcode doctor"
      : `${floor ? "nothing enforced" : connection.verdict}, measured ${ageText(connection.age_ms)} ago`;
  const failures = Object.entries(history).filter(
    ([name, count]) => name !== "last" && typeof count === "number" && count > 0,
  );
  const lines = [
    `${"connection".padEnd(TITLE_WIDTH)}${state}${plainText(` ${connection.model ?? "no model"} @${server} ${connection.endpoint ?? "no endpoint"}${time}`)}`,
    ...row(
      "structured",
      `${connection.rung}${floor ? "" : ` as ${connection.wire_form}`}, ${measured} (mode ${connection.mode})`,
    ),
    ...(connection.probed_at === null ? [] : row("", connection.reason)),
    ...row(
      "history",
      history.last === null
        ? "nothing recorded"
        : failures.length === 0
          ? "no failures in the last 7 days"
          : `${failures.map(([name, count]) => `${count} ${name}`).join(", ")} in the last 7 days`,
    ),
    ...row(
      "readiness",
      readiness.score === null
        ? "not scored yet: slmcode readiness"
        : `${readiness.score} of 100, coverage ${Math.round((readiness.coverage ?? 0) * 100)} %`,
    ),
    ...row(
      "settings",
      [config.files.project, config.files.user].filter((file) => file !== null).join(", ") ||
        `no files; endpoint: ${config.origins["endpoint"]}`,
    ),
    ...findings
      .filter((each) => each.severity !== "info")
      .flatMap((each) => row("!", `${each.summary}${each.advice === null ? "" : `. ${each.advice}`}`)),
  ];
  return `${lines.join("\n")}\n`;
}
