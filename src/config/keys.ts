import type { ProviderId } from "../backends/presets/preset.ts";
import {
  ENDPOINT_NAME_KIND,
  MODEL_KIND,
  PROVIDER_KIND,
  URL_KIND,
  VARIABLE_KIND,
} from "./connection-kinds.ts";
import { choice, decimalNumber, duration, listOf, text, type ValueKind, wholeNumber } from "./value-kind.ts";

/** Every setting and the type of its value. `null`: nothing is set, and slmcode finds out or leaves it to the server. */
export interface ConfigValues {
  readonly endpoint: string | null;
  readonly model: string | null;
  readonly provider: "auto" | ProviderId;
  readonly api_key_env: string | null;
  readonly use: string | null;
  readonly allowed_endpoints: readonly string[];
  readonly structured_decoding: "auto" | "off";
  readonly temperature: number | null;
  readonly max_tokens: number;
  readonly max_tokens_field: "auto" | "max_tokens" | "max_completion_tokens";
  readonly thinking: "auto" | "off";
  readonly stop: readonly string[];
  readonly prompt_budget: number | null;
  readonly concurrency: number;
  readonly connect_timeout_ms: number;
  readonly first_byte_timeout_ms: number;
  readonly timeout_ms: number;
  readonly probe_timeout_ms: number;
  readonly llm_retry_count: number;
  readonly llm_retry_delay_ms: number;
  readonly fail_on: "fail" | "warn" | "never";
}

export type KeyName = keyof ConfigValues;

export interface KeySpec<T> {
  readonly kind: ValueKind<Exclude<T, null>>;
  readonly default: T;
  /** For `docs/configuration.md` and editors: what it does, when to change it. */
  readonly description: string;
  /** The flag that sets it, on the commands that take it. */
  readonly flag: string | null;
  /** False where somebody else's file must not decide: see the trust rule in `trust.ts`. */
  readonly projectMay: boolean;
}

type Optional = "flag" | "projectMay";

function key<T>(spec: Omit<KeySpec<T>, Optional> & Partial<Pick<KeySpec<T>, Optional>>): KeySpec<T> {
  return { flag: null, projectMay: true, ...spec };
}

const DAY_MS = 86_400_000;

