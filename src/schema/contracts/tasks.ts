import type { Contract } from "../contract.ts";

export const tasks: Contract = {
  name: "tasks",
  description:
    "The work cut into tasks that one worker can finish, with files, order and acceptance criteria.",
  strict: true,
  schema: {
    type: "object",
    description: "The tasks of one job.",
    properties: {
      tasks: {
        type: "array",
        description: "Tasks in a possible order. Two tasks that do not depend on each other share no file.",
        items: {
          type: "object",
          description: "One task: small enough for one worker and one review.",
          properties: {
            id: {
              type: "string",
              minLength: 1,
              maxLength: 40,
              description: "Short and unique in this list: T1, T2, ...",
            },
            title: {
              type: "string",
              minLength: 1,
              maxLength: 120,
              description: "What is done, as a command.",
            },
            instructions: {
              type: "string",
              minLength: 1,
              maxLength: 1200,
              description: "Everything a worker needs to know who has seen nothing else.",
            },
            role: {
              type: "string",
              enum: ["worker", "tester", "docs", "explore", "architect"],
              description: "Who does it.",
            },
            files: {
              type: "array",
              description: "Paths that the task may change, relative to the repository.",
              items: { type: "string", minLength: 1, maxLength: 260, description: "One path." },
              maxItems: 20,
            },
            depends_on: {
              type: "array",
              description: "Ids of the tasks that must be finished before. Empty when it can start at once.",
              items: { type: "string", minLength: 1, maxLength: 40, description: "The id of another task." },
              maxItems: 10,
            },
            acceptance: {
              type: "array",
              description: "What must be true afterwards; each can be checked with yes or no.",
              items: { type: "string", minLength: 1, maxLength: 260, description: "One criterion." },
              minItems: 1,
              maxItems: 8,
            },
          },
          required: ["id", "title", "instructions", "role", "files", "depends_on", "acceptance"],
          additionalProperties: false,
        },
        minItems: 1,
        maxItems: 30,
      },
    },
    required: ["tasks"],
    additionalProperties: false,
  },
  example: {
    tasks: [
      {
        id: "T1",
        title: "Parse durations such as 90s and 5m",
        instructions:
          "Add parseDuration(text) to src/time/duration.ts. It takes a whole number and one of ms, s, m, h, gives milliseconds, and throws RangeError for anything else. No new dependency.",
        role: "worker",
        files: ["src/time/duration.ts", "test/time/duration.test.ts"],
        depends_on: [],
        acceptance: ["parseDuration('90s') is 90000", "parseDuration('1.5h') throws RangeError"],
      },
      {
        id: "T2",
        title: "Read the timeout option as a duration",
        instructions: "Use parseDuration for --timeout in src/cli/options.ts. A plain number stays seconds.",
        role: "worker",
        files: ["src/cli/options.ts"],
        depends_on: ["T1"],
        acceptance: ["--timeout 2m is 120000 ms", "--timeout 30 is 30000 ms"],
      },
    ],
  },
  counterExample: {
    value: {
      tasks: [
        {
          id: 1,
          title: "Parse durations",
          instructions: "Add parseDuration.",
          role: "developer",
          files: ["src/time/duration.ts"],
          depends_on: [],
          acceptance: ["It works"],
        },
      ],
    },
    why: "The id is a number, and there is no role called developer.",
  },
};
