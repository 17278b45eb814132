import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv, type ValidateFunction } from "ajv";
import { describe, expect, test } from "vitest";
import { VERDICTS } from "../../../src/backends/capabilities.ts";
import { openStore } from "../../../src/backends/store/store.ts";
import { FAILURE_CLASSES } from "../../../src/backends/transport/failure.ts";
import { RUNGS } from "../../../src/backends/wire/rung.ts";
import { WIRE_FORM_IDS } from "../../../src/backends/wire/wire-forms.ts";
import { temporaryFolder } from "../../helpers/temporary-folder.ts";
import { capabilities, demotion, KEY } from "./sample.ts";

const RFC_3339 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/;

function schema(name: string): { validate: ValidateFunction; document: Record<string, never> } {
  const document = JSON.parse(readFileSync(join(import.meta.dirname, "../../../schemas", name), "utf8"));
  const ajv = new Ajv({ strict: true, allowUnionTypes: true, formats: { "date-time": RFC_3339 } });
  return { validate: ajv.compile(document), document };
}

async function written(name: string): Promise<string> {
  const folder = temporaryFolder();
  const store = openStore({ directories: { cache: folder, log: folder, data: folder }, warn: () => {} });
  await store.writeCapabilities(capabilities());
  await store.recordDemotion(KEY, demotion());
  await store.recordDemotion({ ...KEY, model: "never probed" }, demotion({ fingerprint: null }));
  await store.appendHistory({ event: "call", ...KEY, class: "transient", httpStatus: 503 });
  return readFileSync(join(folder, name), "utf8");
}

describe("the shipped schemas", () => {
  test("describe capabilities.json as the store writes it", async () => {
    const { validate } = schema("capabilities.schema.json");
    const document = JSON.parse(await written("capabilities.json"));
    expect(validate(document), JSON.stringify(validate.errors)).toBe(true);
    const [entry] = Object.values<{ capabilities: { rung: string } }>(document.entries);
    entry!.capabilities.rung = "hope";
    expect(validate(document)).toBe(false);
  });

  test("describe each line of history.jsonl", async () => {
    const { validate } = schema("history-event.schema.json");
    const lines = (await written("history.jsonl")).trimEnd().split("\n");
    expect(lines).toHaveLength(3);
    for (const line of lines) expect(validate(JSON.parse(line)), JSON.stringify(validate.errors)).toBe(true);
    expect(validate({ ...JSON.parse(lines[0]!), class: "bad_luck" })).toBe(false);
  });

  test("know the rungs, wire forms, verdicts and classes that the code knows", () => {
    const { definitions } = schema("capabilities.schema.json").document as unknown as {
      definitions: Record<string, { enum: string[] }>;
    };
    expect(definitions["rung"]?.enum).toEqual(RUNGS);
    expect(definitions["wireForm"]?.enum).toEqual(WIRE_FORM_IDS);
    expect(definitions["verdict"]?.enum).toEqual(VERDICTS);
    const { properties } = schema("history-event.schema.json").document as unknown as {
      properties: Record<string, { enum: (string | null)[] }>;
    };
    expect(properties["rung"]?.enum).toEqual([...RUNGS, null]);
    expect(properties["wire_form"]?.enum).toEqual([...WIRE_FORM_IDS, null]);
    expect(properties["verdict"]?.enum).toEqual([...VERDICTS, null]);
    expect(properties["class"]?.enum).toEqual([...FAILURE_CLASSES, null]);
  });
});
