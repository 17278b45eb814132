export type Severity = "fail" | "warn" | "info";

export type FindingArgs = Readonly<Record<string, string | number | boolean | null>>;

/** What a check found, as data. Its words stand in {@link FINDING_TEXTS}. */
export interface Finding<Code extends string = string> {
  readonly code: Code;
  readonly severity: Severity;
  readonly args: FindingArgs;
}

/** The words of one finding code. */
export interface FindingText {
  readonly severity: Severity;
  /** One sentence: what is so. */
  readonly title: (args: FindingArgs) => string;
  /** What to do next; `null` where nothing needs doing. */
  readonly advice: ((args: FindingArgs) => string) | null;
  /** For `--explain`: why it matters and how it comes about, in a paragraph. */
  readonly explanation: string;
}
