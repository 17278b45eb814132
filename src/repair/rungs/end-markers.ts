/**
 * Rung `extract`: marks that end a turn in the chat templates of ChatML, Llama, Gemma, Phi, Mistral and GPT. A server
 * whose tokenizer does not know the model's mark as special hands it out as text, right where the model stopped.
 */
const END_MARKER =
  "(?:<\\|im_end\\|>|<\\|eot_id\\|>|<\\|eom_id\\|>|<\\|end_of_text\\|>|<\\|endoftext\\|>|<\\|end\\|>|<end_of_turn>|<eos>|</s>)";
const END_MARKERS = new RegExp(`(?:\\s*${END_MARKER})+\\s*$`);
/** And then a turn of somebody else, which the model went on to make up: ChatML, Gemma, Llama 3, Phi, Mistral. */
const NEXT_TURN = new RegExp(
  `${END_MARKER}\\s{0,8}(?:<\\|im_start\\|>|<start_of_turn>|<\\|start_header_id\\|>|<\\|(?=user\\|>)|\\[INST\\])(?!\\s*(?:assistant|model)\\b)`,
);

/** More marks in a row than this are somebody's text. */
const LOOKED_AT = 512;

/** The text up to the marks at its end. */
export function beforeEndMarkers(text: string): string {
  const from = Math.max(0, text.length - LOOKED_AT);
  const found = END_MARKERS.exec(text.slice(from));
  return found === null ? text : text.slice(0, from + found.index);
}

/** The text up to where the model ended its turn and wrote the next one itself; `null` where it did not. */
export function beforeNextTurn(text: string): string | null {
  const found = NEXT_TURN.exec(text);
  return found === null ? null : text.slice(0, found.index);
}
