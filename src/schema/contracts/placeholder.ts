import type { Contract } from "../contract.ts";

export const placeholder: Contract = {
  name: "placeholder",
  description:
    "Code that only pretends: stubs, mocks, hard-coded answers and notes for later, each with its place.",
  strict: true,
  schema: {
    type: "object",
    description: "What in a change is not real yet.",
    properties: {
      findings: {
        type: "array",
        description: "Every place, the most harmful first. Empty when the code is real everywhere.",
        items: {
          type: "object",
          description: "One place.",
          properties: {
            file: {
              type: "string",
              minLength: 1,
              maxLength: 260,
              description: "Path relative to the repository.",
            },
            line: { type: "integer", minimum: 1, maximum: 1000000, description: "Line in the new version." },
            excerpt: {
              type: "string",
              minLength: 1,
              maxLength: 260,
              description: "The line that shows it, as it stands.",
            },
            kind: {
              type: "string",
              enum: [
                "note_for_later",
                "empty_body",
                "not_implemented",
                "hard_coded_result",
                "mock_in_production",
                "swallowed_error",
                "skipped_test",
                "elided_code",
              ],
              description: "elided_code: a comment such as 'rest stays the same' where code belongs.",
            },
            fix: {
              type: "string",
              minLength: 1,
              maxLength: 400,
              description: "What has to be written there.",
            },
          },
          required: ["file", "line", "excerpt", "kind", "fix"],
          additionalProperties: false,
        },
        maxItems: 60,
      },
      searched: {
        type: "array",
        description: "Files that were read to the end.",
        items: { type: "string", minLength: 1, maxLength: 260, description: "One path." },
        minItems: 1,
        maxItems: 60,
      },
      verdict: {
        type: "string",
        enum: ["clean", "placeholders_found"],
        description: "clean only when findings is empty.",
      },
    },
    required: ["findings", "searched", "verdict"],
    additionalProperties: false,
  },
  example: {
    findings: [
      {
        file: "src/tax/rate.ts",
        line: 17,
        excerpt: "return 0.19; // real lookup comes later",
        kind: "hard_coded_result",
        fix: "Read the rate of the buyer's country from rates.json and throw for a country that is not there.",
      },
      {
        file: "test/tax/rate.test.ts",
        line: 8,
        excerpt: 'it.skip("uses the rate of the country", () => {});',
        kind: "skipped_test",
        fix: "Write the test for two countries and for one without a rate.",
      },
    ],
    searched: ["src/tax/rate.ts", "src/tax/rates.json", "test/tax/rate.test.ts"],
    verdict: "placeholders_found",
  },
  counterExample: {
    value: {
      findings: [{ file: "src/tax/rate.ts", line: 17, kind: "hardcoded", fix: "Look the rate up." }],
      searched: ["src/tax/rate.ts"],
      verdict: "placeholders_found",
    },
    why: "The excerpt is missing, and the kind is spelled in another way than listed.",
  },
};