/** The one table of settings. Reading, editing, `docs/configuration.md` and `schemas/config.schema.json` all come from it. */
export const KEYS: { readonly [Name in KeyName]: KeySpec<ConfigValues[Name]> } = {
  endpoint: key<string | null>({
    kind: URL_KIND,
    default: null,
    flag: "--endpoint",
    description:
      "Base URL of the server, usually ending in `/v1`. When it is not set, the usual ports of this machine are asked.",
  }),
  model: key<string | null>({
    kind: MODEL_KIND,
    default: null,
    flag: "--model",
    description:
      "Model to ask for, as the server lists it. When it is not set, the loaded or only model is taken.",
  }),
  provider: key<"auto" | ProviderId>({
    kind: PROVIDER_KIND,
    default: "auto",
    flag: "--provider",
    description: "Kind of server. `auto` finds out. It decides what is tried first, never what is believed.",
  }),
  api_key_env: key<string | null>({
    kind: VARIABLE_KIND,
    default: null,
    flag: "--api-key-env",
    projectMay: false,
    description:
      "Name of the environment variable that holds the key. When it is not set, `SLMCODE_API_KEY` is read. Keys themselves are never stored.",
  }),
  use: key<string | null>({
    kind: ENDPOINT_NAME_KIND,
    default: null,
    flag: "--use",
    description:
      "Name of the entry under `endpoints` to use. It stands for the plain `endpoint`, `model`, `provider` and `api_key_env`.",
  }),
  allowed_endpoints: key<readonly string[]>({
    kind: listOf(URL_KIND, 1000),
    default: [],
    projectMay: false,
    description:
      "Endpoints that may get a key although only a project's file names them. `slmcode config allow-endpoint URL` adds one.",
  }),
  structured_decoding: key<"auto" | "off">({
    kind: choice(["auto", "off"], {
      none: "off",
      false: "off",
      "0": "off",
      prompt: "off",
      "prompt-only": "off",
    }),
    default: "auto",
    description:
      "`auto` uses the strongest mechanism that a probe has proven. `off` sends no constraint, and answers are only repaired and validated.",
  }),
  temperature: key<number | null>({
    kind: decimalNumber({ minimum: 0, maximum: 2 }),
    default: null,
    description:
      "Sampling temperature. When it is not set, the server's own applies, which for Ollama's `/v1` is 1.0 whatever the model file says.",
  }),
  max_tokens: key<number>({
    kind: wholeNumber({ minimum: 1, maximum: 1_000_000 }),
    default: 2048,
    description: "Cap on the tokens of an answer. Models that think first need more, 8192 or so.",
  }),
  max_tokens_field: key<"auto" | "max_tokens" | "max_completion_tokens">({
    kind: choice(["auto", "max_tokens", "max_completion_tokens"]),
    default: "auto",
    description:
      "Request field that carries the cap. `auto` sends the one that the probe found to be obeyed.",
  }),
  thinking: key<"auto" | "off">({
    kind: choice(["auto", "off"], { none: "off", false: "off", "0": "off" }),
    default: "auto",
    description:
      "`off` asks the server to leave out thinking in structured calls. `auto` does what the probe found constraints to hold under.",
  }),
  stop: key<readonly string[]>({
    kind: listOf(
      text({ title: "text", pattern: /^[\s\S]{1,200}$/, expected: "text of 1 to 200 characters" }),
      16,
    ),
    default: [],
    description:
      "Stop sequences sent with every call. One that contains `}`, a line feed or a code fence can cut off JSON.",
  }),
  prompt_budget: key<number | null>({
    kind: wholeNumber({ minimum: 256, maximum: 10_000_000 }),
    default: null,
    description:
      "Tokens that a prompt may have. `ask` and `run` warn about a longer one, at four bytes a token; `readiness` compares it with what the server's context leaves after `max_tokens`.",
  }),
  concurrency: key<number>({
    kind: wholeNumber({ minimum: 1, maximum: 256 }),
    default: 1,
    description:
      "Requests sent to one endpoint at a time. More than the server has slots only makes each one wait.",
  }),
  connect_timeout_ms: key<number>({
    kind: duration({ minimum: 1, maximum: DAY_MS }),
    default: 2000,
    description: "Time for the connection to be made.",
  }),
  first_byte_timeout_ms: key<number>({
    kind: duration({ minimum: 1, maximum: DAY_MS }),
    default: 300_000,
    description:
      "Time until the answer begins. Servers begin after the model is loaded, and some stop loading when the client gives up.",
  }),
  timeout_ms: key<number>({
    kind: duration({ minimum: 1, maximum: DAY_MS }),
    default: 600_000,
    description: "Time for a whole call.",
  }),
  probe_timeout_ms: key<number>({
    kind: duration({ minimum: 100, maximum: DAY_MS }),
    default: 20_000,
    flag: "--timeout",
    description: "Time for a whole probe. Waiting for a model that is being loaded comes on top.",
  }),
  llm_retry_count: key<number>({
    kind: wholeNumber({ minimum: 0, maximum: 10 }),
    default: 0,
    description:
      "Attempts after a failed one in calls that are not structured: free text and tools. They take the place of slmcode's own retries and never multiply with them; when it is not set, those apply.",
  }),
  llm_retry_delay_ms: key<number>({
    kind: duration({ minimum: 0, maximum: 600_000 }),
    default: 0,
    description: "Pause before each of `llm_retry_count` attempts.",
  }),
  fail_on: key<"fail" | "warn" | "never">({
    kind: choice(["fail", "warn", "never"]),
    default: "fail",
    flag: "--fail-on",
    description: "From which findings on `doctor` and `readiness` exit with 1.",
  }),
};

export const KEY_NAMES: readonly KeyName[] = Object.keys(KEYS) as KeyName[];

/** What an entry under `endpoints` may hold: the connection, by the same rules as the plain keys. */
export const ENDPOINT_FIELDS = ["endpoint", "model", "provider", "api_key_env"] as const;

/** The environment variable of a key: `SLMCODE_` and its name in capitals. */
export function variableOf(name: KeyName): string {
  return `SLMCODE_${name.toUpperCase()}`;
}
