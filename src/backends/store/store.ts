import type { DataDirectories } from "../../data-directory.ts";
import { dataFiles } from "../../data-directory.ts";
import type { Capabilities, CapabilitiesKey } from "../capabilities.ts";
import { wireForm } from "../wire/wire-forms.ts";
import { appendHistoryLine } from "./append-history.ts";
import {
  CAPABILITIES_VERSION,
  type CapabilitiesDocument,
  EMPTY_CAPABILITIES,
  entryOf,
  validateCapabilitiesDocument,
  withCapabilities,
  withDemotion,
  withoutKey,
} from "./capabilities-document.ts";
import { applyDemotions, type Demotion, demotionsInForce } from "./demotion.ts";
import { openDocument } from "./document.ts";
import { historyLine, type NewHistoryEvent } from "./history-event.ts";
import {
  digestHistory,
  type HistoryDigest,
  type HistoryFilter,
  type HistoryRead,
  readHistoryFile,
} from "./read-history.ts";
import { warnOnce } from "./store-warning.ts";
import { withoutSecrets, withoutUrlCredentials } from "./without-secrets.ts";

export interface StoreOptions {
  readonly directories: DataDirectories;
  /** Called with one sentence for a person when a file cannot be used; slmcode goes on without it. */
  readonly warn: (sentence: string) => void;
  /** Milliseconds since the epoch. @default Date.now */
  readonly now?: () => number;
  readonly lockTimeoutMs?: number;
}

/** What slmcode keeps about endpoints. Nothing here throws for what is on the disk, and reading loads no lock. */
export interface Store {
  /** Stored evidence with the demotions in force applied; `null` where there is none. Whether it is fresh is `isFresh`'s to say. */
  readonly readCapabilities: (key: CapabilitiesKey) => Promise<Capabilities | null>;
  /**
   * Keeps evidence, unless it is provisional or was never probed, and answers what holds now: the same, with the
   * demotions that are in force for its fingerprint. What a server died of is kept in any case.
   */
  readonly writeCapabilities: (capabilities: Capabilities) => Promise<Capabilities>;
  /** Forgets the evidence and the demotions of a key (`doctor --refresh`). */
  readonly forgetCapabilities: (key: CapabilitiesKey) => Promise<void>;
  /** Holds for every later process until the fingerprint changes or the key is forgotten. Writes the line in the history as well. */
  readonly recordDemotion: (key: CapabilitiesKey, demotion: Demotion) => Promise<void>;
  readonly appendHistory: (event: NewHistoryEvent) => Promise<void>;
  readonly readHistory: (filter?: HistoryFilter) => Promise<HistoryRead>;
  readonly digestHistory: (filter?: HistoryFilter) => Promise<HistoryDigest>;
}

/** The files that evidence, demotions and history are kept in. Nothing is read or made before it is needed; it never throws for what is on the disk, and tells `warn` instead. Safe for many processes at once. */
export function openStore({ directories, warn, now = Date.now, lockTimeoutMs }: StoreOptions): Store {
  const files = dataFiles(directories);
  const warnOfStore = warnOnce(warn);
  const capabilitiesFile = openDocument<CapabilitiesDocument>(files.capabilities, {
    version: CAPABILITIES_VERSION,
    empty: EMPTY_CAPABILITIES,
    validate: validateCapabilitiesDocument,
    warn: warnOfStore,
    ...(lockTimeoutMs === undefined ? {} : { lockTimeoutMs }),
  });
  const appendHistory = (event: NewHistoryEvent): Promise<void> =>
    appendHistoryLine(files.history, historyLine(event, new Date(now())), warnOfStore);
  const readHistory = (filter: HistoryFilter = {}): Promise<HistoryRead> =>
    readHistoryFile(files.history, filter);

  return {
    readCapabilities: async (key) => {
      const { capabilities, demotions } = entryOf(await capabilitiesFile.read(), storedKey(key));
      if (capabilities === null) return null;
      return applyDemotions(capabilities, demotionsInForce(demotions, capabilities.fingerprint, now()));
    },
    writeCapabilities: async (given) => {
      const key = storedKey(given.key);
      const capabilities = { ...given, key };
      const hasCrashed = capabilities.evidence.some((each) => each.verdict === "crashed");
      const keep = capabilities.probed && (!capabilities.provisional || hasCrashed);
      let demotions = entryOf(await capabilitiesFile.read(), key).demotions;
      if (keep) {
        await capabilitiesFile.update((document) => {
          demotions = entryOf(document, key).demotions;
          return withCapabilities(document, capabilities, now());
        });
      }
      return applyDemotions(given, demotionsInForce(demotions, given.fingerprint, now()));
    },
    forgetCapabilities: async (key) => {
      await capabilitiesFile.update((document) => withoutKey(document, storedKey(key)));
    },
    recordDemotion: async (key, demotion) => {
      const stored = { ...demotion, ...redacted(demotion) };
      let isNews = true;
      await capabilitiesFile.update((document) => {
        const { demotions } = entryOf(document, storedKey(key));
        const known = demotionsInForce(demotions, stored.fingerprint, now());
        isNews = known.every((each) => each.wireForm !== stored.wireForm);
        return withDemotion(document, storedKey(key), stored);
      });
      // Calls in flight at once find out the same: it is told once.
      if (!isNews) return;
      await appendHistory({
        event: "demotion",
        ...key,
        ...stored,
        rung: wireForm(demotion.wireForm).rung,
      });
    },
    appendHistory,
    readHistory,
    digestHistory: async (filter = {}) => digestHistory(await readHistory(filter)),
  };
}

function storedKey(key: CapabilitiesKey): CapabilitiesKey {
  return { ...key, endpoint: withoutUrlCredentials(key.endpoint) };
}

function redacted({ reason, serverMessage }: Demotion): Pick<Demotion, "reason" | "serverMessage"> {
  return {
    reason: withoutSecrets(reason),
    serverMessage: serverMessage === null ? null : withoutSecrets(serverMessage),
  };
}
