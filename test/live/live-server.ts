/** The servers that `start.py` starts to be probed. */
export const PROBED_SERVER_NAMES = [
  "llamacpp-gemma",
  "llamacpp-noise",
  "mlx-noise",
  "litellm-gemma",
] as const;

export type ProbedServerName = (typeof PROBED_SERVER_NAMES)[number];

/** And one for tool calls. */
export type LiveServerName = ProbedServerName | "llamacpp-tools";

/** One of them, as `start.py --json` describes it. */
export interface LiveServer {
  readonly name: LiveServerName;
  /** Ends in `/v1`. */
  readonly url: string;
  readonly model: string;
  /** `null` where the server wants none. */
  readonly apiKey: string | null;
  readonly pid: number;
  readonly log: string;
}

declare module "vitest" {
  export interface ProvidedContext {
    /** Empty when they could not be started; then every live test is skipped. */
    liveServers: readonly LiveServer[];
  }
}
