import { join } from "node:path";
import { openDocument } from "../backends/store/document.ts";
import type { DataDirectories } from "../data-directory.ts";
import type { JsonObject } from "../json-value.ts";

interface ScoreDocument extends JsonObject {
  readonly version: 1;
  readonly score: number | null;
  readonly coverage: number | null;
}

const EMPTY: ScoreDocument = { version: 1, score: null, coverage: null };

function file(directories: DataDirectories): ReturnType<typeof openDocument<ScoreDocument>> {
  return openDocument<ScoreDocument>(join(directories.cache, "readiness.json"), {
    version: 1,
    empty: EMPTY,
    validate: (document) =>
      typeof document["score"] === "number" || document["score"] === null
        ? (document as ScoreDocument)
        : null,
    warn: () => {},
  });
}

/** The score of the last readiness run, for status and doctor. */
export async function readLastScore(
  directories: DataDirectories,
): Promise<{ readonly score: number | null; readonly coverage: number | null }> {
  const { score, coverage } = await file(directories).read();
  return { score, coverage: typeof coverage === "number" ? coverage : null };
}

export async function writeLastScore(
  directories: DataDirectories,
  { score, coverage }: { readonly score: number; readonly coverage: number },
): Promise<void> {
  await file(directories).update((current) => ({ ...current, score, coverage }));
}
