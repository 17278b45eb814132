import { CHECKS } from "../../health/checks/index.ts";
import { selectChecks } from "../../health/select-checks.ts";
import { EXIT } from "../exit-codes.ts";
import type { Io } from "../io.ts";
import { jsonText } from "../render/json-text.ts";
import { formatOf } from "../report/report-format.ts";
import { UsageError } from "../usage-error.ts";
import type { DoctorFlags } from "./doctor.ts";

/** The ids of the checks that `--only` and `--skip` leave, without a look at any server. */
export function listChecks(flags: DoctorFlags, io: Io): number {
  const selected = selectChecks(flags);
  if (!selected.ok) throw new UsageError(selected.message, selected.hint);
  const checks = CHECKS.filter(({ id }) => selected.ids.has(id)).map(({ id, title }) => ({ id, title }));
  const width = Math.max(...checks.map(({ id }) => id.length));
  io.print(
    formatOf(flags) === "json"
      ? jsonText({ checks })
      : checks.map(({ id, title }) => `${id.padEnd(width)}  ${title}\n`).join(""),
  );
  return EXIT.ok;
}
