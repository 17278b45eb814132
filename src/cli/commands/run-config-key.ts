import { type FoundKey, findKey, nearestKey } from "../../config/find-key.ts";
import { quoted } from "../../config/quoted.ts";
import { plainText } from "../render/plain-text.ts";
import { UsageError } from "../usage-error.ts";

/** The key of that name, or a {@link UsageError} with the nearest one. */
export function keyNamed(typed: string): FoundKey {
  if (/^(slmcode_)?(api[_-]?key|key|token|secret|password)$/i.test(typed)) {
    throw new UsageError(
      "keys are never stored",
      "Put the key into SLMCODE_API_KEY, or name its variable: slmcode config set api_key_env NAME",
    );
  }
  const found = findKey(typed);
  if (found !== null) return found;
  const nearest = nearestKey(typed);
  throw new UsageError(
    `there is no key ${quoted(typed)}`,
    nearest === null ? "slmcode config list shows all keys." : `Did you mean: ${plainText(nearest)}`,
  );
}
