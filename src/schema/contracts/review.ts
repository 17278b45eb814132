import type { Contract } from "../contract.ts";

export const review: Contract = {
  name: "review",
  description:
    "A code review: findings with place and severity, a summary, and whether the change may go in.",
  strict: true,
  schema: {
    type: "object",
    description: "The review of one change.",
    properties: {
      findings: {
        type: "array",
        description: "Problems of this change, the worst first. Empty when there is none.",
        items: {
          type: "object",
          description: "One problem.",
          properties: {
            file: {
              type: "string",
              minLength: 1,
              maxLength: 260,
              description: "Path relative to the repository.",
            },
            line: {
              type: "integer",
              minimum: 0,
              maximum: 1000000,
              description: "Line in the new version; 0 when the finding is about the whole file.",
            },
            category: {
              type: "string",
              enum: ["bug", "security", "performance", "design", "tests", "docs", "style"],
              description: "What kind of problem it is.",
            },
            message: {
              type: "string",
              minLength: 1,
              maxLength: 800,
              description: "What is wrong, and what happens because of it.",
            },
            severity: {
              type: "string",
              enum: ["blocker", "major", "minor", "nit"],
              description: "blocker and major must be fixed before the change goes in.",
            },
            suggestion: {
              type: "string",
              maxLength: 800,
              description: "How to fix it, as code or as a sentence. Empty when that is obvious.",
            },
          },
          required: ["file", "line", "category", "message", "severity", "suggestion"],
          additionalProperties: false,
        },
        maxItems: 40,
      },
      summary: {
        type: "string",
        minLength: 1,
        maxLength: 800,
        description: "What the change does and how good it is, in two or three sentences.",
      },
      verdict: {
        type: "string",
        enum: ["approve", "request_changes", "reject"],
        description: "approve only when no finding is a blocker or major.",
      },
    },
    required: ["findings", "summary", "verdict"],
    additionalProperties: false,
  },
  example: {
    findings: [
      {
        file: "src/cart/total.ts",
        line: 42,
        category: "bug",
        message: "The discount is applied once per item, so a cart of three items gets it three times.",
        severity: "blocker",
        suggestion: "const total = sum(items.map((item) => item.price)) - discount;",
      },
      {
        file: "test/cart/total.test.ts",
        line: 0,
        category: "tests",
        message: "No test has more than one item, which is why the discount bug was not seen.",
        severity: "major",
        suggestion: "Add a cart with two items and one discount.",
      },
    ],
    summary:
      "Adds discount codes to the cart. The code is clear, but totals are wrong for more than one item.",
    verdict: "request_changes",
  },
  counterExample: {
    value: {
      findings: [
        {
          file: "src/cart/total.ts",
          line: "42-44",
          category: "bug",
          message: "Discount is applied per item.",
          severity: "high",
          suggestion: "",
        },
      ],
      summary: "Needs work.",
      verdict: "LGTM with nits",
    },
    why: "The line is a text, and neither the severity nor the verdict is one of the listed words.",
  },
};
