/** Marks that end a turn: ChatML, Llama 3 and 4, Gemma, Phi, Mistral, gpt-oss, DeepSeek, Command R. */
const TURN_ENDS: readonly string[] = [
  "<\\|im_end\\|>",
  "<\\|eot_id\\|>",
  "<\\|eom_id\\|>",
  "<\\|eot\\|>",
  "<\\|eom\\|>",
  "<end_of_turn>",
  "<\\|end\\|>",
  "</s>",
  "<\\|return\\|>",
  "<\\|call\\|>",
  "<｜end▁of▁sentence｜>",
  "<\\|END_OF_TURN_TOKEN\\|>",
];
/** Marks that end the whole text: what follows is another one, whoever speaks in it. */
const TEXT_ENDS: readonly string[] = ["<\\|end_of_text\\|>", "<\\|endoftext\\|>", "<eos>"];
/** Marks that begin a turn, followed by the name of who speaks. */
const TURN_STARTS: readonly string[] = [
  "<\\|im_start\\|>",
  "<start_of_turn>",
  "<\\|start_header_id\\|>",
  "<\\|header_start\\|>",
  "<\\|start\\|>",
  "<\\|(?=user\\|>)",
  "<｜(?=User｜>)",
  "<\\|START_OF_TURN_TOKEN\\|>",
  "\\[INST\\]",
];
/** The model itself goes on: its reasoning was a turn of its own. */
const ITSELF = "\\s*(?:(?:assistant|model)\\b|<\\|CHATBOT)";

/**
 * Rung `extract`: a server whose tokenizer does not know the model's mark as special hands it out as text, right where
 * the model stopped.
 */
const END_MARKER = `(?:${[...TURN_ENDS, ...TEXT_ENDS].join("|")})`;
const END_MARKERS = new RegExp(`(?:\\s*${END_MARKER})+\\s*$`);
/** And then a turn of somebody else, which the model went on to make up, or another text. Some templates begin a text with such a mark. */
const NEXT_TURN = new RegExp(
  `${END_MARKER}\\s{0,8}(?:${TURN_STARTS.join("|")})(?!${ITSELF})|(?<=\\S)\\s{0,8}(?:${TEXT_ENDS.join("|")})(?=\\s*\\S)`,
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
