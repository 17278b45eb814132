import type { Contract } from "../contract.ts";

export const plan: Contract = {
  name: "plan",
  description:
    "How a change will be made: what is taken for granted, the steps, the risks, and when it is done.",
  strict: true,
  schema: {
    type: "object",
    description: "A plan for one change, made before any file is touched.",
    properties: {
      assumptions: {
        type: "array",
        description: "What is taken for granted because nobody has said it. Empty when everything is known.",
        items: { type: "string", minLength: 1, maxLength: 260, description: "One assumption." },
        maxItems: 10,
      },
      goal: {
        type: "string",
        minLength: 1,
        maxLength: 400,
        description: "What is different for the user afterwards, in one sentence.",
      },
      risks: {
        type: "array",
        description: "What can go wrong, and what to do about it.",
        items: {
          type: "object",
          description: "One risk.",
          properties: {
            risk: { type: "string", minLength: 1, maxLength: 260, description: "What can go wrong." },
            mitigation: {
              type: "string",
              minLength: 1,
              maxLength: 260,
              description: "What keeps it from happening, or how it is noticed.",
            },
          },
          required: ["risk", "mitigation"],
          additionalProperties: false,
        },
        maxItems: 8,
      },
      steps: {
        type: "array",
        description: "The steps in the order in which they are done.",
        items: {
          type: "object",
          description: "One step that can be finished and checked by itself.",
          properties: {
            title: {
              type: "string",
              minLength: 1,
              maxLength: 120,
              description: "What is done, as a command.",
            },
            detail: { type: "string", minLength: 1, maxLength: 800, description: "How it is done." },
            files: {
              type: "array",
              description: "Paths that this step reads or changes, relative to the repository.",
              items: { type: "string", minLength: 1, maxLength: 260, description: "One path." },
              maxItems: 20,
            },
          },
          required: ["title", "detail", "files"],
          additionalProperties: false,
        },
        minItems: 1,
        maxItems: 20,
      },
      success_criteria: {
        type: "array",
        description:
          "How anybody can tell that the goal is reached: commands that pass, behaviour that is seen.",
        items: { type: "string", minLength: 1, maxLength: 260, description: "One criterion." },
        minItems: 1,
        maxItems: 10,
      },
    },
    required: ["assumptions", "goal", "risks", "steps", "success_criteria"],
    additionalProperties: false,
  },
  example: {
    assumptions: ["Sessions stay in Redis; only the key format changes."],
    goal: "A user who changes the password is signed out on every other device.",
    risks: [
      {
        risk: "Sessions written by the old version have no user index.",
        mitigation: "Read both key formats for 30 days, write only the new one.",
      },
    ],
    steps: [
      {
        title: "Index sessions by user",
        detail: "Write session:<user>:<id> next to the session itself and delete both on sign-out.",
        files: ["src/session/store.ts", "test/session/store.test.ts"],
      },
      {
        title: "End other sessions on password change",
        detail:
          "Call endOtherSessions(user, currentId) after the new hash is stored, in the same transaction.",
        files: ["src/account/change-password.ts"],
      },
    ],
    success_criteria: [
      "npm test passes",
      "A second browser is asked to sign in after the password was changed in the first.",
    ],
  },
  counterExample: {
    value: {
      assumptions: [],
      goal: "Sign out other devices.",
      risks: [],
      steps: ["Index sessions by user", "End other sessions on password change"],
      success_criteria: ["npm test passes"],
    },
    why: "The steps are sentences; each has to be an object with title, detail and files.",
  },
};
