import type { Contract } from "../contract.ts";

export const docs: Contract = {
  name: "docs",
  description: "Changes to documentation pages, section by section, with what they rest on in the code.",
  // Not strict: a change to a whole page has no heading, and an empty heading would name the text before the first one.
  strict: false,
  schema: {
    type: "object",
    description: "Changes to documentation.",
    properties: {
      changes: {
        type: "array",
        description: "Changes in the order in which they are applied.",
        items: {
          type: "object",
          description: "One change of one page.",
          properties: {
            path: {
              type: "string",
              minLength: 1,
              maxLength: 260,
              description: "The page, relative to the repository.",
            },
            action: {
              type: "string",
              enum: ["create_page", "replace_section", "add_section", "delete_section", "delete_page"],
              description: "What happens to the page or to the section under heading.",
            },
            heading: {
              type: "string",
              minLength: 1,
              maxLength: 120,
              description:
                "The heading of the section, without number signs. Left out for a whole page. A new section goes after all others.",
            },
            body: {
              type: "array",
              description: "The new text in Markdown, without the heading. Left out for a deletion.",
              items: { type: "string", maxLength: 800, description: "One line, without its line break." },
              minItems: 1,
              maxItems: 200,
            },
          },
          required: ["path", "action"],
          additionalProperties: false,
        },
        maxItems: 20,
      },
      sources: {
        type: "array",
        description: "Files that the text was checked against.",
        items: { type: "string", minLength: 1, maxLength: 260, description: "One path." },
        minItems: 1,
        maxItems: 20,
      },
      unclear: {
        type: "array",
        description: "What the code does not say and somebody should decide. Empty when all is clear.",
        items: { type: "string", minLength: 1, maxLength: 260, description: "One open point." },
        maxItems: 10,
      },
    },
    required: ["changes", "sources", "unclear"],
    additionalProperties: false,
  },
  example: {
    changes: [
      {
        path: "docs/cli.md",
        action: "replace_section",
        heading: "Timeouts",
        body: [
          "`--timeout` takes a duration: `90s`, `5m`, `1h`. A plain number is seconds.",
          "",
          "```sh",
          "fetcher --timeout 2m https://example.org",
          "```",
        ],
      },
      { path: "docs/seconds.md", action: "delete_page" },
    ],
    sources: ["src/time/duration.ts", "src/cli/options.ts"],
    unclear: ["Whether a timeout of 0 should mean no limit; today it fails at once."],
  },
  counterExample: {
    value: {
      changes: [
        { path: "docs/cli.md", action: "update", content: "# Timeouts\n`--timeout` takes a duration." },
      ],
      sources: [],
      unclear: [],
    },
    why: "There is no action called update and no property called content, and no source was named.",
  },
};
