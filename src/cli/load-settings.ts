import { loadConfig } from "../config/load-config.ts";
import type { ConfigNote, ResolvedConfig } from "../config/setting.ts";
import type { ConnectionFlags } from "./commands/connection-options.ts";
import type { Io } from "./io.ts";
import { UsageError } from "./usage-error.ts";

export interface LoadedSettings {
  readonly config: ResolvedConfig;
  readonly warnings: readonly ConfigNote[];
}

/** The settings behind a command that talks to an endpoint. A file that cannot be read or a bad value ends it with exit code 2. */
export async function loadSettings(
  flags: ConnectionFlags & { readonly failOn?: string },
  io: Io,
): Promise<LoadedSettings> {
  const loaded = await loadConfig({
    flags: {
      endpoint: flags.endpoint,
      model: flags.model,
      provider: flags.provider,
      api_key_env: flags.apiKeyEnv,
      probe_timeout_ms: flags.timeout,
      use: flags.use,
      fail_on: flags.failOn,
    },
    env: io.env,
    cwd: io.cwd,
  });
  if (loaded.ok) return loaded;
  const [first, ...rest] = loaded.problems;
  const others = rest.map((each) => `${each.message}${each.hint === null ? "" : `. ${each.hint}`}`);
  throw new UsageError(
    first?.message ?? "the settings cannot be read",
    [first?.hint, ...others].filter((text) => typeof text === "string").join("\n  ") || null,
  );
}
