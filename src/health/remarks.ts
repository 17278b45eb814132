import type { Capabilities } from "../backends/capabilities.ts";
import type { ServerIdentity } from "../backends/presets/preset.ts";
import { isLoopback, type WithheldFor } from "../config/trust.ts";
import { someOf } from "./choose-model.ts";
import type { ConnectionState, Remark } from "./doctor-evidence.ts";

export interface BaselineSeen {
  readonly state: ConnectionState;
  readonly capabilities: Capabilities | null;
  readonly identity: ServerIdentity;
  readonly endpoint: string;
  readonly model: string | null;
  readonly keySent: boolean;
  /** What has been remarked already: a cause that is known needs no second sentence. */
  readonly known: readonly Remark[];
}

const CAUSES = [
  "missing_v1",
  "web_page_answers",
  "wrong_scheme",
  "localhost_surprise",
  "redirected",
] as const;

/** What the plain request says when it was not answered with text. */
export function baselineRemarks({
  state,
  capabilities,
  identity,
  endpoint,
  model,
  keySent,
  known,
}: BaselineSeen): readonly Remark[] {
  const message = capabilities?.baselineMessage ?? null;
  switch (state) {
    case "unreachable": {
      if (known.some((each) => each.code === "unreachable" || CAUSES.some((code) => code === each.code)))
        return [];
      return [
        {
          code: "unreachable",
          args: { endpoint, cause: message ?? capabilities?.reason ?? "no answer", found: null },
        },
      ];
    }
    case "loading":
      return [{ code: "server_loading", args: { message } }];
    case "unauthorized":
      return [{ code: "unauthorized", args: { message, sent: keySent } }];
    case "model_not_found":
      return [
        {
          code: "model_not_found",
          args: { model, message, listed: someOf(identity.models.map((each) => each.id)) || null },
        },
      ];
    case "not_checked": {
      const limited = capabilities?.notes.find((note) => note.code === "rate_limited");
      if (limited !== undefined)
        return [{ code: "rate_limited", args: { message, resets_at: limited.args["resets_at"] ?? null } }];
      return capabilities === null
        ? []
        : [{ code: "plain_request_failed", args: { message: message ?? capabilities.reason } }];
    }
    case "ok":
    case "unconfigured":
      return [];
  }
}

export function keyRemarks(
  endpoint: string,
  { apiKey, withheld }: { readonly apiKey: string | null; readonly withheld: WithheldFor | null },
): readonly Remark[] {
  if (withheld !== null) return withheldRemarks(endpoint, withheld);
  const url = new URL(endpoint);
  const overHttp = apiKey !== null && url.protocol === "http:" && !isLoopback(endpoint);
  return overHttp ? [{ code: "key_over_http", args: { endpoint } }] : [];
}

/** Why a key that is there was not sent. */
export function withheldRemarks(endpoint: string, withheld: WithheldFor | null): readonly Remark[] {
  if (withheld === null) return [];
  return [{ code: withheld === "untrusted" ? "key_withheld" : "key_unusable", args: { endpoint } }];
}
