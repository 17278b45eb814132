import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";

/** What a report breaks of its shipped schema; empty where it keeps all of it. */
export function reportProblems(
  name: "doctor" | "readiness" | "status" | "matrix" | "history" | "memory" | "roles-report",
  document: unknown,
): readonly string[] {
  const path = join(import.meta.dirname, `../../schemas/${name}.schema.json`);
  const ajv = new Ajv2020({
    strict: false,
    allErrors: true,
    formats: { "date-time": /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/ },
  });
  const validate = ajv.compile(JSON.parse(readFileSync(path, "utf8")));
  validate(document);
  return (validate.errors ?? []).map((each) => `${each.instancePath} ${each.message}`);
}
