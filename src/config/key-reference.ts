import type { JsonObject } from "../json-value.ts";
import { ENDPOINT_FIELDS, KEY_NAMES, KEYS, type KeyName, variableOf } from "./keys.ts";

/** The schema of `.slmcode.json` for editors, from the table of keys. */
export function configSchema(): JsonObject {
  const plain = KEY_NAMES.map((name): [string, JsonObject] => [name, schemaOf(name)]);
  const fields = ENDPOINT_FIELDS.map((name): [string, JsonObject] => [name, schemaOf(name)]);
  return {
    $schema: "http://json-schema.org/draft-07/schema#",
    title: "Settings of slmcode (.slmcode.json)",
    description: "Comments and trailing commas are allowed.",
    type: "object",
    additionalProperties: false,
    properties: {
      $schema: { type: "string" },
      ...Object.fromEntries(plain),
      endpoints: {
        description: "Named endpoints. `use` or `--use NAME` picks one.",
        type: "object",
        propertyNames: { pattern: "^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$" },
        additionalProperties: {
          type: "object",
          additionalProperties: false,
          properties: Object.fromEntries(fields),
        },
      },
    },
    allowTrailingCommas: true,
    allowComments: true,
  };
}

function schemaOf(name: KeyName): JsonObject {
  const { kind, default: value, description, projectMay } = KEYS[name];
  return {
    description: projectMay ? description : `${description} Not in a project's file.`,
    ...kind.schema,
    ...(value === null ? {} : { default: value }),
  };
}

/** `docs/configuration.md`, from the table of keys. */
export function configReference(): string {
  return `${INTRODUCTION}\n${KEY_NAMES.map(section).join("\n")}\n${ENDPOINTS}`;
}

function section(name: KeyName): string {
  const { kind, default: value, description, flag, projectMay } = KEYS[name];
  const rows = [
    `- **Value**: ${kind.title}`,
    `- **Default**: ${value === null ? "not set" : `\`${typeof value === "string" ? value : JSON.stringify(value)}\``}`,
    `- **Variable**: \`${variableOf(name)}\``,
    ...(flag === null ? [] : [`- **Flag**: \`${flag}\``]),
    ...(projectMay ? [] : ["- **A project's file may not set it.**"]),
  ];
  return `### ${name}\n\n${description}\n\n${rows.join("\n")}\n`;
}

const INTRODUCTION = `<!-- Written by scripts/generate-config-docs.js from src/config/keys.ts. Change it there. -->

# Settings

Settings are JSON with comments, in a file \`.slmcode.json\`:

- **yours** in your home folder,
- **a project's** in the nearest folder from the working folder upwards, below your home folder.

What counts, strongest first: flag, environment variable, the project's file, your file, default.
\`slmcode config list --show-origin\` shows each value and where it comes from.

\`\`\`
slmcode config set endpoint http://127.0.0.1:11434/v1
slmcode config set structured_decoding off
slmcode config get model
slmcode config unset model
slmcode config edit
slmcode config restore
\`\`\`

\`config set\` writes your own file, or with \`--project\` the project's. Only the value changes: comments, order,
unknown keys and line ends stay. The text before each change is kept; \`config restore\` undoes the last one, and
\`config restore --list\` shows all. A file that is not valid is never written to.

For completion and checking in your editor, put \`"$schema": "./node_modules/slmcode/schemas/config.schema.json"\`
into the file, or map \`.slmcode.json\` to that schema in the editor's settings.

## Keys and projects you do not know

A project's file is somebody else's file. So:

- It may not name the variable of a key (\`api_key_env\`), and may not allow an endpoint (\`allowed_endpoints\`).
- An endpoint that only a project's file names gets no key, unless it is on this machine (\`localhost\`,
  \`127.0.0.1\`, \`::1\`) or you have allowed it: \`slmcode config allow-endpoint URL\`.

A key comes from the variable that \`--api-key-env\`, \`SLMCODE_API_KEY_ENV\` or a named endpoint's \`api_key_env\`
names, then from \`SLMCODE_API_KEY\`, then from the variable that \`api_key_env\` in your file names. It is never
stored, printed or logged. A URL with a user name or password in it is refused.

## All settings
`;

const ENDPOINTS = `## Named endpoints

\`\`\`json
{
  "use": "local",
  "endpoints": {
    "local": { "endpoint": "http://127.0.0.1:8080/v1" },
    "work": {
      "endpoint": "https://llm.example.com/v1",
      "model": "qwen3-4b",
      "api_key_env": "WORK_LLM_KEY"
    }
  }
}
\`\`\`

\`slmcode doctor --use work\` picks one for a run, \`slmcode config set use work\` for good. A named endpoint stands for
the whole connection: the plain \`endpoint\`, \`model\`, \`provider\` and \`api_key_env\` of the files are left aside, and
its \`api_key_env\` is used for its own address only. Set one with
\`slmcode config set endpoints.work.model qwen3-4b\`; remove one with \`slmcode config unset endpoints.work\`.
When both files have an entry of one name, the project's replaces yours as a whole.

## Variables that are no settings

- \`SLMCODE_API_KEY\`: the key.
- \`SLMCODE_HOME\`: one folder for everything that slmcode keeps (capabilities, history, memory, backups). Without it the
  platform's folders are used; \`slmcode config path\` shows them.
`;
