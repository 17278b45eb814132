import type { Contract } from "../contract.ts";

export const tester: Contract = {
  name: "tester",
  description:
    "A test report: commands that were run with their exit codes, what failed and why, and the verdict.",
  strict: true,
  schema: {
    type: "object",
    description: "What was run, and what came of it.",
    properties: {
      commands: {
        type: "array",
        description: "Every command that was run, in order.",
        items: {
          type: "object",
          description: "One command.",
          properties: {
            command: {
              type: "string",
              minLength: 1,
              maxLength: 400,
              description: "The command line as it was typed.",
            },
            exit_code: {
              type: "integer",
              minimum: -1,
              maximum: 255,
              description: "What it returned; -1 when it was killed or never ended.",
            },
            output: {
              type: "string",
              maxLength: 1200,
              description: "The lines of its output that matter. Empty when it was silent.",
            },
          },
          required: ["command", "exit_code", "output"],
          additionalProperties: false,
        },
        minItems: 1,
        maxItems: 20,
      },
      failures: {
        type: "array",
        description: "Every test that failed. Empty when all passed.",
        items: {
          type: "object",
          description: "One failed test.",
          properties: {
            test: { type: "string", minLength: 1, maxLength: 260, description: "The full name of the test." },
            file: {
              type: "string",
              maxLength: 260,
              description: "Where the test stands. Empty when the output does not say.",
            },
            line: {
              type: "integer",
              minimum: 0,
              maximum: 1000000,
              description: "Line in that file; 0 when the output does not say.",
            },
            message: {
              type: "string",
              minLength: 1,
              maxLength: 800,
              description: "What was expected and what was seen, in the words of the output.",
            },
            cause: {
              type: "string",
              enum: ["code", "test", "environment", "flaky", "unknown"],
              description: "Where the fault most likely is.",
            },
          },
          required: ["test", "file", "line", "message", "cause"],
          additionalProperties: false,
        },
        maxItems: 40,
      },
      tests_failed: {
        type: "integer",
        minimum: 0,
        maximum: 1000000,
        description: "How many tests failed, by the runner's own count.",
      },
      tests_passed: {
        type: "integer",
        minimum: 0,
        maximum: 1000000,
        description: "How many tests passed, by the runner's own count.",
      },
      verdict: {
        type: "string",
        enum: ["passed", "failed", "could_not_run"],
        description: "could_not_run when no test was started: a build error, a missing tool.",
      },
    },
    required: ["commands", "failures", "tests_failed", "tests_passed", "verdict"],
    additionalProperties: false,
  },
  example: {
    commands: [
      { command: "npm run build", exit_code: 0, output: "" },
      {
        command: "npx vitest run test/time",
        exit_code: 1,
        output: "Test Files  1 failed | 2 passed (3)\n     Tests  1 failed | 17 passed (18)",
      },
    ],
    failures: [
      {
        test: "duration > refuses a fraction of an hour",
        file: "test/time/duration.test.ts",
        line: 31,
        message: "expected parseDuration('1.5h') to throw RangeError, got 5400000",
        cause: "code",
      },
    ],
    tests_failed: 1,
    tests_passed: 17,
    verdict: "failed",
  },
  counterExample: {
    value: {
      commands: ["npm test"],
      failures: "none",
      tests_failed: 0,
      tests_passed: 18,
      verdict: "passed",
    },
    why: "The commands are texts without exit codes, and failures is a word where an empty list is meant.",
  },
};
