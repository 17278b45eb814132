/**
 * Rung `extract`: marks that end a turn in the chat templates of ChatML, Llama, Gemma, Phi, Mistral and GPT. A server
 * whose tokenizer does not know the model's mark as special hands it out as text, right where the model stopped.
 */
const END_MARKERS =
  /(?:\s*(?:<\|im_end\|>|<\|eot_id\|>|<\|eom_id\|>|<\|end_of_text\|>|<\|endoftext\|>|<\|end\|>|<end_of_turn>|<eos>|<\/s>))+\s*$/;

/** More marks in a row than this are somebody's text. */
const LOOKED_AT = 512;

/** The text up to the marks at its end. */
export function beforeEndMarkers(text: string): string {
  const from = Math.max(0, text.length - LOOKED_AT);
  const found = END_MARKERS.exec(text.slice(from));
  return found === null ? text : text.slice(0, from + found.index);
}
