import { CONTRACTS } from "../../schema/contracts/index.ts";
import { countProperties } from "../../schema/count-properties.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import type { Io } from "../io.ts";
import { jsonText } from "../render/json-text.ts";
import { wrap } from "../render/wrap.ts";
import { schemaStyle } from "./run-schema-style.ts";

const NAME_WIDTH = 14;
const STRICT_WIDTH = 8;
const COUNT_WIDTH = 8;
const INDENT = " ".repeat(NAME_WIDTH + STRICT_WIDTH + COUNT_WIDTH);

export async function runSchemaList(
  options: { readonly json?: boolean; readonly color?: boolean },
  io: Io,
): Promise<ExitCode> {
  const rows = CONTRACTS.map(({ name, description, strict, schema }) => ({
    name,
    description,
    strict,
    properties: countProperties(schema),
  }));
  if (options.json) {
    io.print(jsonText({ schema_version: 1, contracts: rows }));
    return EXIT.ok;
  }
  const style = await schemaStyle(options, io);
  const columns = Math.max(60, Math.min(io.columns, 100));
  const lines = rows.flatMap(({ name, strict, properties, description }) => {
    const [first, ...rest] = wrap(description, columns - INDENT.length);
    const mark = (strict ? "yes" : "no").padEnd(STRICT_WIDTH);
    return [
      `${style.bold(name.padEnd(NAME_WIDTH))}${strict ? style.green(mark) : style.dim(mark)}${String(properties).padEnd(COUNT_WIDTH)}${first}`,
      ...rest.map((line) => INDENT + line),
    ];
  });
  const head = `${"contract".padEnd(NAME_WIDTH)}${"strict".padEnd(STRICT_WIDTH)}${"fields".padEnd(COUNT_WIDTH)}an answer of this kind says`;
  io.print(
    `${style.dim(head)}\n${lines.join("\n")}\n\n${style.dim("strict: fits OpenAI's strict mode.  slmcode schema show NAME --tree draws one.")}\n`,
  );
  return EXIT.ok;
}
