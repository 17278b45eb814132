import type { Contract } from "../contract.ts";

export const scopeJudge: Contract = {
  name: "scope_judge",
  description:
    "Whether a change does what was asked and nothing else: what is missing, what was not asked for.",
  strict: true,
  schema: {
    type: "object",
    description: "A change held against its request.",
    properties: {
      analysis: {
        type: "string",
        minLength: 1,
        maxLength: 1200,
        description: "What was asked, what was done, and where the two differ.",
      },
      missing: {
        type: "array",
        description: "What was asked for and not done. Empty when nothing is missing.",
        items: { type: "string", minLength: 1, maxLength: 260, description: "One missing part." },
        maxItems: 20,
      },
      out_of_scope: {
        type: "array",
        description: "Changes that nobody asked for and that the request does not need.",
        items: {
          type: "object",
          description: "One change.",
          properties: {
            file: {
              type: "string",
              minLength: 1,
              maxLength: 260,
              description: "Path relative to the repository.",
            },
            change: {
              type: "string",
              minLength: 1,
              maxLength: 260,
              description: "What was changed there.",
            },
            action: {
              type: "string",
              enum: ["revert", "split_off", "keep"],
              description: "keep only when taking it out would break what was asked for.",
            },
          },
          required: ["file", "change", "action"],
          additionalProperties: false,
        },
        maxItems: 20,
      },
      verdict: {
        type: "string",
        enum: ["in_scope", "incomplete", "too_much", "different_task"],
        description: "incomplete before too_much when both are true.",
      },
    },
    required: ["analysis", "missing", "out_of_scope", "verdict"],
    additionalProperties: false,
  },
  example: {
    analysis:
      "Asked: retry uploads that fail with 503. Done: uploads retry three times on 503. The change also renames UploadClient and reformats two files that it does not touch otherwise.",
    missing: [],
    out_of_scope: [
      { file: "src/upload/client.ts", change: "UploadClient is now called Uploader.", action: "revert" },
      { file: "src/upload/queue.ts", change: "Formatting only.", action: "split_off" },
    ],
    verdict: "too_much",
  },
  counterExample: {
    value: {
      verdict: "in_scope",
      analysis: "The change does what was asked.",
      missing: null,
      out_of_scope: [],
    },
    why: "missing is null; nothing missing is an empty list.",
  },
};
