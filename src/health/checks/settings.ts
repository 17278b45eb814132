import { type Check, result } from "../check.ts";
import { remarksOf } from "./remarks.ts";

/** Where the settings came from, and which of them were left out. */
export const settingsCheck: Check = {
  id: "config",
  title: "config",
  run: (evidence) => {
    const { model, mode, provider } = evidence;
    const summary = `model: ${model.origin}; provider: ${provider.origin}; structured_decoding ${mode.value}: ${mode.origin}`;
    return result(summary, remarksOf(evidence, ["settings_problem"]));
  },
};
