import { FAILURE_CLASSES } from "../../backends/transport/failure.ts";
import { type Check, result } from "../check.ts";
import { remarksOf } from "./remarks.ts";

/** What went wrong lately, by class. */
export const historyCheck: Check = {
  id: "history",
  title: "history",
  run: (evidence) => {
    const { counts, last } = evidence.history;
    const parts = FAILURE_CLASSES.filter((each) => counts[each] > 0).map((each) => `${counts[each]} ${each}`);
    const summary =
      last === null
        ? "nothing recorded for this endpoint yet"
        : parts.length === 0
          ? "no failures in the last 7 days"
          : `${parts.join(", ")} in the last 7 days`;
    return result(summary, remarksOf(evidence, ["store_problem"]), { measured: parts.length });
  },
};
