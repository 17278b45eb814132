import type { Classification } from "../classify/classify.ts";
import type { Observation } from "./observation.ts";

/** How one probe request came out. */
export type Attempt =
  | { readonly outcome: "answer"; readonly observation: Observation }
  /** Refused in the server's words, whatever the status (a 200 with an error included). */
  | {
      readonly outcome: "refused";
      readonly classification: Classification;
      readonly status: number | null;
      readonly durationMs: number;
    }
  /** Rate limited, busy, a server error that does not name the field: may be different in a minute. */
  | {
      readonly outcome: "unavailable";
      readonly classification: Classification;
      readonly status: number | null;
      readonly durationMs: number;
    }
  /** Our own deadline passed. `serverAnswersPlain`: a plain request afterwards was answered; `null` when there was no time for one. */
  | { readonly outcome: "deadline"; readonly durationMs: number; readonly serverAnswersPlain: boolean | null }
  /** The connection broke. `serverBack`: it answered again afterwards. */
  | {
      readonly outcome: "lost";
      readonly classification: Classification;
      readonly durationMs: number;
      readonly serverBack: boolean;
    }
  | { readonly outcome: "canceled" };
