import type { Contract } from "../contract.ts";

export const escalate: Contract = {
  name: "escalate",
  description: "Why a worker cannot go on: what was tried, what is in the way, and what is needed from whom.",
  strict: true,
  schema: {
    type: "object",
    description: "A call for help.",
    properties: {
      attempts: {
        type: "array",
        description: "What was tried, in order.",
        items: {
          type: "object",
          description: "One attempt.",
          properties: {
            action: { type: "string", minLength: 1, maxLength: 400, description: "What was done." },
            outcome: {
              type: "string",
              minLength: 1,
              maxLength: 400,
              description: "What happened, with the error text where there was one.",
            },
          },
          required: ["action", "outcome"],
          additionalProperties: false,
        },
        minItems: 1,
        maxItems: 10,
      },
      blocker: {
        type: "string",
        minLength: 1,
        maxLength: 800,
        description: "What is in the way, in one or two sentences.",
      },
      blocker_kind: {
        type: "string",
        enum: [
          "missing_information",
          "missing_permission",
          "broken_environment",
          "conflicting_requirements",
          "beyond_ability",
          "unsafe_request",
        ],
        description: "What kind of obstacle it is.",
      },
      needs: {
        type: "array",
        description: "What would remove the obstacle; any one of them is enough.",
        items: { type: "string", minLength: 1, maxLength: 260, description: "One thing that would help." },
        minItems: 1,
        maxItems: 5,
      },
      to: {
        type: "string",
        enum: ["user", "architect", "coordinator", "stronger_model"],
        description: "Who can give it.",
      },
      urgency: {
        type: "string",
        enum: ["low", "normal", "high"],
        description: "high when all other work waits for this.",
      },
    },
    required: ["attempts", "blocker", "blocker_kind", "needs", "to", "urgency"],
    additionalProperties: false,
  },
  example: {
    attempts: [
      {
        action: "Ran the migration against the staging database.",
        outcome: "ERROR: permission denied for schema billing (SQLSTATE 42501)",
      },
      {
        action: "Looked for a role with rights on billing in infra/database.tf.",
        outcome: "The role billing_admin exists; its password is not in any secret that this task may read.",
      },
    ],
    blocker: "The migration needs rights on the schema billing, and the account of this task has none.",
    blocker_kind: "missing_permission",
    needs: [
      "USAGE and CREATE on schema billing for the role app_migrations",
      "Somebody with billing_admin who runs migrations/0042_invoices.sql",
    ],
    to: "user",
    urgency: "normal",
  },
  counterExample: {
    value: {
      attempts: [],
      blocker: "I could not do it.",
      blocker_kind: "permission",
      needs: ["help"],
      to: "user",
      urgency: "asap",
    },
    why: "Nothing was tried, and two of the words are none of those listed.",
  },
};
