import type { Contract } from "../contract.ts";

export const orchestrator: Contract = {
  name: "orchestrator",
  description: "The next move of a running job: where it stands, what to do now, and for whom.",
  // Not strict: role, task_id and question belong to some moves only.
  strict: false,
  schema: {
    type: "object",
    description: "One move.",
    properties: {
      assessment: {
        type: "string",
        minLength: 1,
        maxLength: 800,
        description: "Where the job stands and what the last result changes.",
      },
      completed: {
        type: "array",
        description: "Ids of the tasks that are finished and accepted.",
        items: { type: "string", minLength: 1, maxLength: 40, description: "The id of a task." },
        maxItems: 30,
      },
      move: {
        type: "string",
        enum: ["run_role", "retry", "ask_user", "escalate", "finish"],
        description: "What happens next. finish only when every task is finished or given up.",
      },
      role: {
        type: "string",
        minLength: 1,
        maxLength: 40,
        description: "For run_role and retry: who acts.",
      },
      task_id: {
        type: "string",
        minLength: 1,
        maxLength: 40,
        description: "For run_role and retry: the task it is about. Left out when it is about the whole job.",
      },
      instructions: {
        type: "string",
        minLength: 1,
        maxLength: 1200,
        description: "For run_role and retry: what to do, and for retry what to do differently.",
      },
      question: {
        type: "string",
        minLength: 1,
        maxLength: 400,
        description: "For ask_user and escalate: what somebody has to answer.",
      },
    },
    required: ["assessment", "completed", "move"],
    additionalProperties: false,
  },
  example: {
    assessment: "T1 is accepted. The tests of T2 failed because --timeout 30 became 30 ms.",
    completed: ["T1"],
    move: "retry",
    role: "worker",
    task_id: "T2",
    instructions: "Keep plain numbers as seconds: only a text with a unit goes to parseDuration.",
  },
  counterExample: {
    value: {
      assessment: "T1 is done.",
      completed: ["T1"],
      move: "run_role",
      role: "worker",
      task_id: null,
      instructions: "Go on with T2.",
    },
    why: "task_id is null; a property that does not apply is left out.",
  },
};
