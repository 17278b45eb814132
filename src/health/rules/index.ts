import type { ReadinessRule } from "../readiness-rule.ts";
import { capField } from "./cap-field.ts";
import { capSize } from "./cap-size.ts";
import { chatTemplate } from "./chat-template.ts";
import { concurrency } from "./concurrency.ts";
import { connection } from "./connection.ts";
import { contextWindow } from "./context-window.ts";
import { decoding } from "./decoding.ts";
import { firstByteTimeout } from "./first-byte-timeout.ts";
import { flashAttention } from "./flash-attention.ts";
import { gpuShare } from "./gpu-share.ts";
import { keepAlive } from "./keep-alive.ts";
import { kvCache } from "./kv-cache.ts";
import { mode } from "./mode.ts";
import { modelFormat } from "./model-format.ts";
import { penalties } from "./penalties.ts";
import { promptBudget } from "./prompt-budget.ts";
import { quantization } from "./quantization.ts";
import { retries } from "./retries.ts";
import { stopSequences } from "./stop-sequences.ts";
import { temperature } from "./temperature.ts";
import { thinking } from "./thinking.ts";
import { totalTimeout } from "./total-timeout.ts";
import { whitespace } from "./whitespace.ts";

/** Grows by one when a rule is added, dropped, weighed or judged anew: scores of different sets cannot be compared. */
export const RULESET = 2;

/** The rules of readiness, in the order in which they are shown. */
export const RULES: readonly ReadinessRule[] = [
  connection,
  decoding,
  whitespace,
  mode,
  contextWindow,
  promptBudget,
  capField,
  capSize,
  thinking,
  temperature,
  penalties,
  stopSequences,
  firstByteTimeout,
  totalTimeout,
  retries,
  concurrency,
  quantization,
  modelFormat,
  chatTemplate,
  keepAlive,
  gpuShare,
  kvCache,
  flashAttention,
];
