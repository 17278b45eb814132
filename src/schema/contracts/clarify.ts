import type { Contract } from "../contract.ts";

export const clarify: Contract = {
  name: "clarify",
  description:
    "What has to be asked before work can start, with the answers that are likely, or that nothing has.",
  strict: true,
  schema: {
    type: "object",
    description: "The questions about one request.",
    properties: {
      assumptions: {
        type: "array",
        description: "What will be taken for granted unless somebody objects.",
        items: { type: "string", minLength: 1, maxLength: 260, description: "One assumption." },
        maxItems: 10,
      },
      questions: {
        type: "array",
        description:
          "Questions whose answer changes the work, the most important first. Empty when there is none.",
        items: {
          type: "object",
          description: "One question.",
          properties: {
            question: { type: "string", minLength: 1, maxLength: 400, description: "The question itself." },
            reason: {
              type: "string",
              minLength: 1,
              maxLength: 400,
              description: "What would be done differently depending on the answer.",
            },
            options: {
              type: "array",
              description: "Answers that are likely. Empty when the answer is free text.",
              items: { type: "string", minLength: 1, maxLength: 120, description: "One answer." },
              maxItems: 6,
            },
            default_answer: {
              type: "string",
              maxLength: 260,
              description: "What is done when nobody answers. Empty when the work must wait.",
            },
          },
          required: ["question", "reason", "options", "default_answer"],
          additionalProperties: false,
        },
        maxItems: 5,
      },
      ready: {
        type: "boolean",
        description: "True when work can start now, with the default answers where there are questions.",
      },
    },
    required: ["assumptions", "questions", "ready"],
    additionalProperties: false,
  },
  example: {
    assumptions: ["The export runs on the server, because the list can have millions of rows."],
    questions: [
      {
        question: "Should the export hold the archived customers too?",
        reason: "The list on screen hides them; the export reads the same query.",
        options: ["Only what is on screen", "Archived ones too", "A check box"],
        default_answer: "Only what is on screen",
      },
      {
        question: "Which time zone are the dates in?",
        reason: "The file goes to the accounting system, which reads local dates.",
        options: ["UTC", "The company's time zone"],
        default_answer: "",
      },
    ],
    ready: false,
  },
  counterExample: {
    value: {
      assumptions: [],
      questions: [
        {
          question: "Should the export hold the archived customers too?",
          options: ["yes", "no"],
          default_answer: "no",
        },
      ],
      ready: "yes",
    },
    why: "The question lacks its reason, and ready is a word where true or false is meant.",
  },
};
