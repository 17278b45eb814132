import type { ProbeWorld } from "../backends/probe/probe-session.ts";
import { systemClock } from "../backends/retry/clock.ts";
import { openStore, type Store } from "../backends/store/store.ts";
import type { CompletionOptions } from "../backends/transport/completion.ts";
import { createTransport, type TransportOptions } from "../backends/transport/transport.ts";
import type { ResolvedConfig } from "../config/setting.ts";
import { dataDirectories } from "../data-directory.ts";
import type { Io } from "./io.ts";

/** Limits of each request, in milliseconds, where the caller gives none of its own. */
type Limits = Pick<CompletionOptions, "connectTimeoutMs" | "firstByteTimeoutMs">;

/** The limits that calls take from the settings. */
export function callLimits({ values }: ResolvedConfig): Limits {
  return {
    connectTimeoutMs: values.connect_timeout_ms.value,
    firstByteTimeoutMs: values.first_byte_timeout_ms.value,
  };
}

/** The real network, clock and random numbers. */
export function openWorld(
  limits: Limits = {},
  options: TransportOptions = {},
): ProbeWorld & { readonly close: () => Promise<void> } {
  const transport = createTransport(options);
  return {
    complete: (target, body, options) => transport.complete(target, body, { ...limits, ...options }),
    get: transport.get,
    now: systemClock.now,
    sleep: systemClock.sleep,
    random: Math.random,
    close: transport.close,
  };
}

export async function openUserStore(io: Io, warn: (sentence: string) => void): Promise<Store> {
  return openStore({ directories: await dataDirectories(io.env), warn });
}
