import { deriveGrammar } from "../../grammar/derive-grammar.ts";
import type { Contract } from "../../schema/contract.ts";
import { contractOf } from "../../schema/contracts/index.ts";
import { countProperties } from "../../schema/count-properties.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import type { Io } from "../io.ts";
import { jsonText } from "../render/json-text.ts";
import { wrap } from "../render/wrap.ts";
import { UsageError } from "../usage-error.ts";
import { contractName } from "./run-schema-input.ts";
import { schemaStyle } from "./run-schema-style.ts";
import { schemaTree } from "./run-schema-tree.ts";

export interface ShowOptions {
  readonly example?: boolean;
  readonly counterExample?: boolean;
  readonly grammar?: boolean;
  readonly tree?: boolean;
  readonly json?: boolean;
  readonly color?: boolean;
}

export async function runSchemaShow(name: string, options: ShowOptions, io: Io): Promise<ExitCode> {
  const contract = contractOf(contractName(name));
  const views = (["example", "counterExample", "grammar", "tree"] as const).filter((view) => options[view]);
  if (views.length > 1) {
    throw new UsageError(
      "one view at a time",
      "Give one of --example, --counter-example, --grammar, --tree.",
    );
  }
  if (options.json) io.print(jsonText(documentOf(contract)));
  else io.print(await viewOf(contract, views[0] ?? "schema", { options, io }));
  return EXIT.ok;
}

type View = "schema" | "example" | "counterExample" | "grammar" | "tree";

async function viewOf(
  contract: Contract,
  view: View,
  { options, io }: { readonly options: ShowOptions; readonly io: Io },
): Promise<string> {
  switch (view) {
    case "schema":
      return jsonText(contract.schema);
    case "example":
      return jsonText(contract.example);
    case "counterExample":
      return jsonText(contract.counterExample);
    case "grammar":
      return `${deriveGrammar(contract.schema).trimEnd()}\n`;
    case "tree": {
      const style = await schemaStyle(options, io);
      const columns = Math.max(50, Math.min(io.columns, 80));
      const head = `${style.bold(contract.name)}${contract.strict ? style.green("  strict") : style.dim("  not strict: some fields are optional")}`;
      const about = wrap(contract.description, columns).join("\n");
      const tree = schemaTree(contract.schema, { style, columns }).join("\n");
      return `${head}\n${about}\n\n${tree}\n\n${style.dim("* required   a..b from a to b, both included")}\n`;
    }
  }
}

function documentOf(contract: Contract): object {
  const { name, description, strict, schema, example, counterExample } = contract;
  return {
    schema_version: 1,
    name,
    description,
    strict,
    properties: countProperties(schema),
    schema,
    example,
    counter_example: counterExample,
    grammar: deriveGrammar(schema),
  };
}
