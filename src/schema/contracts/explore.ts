import type { Contract } from "../contract.ts";

export const explore: Contract = {
  name: "explore",
  description:
    "What was found in the code about one question: facts with file and lines, gaps, and the answer.",
  strict: true,
  schema: {
    type: "object",
    description: "The answer to a question about a code base.",
    properties: {
      facts: {
        type: "array",
        description: "What the code says, each with the place it was read at. The most important first.",
        items: {
          type: "object",
          description: "One fact.",
          properties: {
            file: {
              type: "string",
              minLength: 1,
              maxLength: 260,
              description: "Path relative to the repository.",
            },
            first_line: { type: "integer", minimum: 1, maximum: 1000000, description: "Where it begins." },
            last_line: { type: "integer", minimum: 1, maximum: 1000000, description: "Where it ends." },
            symbol: {
              type: "string",
              maxLength: 120,
              description: "The function, class or setting it is about. Empty when it has no name.",
            },
            statement: {
              type: "string",
              minLength: 1,
              maxLength: 400,
              description: "What is true there, in one sentence.",
            },
          },
          required: ["file", "first_line", "last_line", "symbol", "statement"],
          additionalProperties: false,
        },
        maxItems: 40,
      },
      gaps: {
        type: "array",
        description: "What was looked for and not found, or not looked at.",
        items: { type: "string", minLength: 1, maxLength: 260, description: "One gap." },
        maxItems: 10,
      },
      result: {
        type: "string",
        minLength: 1,
        maxLength: 1200,
        description: "The answer, resting on the facts above and on nothing else.",
      },
      status: {
        type: "string",
        enum: ["answered", "partly_answered", "not_found"],
        description: "How much of the question is answered.",
      },
    },
    required: ["facts", "gaps", "result", "status"],
    additionalProperties: false,
  },
  example: {
    facts: [
      {
        file: "src/http/client.ts",
        first_line: 58,
        last_line: 74,
        symbol: "send",
        statement: "Every request is retried up to three times on 502, 503 and 504.",
      },
      {
        file: "src/http/client.ts",
        first_line: 12,
        last_line: 12,
        symbol: "DEFAULT_TIMEOUT_MS",
        statement: "The timeout of one attempt is 10 seconds.",
      },
    ],
    gaps: ["Whether the proxy in front retries as well; its configuration is not in this repository."],
    result:
      "A request can take 30 seconds and more before it fails: three attempts of 10 seconds, and no total limit.",
    status: "partly_answered",
  },
  counterExample: {
    value: {
      facts: [{ file: "src/http/client.ts:58-74", symbol: "send", statement: "Requests are retried." }],
      gaps: [],
      result: "Requests are retried three times.",
      status: "answered",
    },
    why: "The lines stand in the path; first_line and last_line are missing.",
  },
};
