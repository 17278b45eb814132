/** Trouble with a file that slmcode goes on without. */
export interface StoreWarning {
  readonly code: "set_aside" | "unreadable" | "unwritable" | "busy";
  /** One sentence for a person: what happened, where. */
  readonly message: string;
}

export type WarnOfStore = (warning: StoreWarning) => void;

/** Says each kind of trouble once: a read-only home is one warning, however many files are in it. Each file set aside is told. */
export function warnOnce(warn: (sentence: string) => void): WarnOfStore {
  const told = new Set<string>();
  return ({ code, message }) => {
    if (code !== "set_aside" && told.has(code)) return;
    told.add(code);
    warn(message);
  };
}
