import { adviseSchema } from "../../schema/advise-schema.ts";
import { judgeTargets } from "../../schema/judge-targets.ts";
import { lintSchema } from "../../schema/lint-schema.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import type { Io } from "../io.ts";
import { jsonText } from "../render/json-text.ts";
import { parseSchema, readInput } from "./run-schema-input.ts";
import { lintText } from "./run-schema-lint-text.ts";
import { schemaStyle } from "./run-schema-style.ts";

export async function runSchemaLint(
  file: string | undefined,
  options: { readonly json?: boolean; readonly color?: boolean },
  io: Io,
): Promise<ExitCode> {
  const input = await readInput(file, "schema", io);
  const schema = parseSchema(input);
  const findings = lintSchema(schema);
  const report = {
    schema_version: 1,
    schema: input.source,
    findings,
    advice: adviseSchema(schema),
    targets: judgeTargets(schema),
    exit_code: findings.length > 0 ? EXIT.findings : EXIT.ok,
  } as const;
  if (options.json) io.print(jsonText(report));
  else io.print(lintText(report, { style: await schemaStyle(options, io), columns: io.columns }));
  return report.exit_code;
}
