import type { Contract } from "../contract.ts";

export const worker: Contract = {
  name: "worker",
  description:
    "Edits to files that carry out one task, the commands that check them, and whether the task is done.",
  // Not strict: an edit has `find`, `content` or `new_path` only where its kind needs it, and a model that must
  // write all three fills the ones that mean nothing.
  strict: false,
  schema: {
    type: "object",
    description: "The edits of one task.",
    properties: {
      edits: {
        type: "array",
        description: "Edits in the order in which they are applied. Several may change the same file.",
        items: {
          type: "object",
          description: "One edit of one file.",
          properties: {
            path: {
              type: "string",
              minLength: 1,
              maxLength: 260,
              description: "Path relative to the repository, with forward slashes.",
            },
            kind: {
              type: "string",
              enum: ["create", "replace", "append", "delete", "rename"],
              description:
                "create: a new file; replace: the lines in find become content; append: content goes to the end; delete: the file goes; rename: the file becomes new_path.",
            },
            find: {
              type: "array",
              description:
                "For replace: whole lines exactly as they stand, enough of them to be found only once.",
              items: { type: "string", maxLength: 400, description: "One line, without its line break." },
              minItems: 1,
              maxItems: 100,
            },
            content: {
              type: "array",
              description:
                "For create, replace and append: the new lines. Empty to take the found lines out.",
              items: { type: "string", maxLength: 400, description: "One line, without its line break." },
              maxItems: 400,
            },
            new_path: {
              type: "string",
              minLength: 1,
              maxLength: 260,
              description: "For rename: the new path.",
            },
          },
          required: ["path", "kind"],
          additionalProperties: false,
        },
        maxItems: 20,
      },
      notes: {
        type: "string",
        maxLength: 800,
        description: "What a reviewer should know that the edits do not show, or why the task is blocked.",
      },
      status: {
        type: "string",
        enum: ["done", "partial", "blocked"],
        description: "done only when every acceptance criterion of the task is met by these edits.",
      },
      verify: {
        type: "array",
        description: "Commands that show that the edits work.",
        items: { type: "string", minLength: 1, maxLength: 400, description: "One command line." },
        maxItems: 8,
      },
    },
    required: ["edits", "notes", "status", "verify"],
    additionalProperties: false,
  },
  example: {
    edits: [
      {
        path: "src/time/duration.ts",
        kind: "create",
        content: [
          "const UNITS: Record<string, number> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 };",
          "",
          "/** Milliseconds of a text such as 90s. */",
          "export function parseDuration(text: string): number {",
          "  const match = /^(\\d+)(ms|s|m|h)$/.exec(text);",
          '  if (match === null) throw new RangeError("not a duration: " + text);',
          "  return Number(match[1]) * UNITS[match[2]];",
          "}",
        ],
      },
      {
        path: "src/cli/options.ts",
        kind: "replace",
        find: ["  const timeout = Number(value) * 1000;"],
        content: ["  const timeout = /^\\d+$/.test(value) ? Number(value) * 1000 : parseDuration(value);"],
      },
      { path: "src/time/seconds.ts", kind: "delete" },
    ],
    notes: "seconds.ts had no other caller.",
    status: "done",
    verify: ["npx tsc --noEmit", "npx vitest run test/time"],
  },
  counterExample: {
    value: {
      edits: [
        {
          path: "src/cli/options.ts",
          kind: "modify",
          content: "const timeout = parseDuration(value);",
        },
      ],
      notes: "",
      status: "done",
      verify: [],
    },
    why: "There is no kind called modify, and the content is one text in place of a list of lines.",
  },
};
