import type { Contract } from "../contract.ts";

export const architect: Contract = {
  name: "architect",
  description:
    "A design: what limits it, the decisions with what was turned down, and the components they lead to.",
  strict: true,
  schema: {
    type: "object",
    description: "The design of one change or system.",
    properties: {
      constraints: {
        type: "array",
        description:
          "What the design cannot change: existing interfaces, limits, deadlines, rules of the house.",
        items: { type: "string", minLength: 1, maxLength: 260, description: "One constraint." },
        maxItems: 12,
      },
      decisions: {
        type: "array",
        description: "What was decided, the most far-reaching first.",
        items: {
          type: "object",
          description: "One decision.",
          properties: {
            question: {
              type: "string",
              minLength: 1,
              maxLength: 260,
              description: "What had to be decided.",
            },
            alternatives: {
              type: "array",
              description: "What was considered and turned down, each with the reason.",
              items: { type: "string", minLength: 1, maxLength: 400, description: "One alternative." },
              maxItems: 4,
            },
            choice: { type: "string", minLength: 1, maxLength: 400, description: "What will be done." },
            reason: {
              type: "string",
              minLength: 1,
              maxLength: 400,
              description: "Why, and what it costs.",
            },
          },
          required: ["question", "alternatives", "choice", "reason"],
          additionalProperties: false,
        },
        minItems: 1,
        maxItems: 12,
      },
      modules: {
        type: "array",
        description: "The parts that the design consists of.",
        items: {
          type: "object",
          description: "One part: a module, a service, a table.",
          properties: {
            name: { type: "string", minLength: 1, maxLength: 120, description: "What it is called." },
            responsibility: {
              type: "string",
              minLength: 1,
              maxLength: 400,
              description: "The one thing it does.",
            },
            files: {
              type: "array",
              description: "Where it lives, relative to the repository; files that do not exist yet too.",
              items: { type: "string", minLength: 1, maxLength: 260, description: "One path." },
              maxItems: 20,
            },
            interfaces: {
              type: "array",
              description: "What others may call: signatures, routes, messages.",
              items: { type: "string", minLength: 1, maxLength: 400, description: "One signature." },
              maxItems: 10,
            },
            depends_on: {
              type: "array",
              description: "Names of the other parts that it uses. No two parts use each other.",
              items: { type: "string", minLength: 1, maxLength: 120, description: "The name of a part." },
              maxItems: 10,
            },
          },
          required: ["name", "responsibility", "files", "interfaces", "depends_on"],
          additionalProperties: false,
        },
        minItems: 1,
        maxItems: 20,
      },
      open_questions: {
        type: "array",
        description: "What has to be found out before the design can be trusted.",
        items: { type: "string", minLength: 1, maxLength: 260, description: "One question." },
        maxItems: 10,
      },
    },
    required: ["constraints", "decisions", "modules", "open_questions"],
    additionalProperties: false,
  },
  example: {
    constraints: ["The public HTTP API stays as it is.", "One PostgreSQL database, no new service."],
    decisions: [
      {
        question: "Where do webhooks that could not be delivered wait?",
        alternatives: [
          "A Redis list: fast, but lost when the instance restarts.",
          "A message broker: right for much more traffic than there is.",
        ],
        choice: "A table webhook_delivery that a worker polls with SKIP LOCKED.",
        reason: "It commits together with the event that caused it. The price is one query a second.",
      },
    ],
    modules: [
      {
        name: "delivery-store",
        responsibility: "Keeps deliveries and hands each due one to exactly one worker.",
        files: ["src/webhook/delivery-store.ts", "migrations/0043_webhook_delivery.sql"],
        interfaces: ["enqueue(event: Event): Promise<void>", "takeDue(limit: number): Promise<Delivery[]>"],
        depends_on: [],
      },
      {
        name: "delivery-worker",
        responsibility: "Sends due deliveries and writes down what came of them.",
        files: ["src/webhook/delivery-worker.ts"],
        interfaces: ["runOnce(now: Date): Promise<number>"],
        depends_on: ["delivery-store"],
      },
    ],
    open_questions: ["How many deliveries fail on a bad day? Nobody counts them yet."],
  },
  counterExample: {
    value: {
      constraints: ["One database"],
      decisions: ["Use a table for deliveries"],
      modules: [{ name: "delivery-store", responsibility: "Keeps deliveries.", files: "src/webhook" }],
      open_questions: [],
    },
    why: "A decision is a sentence in place of an object, and the module lacks two lists and has a text for a third.",
  },
};
