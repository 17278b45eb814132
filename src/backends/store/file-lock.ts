import { mkdirSync, rmdirSync, statSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { errorCode } from "./error-code.ts";

export interface FileLockOptions {
  /** How long to wait for other processes. @default 15000 */
  readonly timeoutMs?: number;
}

/** Tells whether the lock is still ours: false after a pause (sleep, SIGSTOP) in which another process took it over. */
export type StillHeld = () => boolean;

export type LockedResult<T> =
  | { readonly ok: true; readonly value: T }
  /** `busy`: others held it for the whole time; `unusable`: no lock can be made there, `code` says why (EROFS, EACCES, ENOSPC). */
  | { readonly ok: false; readonly reason: "busy" | "unusable"; readonly code: string };

/** A holder refreshes its lock once a second; one that was killed leaves a lock that nobody refreshes. */
const REFRESH_MS = 1000;
const STALE_MS = 3000;
/** proper-lockfile's own takeover is kept out of the way: two processes that both find a stale lock can both win it. */
const NEVER_STALE_MS = 86_400_000;

const queues = new Map<string, Promise<unknown>>();

/**
 * Runs `action` while holding the lock of `path` (a folder `<path>.lock` beside it) among threads of this process and
 * among processes. The lock of a killed process is taken over after three seconds. Never waits longer than `timeoutMs`.
 * The one place that imports proper-lockfile.
 */
export async function withFileLock<T>(
  path: string,
  action: (stillHeld: StillHeld) => Promise<T>,
  options: FileLockOptions = {},
): Promise<LockedResult<T>> {
  const earlier = queues.get(path) ?? Promise.resolve();
  const turn = earlier.then(() => lockAndRun(path, action, options.timeoutMs ?? 15_000));
  const settled = turn.catch(() => {});
  queues.set(path, settled);
  try {
    return await turn;
  } finally {
    if (queues.get(path) === settled) queues.delete(path);
  }
}

async function lockAndRun<T>(
  path: string,
  action: (stillHeld: StillHeld) => Promise<T>,
  timeoutMs: number,
): Promise<LockedResult<T>> {
  const lockPath = `${path}.lock`;
  const acquired = await acquire(path, lockPath, timeoutMs);
  if (!acquired.ok) return acquired;
  const { release, stillHeld } = acquired.value;
  try {
    return { ok: true, value: await action(stillHeld) };
  } finally {
    if (stillHeld()) await release().catch(() => {});
  }
}

interface Held {
  readonly release: () => Promise<void>;
  readonly stillHeld: StillHeld;
}

async function acquire(path: string, lockPath: string, timeoutMs: number): Promise<LockedResult<Held>> {
  const { default: lockfile } = await import("proper-lockfile");
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    let compromised = false;
    try {
      const release = await lockfile.lock(path, {
        realpath: false,
        lockfilePath: lockPath,
        stale: NEVER_STALE_MS,
        update: REFRESH_MS,
        onCompromised: () => {
          compromised = true;
        },
      });
      const identity = identityOf(lockPath);
      const stillHeld: StillHeld = () =>
        !compromised && identity !== null && identityOf(lockPath) === identity;
      return { ok: true, value: { release, stillHeld } };
    } catch (error) {
      const code = errorCode(error);
      if (code !== "ELOCKED") return { ok: false, reason: "unusable", code };
    }
    if (performance.now() >= deadline) return { ok: false, reason: "busy", code: "ELOCKED" };
    breakStaleLock(lockPath);
    await delay(10 + Math.random() * 50);
  }
}

/** Inode numbers are used again at once on ext4, so the time of birth belongs to the identity. */
function identityOf(lockPath: string): string | null {
  const stat = statSync(lockPath, { bigint: true, throwIfNoEntry: false });
  return stat === undefined ? null : `${stat.ino}:${stat.birthtimeNs}`;
}

/** Removes a lock that nobody has refreshed. A second lock, held for two system calls, keeps takers from removing each other's new lock. */
function breakStaleLock(lockPath: string): void {
  if (!isStale(lockPath)) return;
  const breaker = `${lockPath}.break`;
  try {
    mkdirSync(breaker);
  } catch {
    if (isStale(breaker)) removeFolder(breaker);
    return;
  }
  try {
    if (isStale(lockPath)) removeFolder(lockPath);
  } finally {
    removeFolder(breaker);
  }
}

/** A time in the future is stale as well: the clock was set back since. */
function isStale(folder: string): boolean {
  const stat = statSync(folder, { throwIfNoEntry: false });
  return stat !== undefined && Math.abs(Date.now() - stat.mtimeMs) > STALE_MS;
}

function removeFolder(folder: string): void {
  try {
    rmdirSync(folder);
  } catch {
    // Somebody else was quicker.
  }
}
