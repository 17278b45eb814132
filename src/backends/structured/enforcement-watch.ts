import type { WireFormId } from "../wire/wire-forms.ts";

/** So many documents in a row that break the schema mean that the decoder no longer insists. One may be a special token that prints as nothing. */
const LOST_AFTER = 3;

const broken = new Map<string, number>();

/** Counts the documents of one enforced form; true when enforcement is to be called lost. */
export function watchEnforcement(
  target: { readonly endpoint: string; readonly model: string },
  form: WireFormId,
  holds: boolean,
): boolean {
  const id = JSON.stringify([target.endpoint, target.model, form]);
  if (holds) {
    broken.delete(id);
    return false;
  }
  const count = (broken.get(id) ?? 0) + 1;
  broken.set(id, count);
  if (count < LOST_AFTER) return false;
  broken.delete(id);
  return true;
}
