import { type ReadinessRule, unknown } from "../readiness-rule.ts";
import { templateSetting } from "../server-settings.ts";

export const chatTemplate: ReadinessRule = {
  id: "model.template",
  title: "the model has its chat template",
  weight: 5,
  why: "Without its own template a model is fed a generic one, and answers nonsense or refuses schemas.",
  judge: ({ identity }) => {
    const template = identity?.settings.chatTemplate ?? null;
    if (template === null) return unknown("the model's own", "not shown by this server");
    const ok = template.trim().length > 20;
    return {
      status: ok ? "pass" : "warn",
      measured: `${template.length} characters`,
      wanted: "the model's own",
      basis: identity?.kind === "tabbyapi" ? "/v1/model prompt_template_content" : "/props chat_template",
      remedy: ok ? null : { kind: "server", text: templateSetting(identity?.kind ?? "generic") },
    };
  },
};
