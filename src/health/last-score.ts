import { join } from "node:path";
import { openDocument } from "../backends/store/document.ts";
import type { DataDirectories } from "../data-directory.ts";
import { isJsonObject, type JsonObject } from "../json-value.ts";

/** A score belongs to one model at one endpoint. */
interface ScoredTarget {
  readonly endpoint: string | null;
  readonly model: string | null;
}

interface LastScore {
  readonly score: number | null;
  readonly coverage: number | null;
}

interface ScoreDocument extends JsonObject {
  readonly version: 1;
  readonly scores: JsonObject;
}

/** What there is before the endpoint is known, or where readiness never ran. */
export const NO_SCORE: LastScore = { score: null, coverage: null };

const KEPT = 200;

function file(directories: DataDirectories): ReturnType<typeof openDocument<ScoreDocument>> {
  return openDocument<ScoreDocument>(join(directories.cache, "readiness.json"), {
    version: 1,
    empty: { version: 1, scores: {} },
    validate: (document) => (isJsonObject(document["scores"]) ? (document as ScoreDocument) : null),
    warn: () => {},
  });
}

const keyOf = ({ endpoint, model }: ScoredTarget): string => JSON.stringify([endpoint, model]);

/** The score of the last readiness run on this model and endpoint, for status and doctor. */
export async function readLastScore(directories: DataDirectories, target: ScoredTarget): Promise<LastScore> {
  const { scores } = await file(directories).read();
  const entry = scores[keyOf(target)];
  if (!isJsonObject(entry)) return NO_SCORE;
  const { score, coverage } = entry;
  return {
    score: typeof score === "number" ? score : null,
    coverage: typeof coverage === "number" ? coverage : null,
  };
}

export async function writeLastScore(
  directories: DataDirectories,
  { endpoint, model, score, coverage }: ScoredTarget & { readonly score: number; readonly coverage: number },
): Promise<void> {
  const key = keyOf({ endpoint, model });
  await file(directories).update((current) => {
    const others = Object.entries(current.scores).filter(([name]) => name !== key);
    return {
      ...current,
      scores: Object.fromEntries([...others.slice(1 - KEPT), [key, { score, coverage }]]),
    };
  });
}
