import { type Check, result, skipped } from "../check.ts";
import { remarksOf } from "./remarks.ts";

/** Is the model there, listed and loaded? */
export const modelCheck: Check = {
  id: "model",
  title: "model",
  run: (evidence) => {
    const { model, identity, state } = evidence;
    if (state === "unconfigured" || state === "unreachable") return skipped("needs an endpoint that answers");
    const findings = remarksOf(evidence, ["no_model", "model_not_found", "model_not_listed", "model_chosen"]);
    if (model.value === null) return result("none", findings);
    const listed = identity?.models.find((each) => each.id === model.value);
    const loaded = listed?.loaded === true ? ", loaded" : listed?.loaded === false ? ", not loaded" : "";
    const word = listed === undefined ? "not in the server's list" : `listed${loaded}`;
    const details = [identity?.settings.quantization, identity?.settings.modelFormat]
      .filter((each) => typeof each === "string")
      .join(" ");
    return result(`${model.value}${details === "" ? "" : ` ${details}`}, ${word}`, findings, {
      measured: model.value,
      source: model.origin,
    });
  },
};
