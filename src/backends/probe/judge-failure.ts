import type { Evidence } from "../capabilities.ts";
import type { Attempt } from "./attempt.ts";
import { seconds } from "./judge-words.ts";

export type Judgement = Pick<Evidence, "verdict" | "reason"> & Partial<Evidence>;

/** The verdict over a request that was not answered. */
export function judgeFailure(attempt: Exclude<Attempt, { outcome: "answer" }>): Judgement {
  switch (attempt.outcome) {
    case "refused": {
      const serverMessage = attempt.classification.serverMessage;
      if (attempt.classification.scope === "sampling") {
        return {
          verdict: "ignored",
          weakerEffect: "post_filter",
          reason: "the server checked the finished text and refused it: the decoder was not bound",
          serverMessage,
          httpStatus: attempt.status,
        };
      }
      return {
        verdict: "rejected",
        reason: `refused with ${attempt.status ?? "an error"}`,
        serverMessage,
        httpStatus: attempt.status,
      };
    }
    case "unavailable":
      return {
        ...inconclusive(`no answer: ${attempt.classification.reason}`, true),
        serverMessage: attempt.classification.serverMessage,
        httpStatus: attempt.status,
      };
    case "deadline":
      if (attempt.serverAnswersPlain === true) {
        return {
          verdict: "stalled",
          reason: `no answer within ${seconds(attempt.durationMs)}, while a plain request was answered`,
        };
      }
      return inconclusive(
        `no answer within ${seconds(attempt.durationMs)}, and the server is busy with other work or out of time`,
        true,
      );
    case "lost":
      if (!attempt.serverBack) {
        return {
          verdict: "crashed",
          reason: "the server went away during this request and stayed away",
          serverMessage: attempt.classification.serverMessage,
        };
      }
      return {
        ...inconclusive(
          "the connection broke during this request; the server answered again afterwards",
          true,
        ),
        serverMessage: attempt.classification.serverMessage,
      };
    case "canceled":
      return { verdict: "skipped", reason: "interrupted", passing: true };
  }
}

export function inconclusive(reason: string, passing = false): Judgement {
  return { verdict: "inconclusive", reason, passing };
}
