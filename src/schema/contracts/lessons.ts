import type { Contract } from "../contract.ts";

export const lessons: Contract = {
  name: "lessons",
  description:
    "What a finished job teaches the next one: rules with the evidence for them, and rules to forget.",
  strict: true,
  schema: {
    type: "object",
    description: "Lessons of one job.",
    properties: {
      lessons: {
        type: "array",
        description: "Rules that would have saved time. Empty when the job taught nothing new.",
        items: {
          type: "object",
          description: "One lesson.",
          properties: {
            evidence: {
              type: "string",
              minLength: 1,
              maxLength: 400,
              description: "What happened in this job that shows it.",
            },
            rule: {
              type: "string",
              minLength: 1,
              maxLength: 260,
              description: "What to do next time, as a command that stands by itself.",
            },
            scope: {
              type: "string",
              enum: ["this_repository", "this_language", "this_model", "everywhere"],
              description: "Where the rule holds.",
            },
            tags: {
              type: "array",
              description: "Words by which the rule is found again: tools, folders, error names.",
              items: { type: "string", minLength: 1, maxLength: 40, description: "One word." },
              minItems: 1,
              maxItems: 6,
            },
            trust: {
              type: "string",
              enum: ["seen_once", "seen_often", "proven"],
              description: "proven when it was tried both ways.",
            },
          },
          required: ["evidence", "rule", "scope", "tags", "trust"],
          additionalProperties: false,
        },
        maxItems: 10,
      },
      obsolete: {
        type: "array",
        description: "Rules known from before that this job has shown to be wrong, word for word.",
        items: { type: "string", minLength: 1, maxLength: 260, description: "One rule." },
        maxItems: 10,
      },
    },
    required: ["lessons", "obsolete"],
    additionalProperties: false,
  },
  example: {
    lessons: [
      {
        evidence: "Three test runs failed with EADDRINUSE until the server was started on port 0.",
        rule: "Start test servers on port 0 and read the port from the server.",
        scope: "this_repository",
        tags: ["tests", "EADDRINUSE"],
        trust: "proven",
      },
    ],
    obsolete: ["Run the tests one file at a time."],
  },
  counterExample: {
    value: {
      lessons: [
        {
          evidence: "Tests failed with EADDRINUSE.",
          rule: "Start test servers on port 0.",
          scope: "tests",
          tags: [],
          trust: 0.9,
        },
      ],
      obsolete: [],
    },
    why: "The scope is none of those listed, a lesson has at least one tag, and trust is a number.",
  },
};
