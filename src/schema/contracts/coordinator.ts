import type { Contract } from "../contract.ts";

export const coordinator: Contract = {
  name: "coordinator",
  description:
    "Who does which task when: conflicts between tasks, assignments in waves, and tasks that must wait.",
  strict: true,
  schema: {
    type: "object",
    description: "The assignment of tasks to roles.",
    properties: {
      conflicts: {
        type: "array",
        description: "Tasks that cannot run side by side, and what is done about it.",
        items: {
          type: "object",
          description: "One conflict.",
          properties: {
            task_ids: {
              type: "array",
              description: "The tasks that get in each other's way.",
              items: { type: "string", minLength: 1, maxLength: 40, description: "The id of a task." },
              minItems: 2,
              maxItems: 10,
            },
            over: {
              type: "string",
              minLength: 1,
              maxLength: 260,
              description: "What they both need: a file, a database, an interface.",
            },
            resolution: {
              type: "string",
              enum: ["run_in_order", "merge_tasks", "split_file", "ask"],
              description: "What is done about it.",
            },
          },
          required: ["task_ids", "over", "resolution"],
          additionalProperties: false,
        },
        maxItems: 20,
      },
      deferred: {
        type: "array",
        description: "Tasks that are not started now.",
        items: {
          type: "object",
          description: "One task.",
          properties: {
            task_id: { type: "string", minLength: 1, maxLength: 40, description: "The id of the task." },
            reason: { type: "string", minLength: 1, maxLength: 260, description: "What it waits for." },
          },
          required: ["task_id", "reason"],
          additionalProperties: false,
        },
        maxItems: 30,
      },
      schedule: {
        type: "array",
        description: "Tasks that are started, each once.",
        items: {
          type: "object",
          description: "One task.",
          properties: {
            task_id: { type: "string", minLength: 1, maxLength: 40, description: "The id of the task." },
            role: {
              type: "string",
              minLength: 1,
              maxLength: 40,
              description: "Who does it, with the language in front where it needs one: go-worker.",
            },
            wave: {
              type: "integer",
              minimum: 1,
              maximum: 20,
              description: "Tasks of one wave run side by side; a wave starts when the one before has ended.",
            },
          },
          required: ["task_id", "role", "wave"],
          additionalProperties: false,
        },
        maxItems: 30,
      },
    },
    required: ["conflicts", "deferred", "schedule"],
    additionalProperties: false,
  },
  example: {
    conflicts: [{ task_ids: ["T2", "T3"], over: "src/cli/options.ts", resolution: "run_in_order" }],
    deferred: [{ task_id: "T5", reason: "The design of the new endpoint is not decided." }],
    schedule: [
      { task_id: "T1", role: "typescript-worker", wave: 1 },
      { task_id: "T2", role: "typescript-worker", wave: 2 },
      { task_id: "T4", role: "docs", wave: 2 },
      { task_id: "T3", role: "typescript-worker", wave: 3 },
    ],
  },
  counterExample: {
    value: {
      conflicts: [{ task_ids: ["T2"], over: "src/cli/options.ts", resolution: "run_in_order" }],
      deferred: [],
      schedule: { T1: "typescript-worker", T2: "typescript-worker" },
    },
    why: "A conflict has at least two tasks, and the schedule is an object keyed by task in place of a list.",
  },
};
