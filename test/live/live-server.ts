/** The servers that `start.py` starts. */
export const LIVE_SERVER_NAMES = ["llamacpp-gemma", "llamacpp-noise", "mlx-noise", "litellm-gemma"] as const;

export type LiveServerName = (typeof LIVE_SERVER_NAMES)[number];

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
