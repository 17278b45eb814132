import type { ReadinessRule } from "../readiness-rule.ts";

/** A closing brace, a line feed or a fence can stand inside a document. */
const CUTS = /[}\]\n]|```/;

export const stopSequences: ReadinessRule = {
  id: "sampling.stop",
  title: "no stop sequence cuts JSON",
  weight: 6,
  why: "A stop sequence that occurs in a document ends it there. On an enforced rung slmcode sends none; elsewhere yours are sent.",
  judge: ({ values, identity }) => {
    const own = values.stop.filter((each) => CUTS.test(each));
    const servers = (identity?.settings.stop ?? []).filter((each) => CUTS.test(each));
    if (own.length > 0)
      return {
        status: "fail",
        measured: JSON.stringify(own),
        wanted: "none with }, ], a line feed or a fence",
        basis: "settings",
        remedy: { kind: "client", key: "stop", to: values.stop.filter((each) => !CUTS.test(each)) },
      };
    return {
      status: servers.length > 0 ? "warn" : "pass",
      measured: servers.length > 0 ? JSON.stringify(servers) : values.stop.length,
      wanted: "none with }, ], a line feed or a fence",
      basis: servers.length > 0 ? "/props" : "settings",
      remedy:
        servers.length > 0
          ? { kind: "server", text: "Start llama-server without --reverse-prompt (-r) for them." }
          : null,
    };
  },
};
