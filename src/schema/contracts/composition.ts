import type { Contract } from "../contract.ts";

export const composition: Contract = {
  name: "composition",
  description:
    "The team for one job: what the repository is made of, which roles work on it, and which do not.",
  strict: true,
  schema: {
    type: "object",
    description: "Who works on the job, and why.",
    properties: {
      evidence: {
        type: "array",
        description: "Files that show what the repository is made of.",
        items: {
          type: "object",
          description: "One file.",
          properties: {
            file: {
              type: "string",
              minLength: 1,
              maxLength: 260,
              description: "Path relative to the repository.",
            },
            shows: { type: "string", minLength: 1, maxLength: 260, description: "What can be read from it." },
          },
          required: ["file", "shows"],
          additionalProperties: false,
        },
        minItems: 1,
        maxItems: 12,
      },
      languages: {
        type: "array",
        description:
          "Languages that the job touches, the most used first, in lower case: go, python, typescript.",
        items: { type: "string", minLength: 1, maxLength: 40, description: "One language." },
        maxItems: 8,
      },
      members: {
        type: "array",
        description: "The roles that take part, in the order in which they start.",
        items: {
          type: "object",
          description: "One role.",
          properties: {
            role: {
              type: "string",
              minLength: 1,
              maxLength: 40,
              description:
                "A role, with its language in front where it needs one: architect, go-worker, go-tester.",
            },
            count: {
              type: "integer",
              minimum: 1,
              maximum: 8,
              description: "How many work side by side.",
            },
            reason: {
              type: "string",
              minLength: 1,
              maxLength: 260,
              description: "What this role is needed for.",
            },
          },
          required: ["role", "count", "reason"],
          additionalProperties: false,
        },
        minItems: 1,
        maxItems: 12,
      },
      skipped: {
        type: "array",
        description: "Roles that one might expect and that this job does not need.",
        items: {
          type: "object",
          description: "One role.",
          properties: {
            role: { type: "string", minLength: 1, maxLength: 40, description: "The role." },
            reason: { type: "string", minLength: 1, maxLength: 260, description: "Why it is not needed." },
          },
          required: ["role", "reason"],
          additionalProperties: false,
        },
        maxItems: 12,
      },
    },
    required: ["evidence", "languages", "members", "skipped"],
    additionalProperties: false,
  },
  example: {
    evidence: [
      { file: "go.mod", shows: "A Go 1.24 module; the API uses net/http only." },
      { file: "web/package.json", shows: "A React front end, tested with vitest." },
    ],
    languages: ["go", "typescript"],
    members: [
      {
        role: "architect",
        count: 1,
        reason: "The new endpoint changes the API between server and front end.",
      },
      { role: "go-worker", count: 2, reason: "Handler and store can be written side by side." },
      { role: "go-tester", count: 1, reason: "The store has integration tests that need a database." },
    ],
    skipped: [{ role: "docs", reason: "The API page is generated from the handlers." }],
  },
  counterExample: {
    value: {
      evidence: [{ file: "go.mod", shows: "Go" }],
      languages: "go",
      members: [{ role: "go-worker", count: 0, reason: "Writes the code." }],
      skipped: [],
    },
    why: "The languages are one text in place of a list, and a member that takes part counts at least one.",
  },
};
