import { openDocument } from "../backends/store/document.ts";
import { warnOnce } from "../backends/store/store-warning.ts";
import type {
  FailureFingerprint,
  FailureMemory,
  Mended,
  RememberedAction,
} from "../backends/structured/failure-memory.ts";
import {
  countsOf,
  EMPTY_MEMORY,
  entriesOf,
  type MemoryDocument,
  type MemoryEntry,
  type MendedCounts,
  memoryId,
  savedShare,
  validateMemory,
  withCount,
  withEntry,
  withReport,
} from "./memory-document.ts";

export interface FailureMemoryOptions {
  /** `memory.json` in the data folder. */
  readonly path: string;
  readonly warn: (sentence: string) => void;
  /** Milliseconds since the epoch. @default Date.now */
  readonly now?: () => number;
}

export interface MemorySummary {
  readonly entries: readonly MemoryEntry[];
  readonly mended: MendedCounts;
  /** Share of the mended failures that cost no further request; `null` when there were none. */
  readonly savedShare: number | null;
}

export interface OpenFailureMemory extends FailureMemory {
  readonly summary: () => Promise<MemorySummary>;
  /** Waits for what is being written. */
  readonly flush: () => Promise<void>;
}

/**
 * What failures came of, and what helped: remembered across processes and applied up front next time. Reading happens
 * once a process; an action that stops helping is dropped.
 */
export function openFailureMemory({ path, warn, now = Date.now }: FailureMemoryOptions): OpenFailureMemory {
  const file = openDocument<MemoryDocument>(path, {
    version: 1,
    empty: EMPTY_MEMORY,
    validate: validateMemory,
    warn: warnOnce(warn),
  });
  let known: Promise<MemoryDocument> | undefined;
  let writing: Promise<unknown> = Promise.resolve();

  const current = (): Promise<MemoryDocument> => {
    known ??= file.read();
    return known;
  };
  const change = async (apply: (document: MemoryDocument) => MemoryDocument): Promise<void> => {
    known = current().then(apply);
    const written = writing.then(() => file.update(apply));
    writing = written.catch(() => {});
    await written;
  };

  return {
    recall: async ({ endpoint, model, contract }) => {
      const entries = entriesOf(await current());
      return entries
        .filter((each) => each.endpoint === endpoint && each.model === model && each.contract === contract)
        .map(actionOf);
    },
    remember: (fingerprint: FailureFingerprint, action: RememberedAction) =>
      change((document) => {
        const entry: MemoryEntry = {
          ...fingerprint,
          ...action,
          learnedAt: new Date(now()).toISOString(),
          applied: 0,
          helped: 0,
          missed: 0,
        };
        return withEntry(document, memoryId(fingerprint), entry);
      }),
    report: (key, action, helped) =>
      change((document) => withReport(document, memoryId({ ...key, kind: action.kind }), helped)),
    count: (how: Mended) => change((document) => withCount(document, how)),
    summary: async () => {
      const document = await file.read();
      const mended = countsOf(document);
      return { entries: entriesOf(document), mended, savedShare: savedShare(mended) };
    },
    flush: async () => {
      await writing;
    },
  };
}

function actionOf({ action, kind, maxTokens, rung }: MemoryEntry): RememberedAction {
  return { action, kind, maxTokens, rung };
}
