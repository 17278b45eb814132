// The public API: named exports only. What is not here is not promised.

export { type CallRoleRequest, callRole, type RoleResult } from "./agents/call-role.ts";
export { callStructured } from "./agents/call-structured.ts";
export type { ContractCall, StructuredCall } from "./agents/contract-request.ts";
export { foldRoleId } from "./agents/fold-role-id.ts";
export { JSON_STOP_SEQUENCES, normalizeDecoding } from "./agents/normalize-decoding.ts";
export { type ParsedRoles, parseRoles, type RoleProblem } from "./agents/parse-roles.ts";
export { rolePrompt } from "./agents/role-prompt.ts";
export type { NormalizedRole, RoleSpec } from "./agents/role-spec.ts";
export { ROLES } from "./agents/roles/index.ts";
export { streamStructured } from "./agents/stream-structured.ts";
export {
  type Capabilities,
  type CapabilitiesKey,
  type Conditions,
  type Evidence,
  VERDICTS,
  type Verdict,
  type WeakerEffect,
  zeroCapabilities,
} from "./backends/capabilities.ts";
export { type Classification, classify, type FailureScope } from "./backends/classify/classify.ts";
export { type Discovered, discover } from "./backends/identify/discover.ts";
export { identify } from "./backends/identify/identify.ts";
export { PROVIDERS, type ProviderId, type ServerIdentity } from "./backends/presets/preset.ts";
export { PRESETS, preset, presetCapabilities, presetForHost } from "./backends/presets/presets.ts";
export {
  type CapabilitiesMemory,
  forgetProbe,
  type ProbeRequest,
  probe,
} from "./backends/probe/public-probe.ts";
export { type Clock, systemClock } from "./backends/retry/clock.ts";
export { retry } from "./backends/retry/retry.ts";
export { defaultRetryPolicy, type RetryPolicy } from "./backends/retry/retry-policy.ts";
export { capabilitiesMemory } from "./backends/store/capabilities-memory.ts";
export { openStore, type Store } from "./backends/store/store.ts";
export { callPlain, type PlainCallRequest, type PlainResult } from "./backends/structured/call-plain.ts";
export type { FailureMemory } from "./backends/structured/failure-memory.ts";
export type { StructuredStreamEvent } from "./backends/structured/stream-structured.ts";
export type {
  StructuredError,
  StructuredEvent,
  StructuredRequest,
  StructuredResult,
  StructuredWarning,
} from "./backends/structured/structured-call.ts";
export { normalizeBaseUrl } from "./backends/transport/base-url.ts";
export type { ChatMessage, Completion, Target, ToolCall, Usage } from "./backends/transport/completion.ts";
export { FAILURE_CLASSES, type Failure, type FailureClass } from "./backends/transport/failure.ts";
export { firstToolCall } from "./backends/transport/first-tool-call.ts";
export { createTransport, type Transport } from "./backends/transport/transport.ts";
export { RUNGS, type Rung } from "./backends/wire/rung.ts";
export { type Constraint, WIRE_FORMS, type WireForm, type WireFormId } from "./backends/wire/wire-forms.ts";
export { type DataDirectories, dataDirectories, dataFiles } from "./data-directory.ts";
export { openFailureMemory } from "./evolve/failure-memory.ts";
export type { CodePointRange } from "./grammar/code-point-ranges.ts";
export { deriveGrammar } from "./grammar/derive-grammar.ts";
export { GrammarError } from "./grammar/grammar-error.ts";
export type { Matcher } from "./grammar/matcher.ts";
export { type Grammar, parseGrammar } from "./grammar/parse-grammar.ts";
export type { JsonObject, JsonValue } from "./json-value.ts";
export { type RepairOptions, repair } from "./repair/repair.ts";
export { type RepairResult, type RepairWarning, TruncatedError } from "./repair/repair-result.ts";
export { REPAIR_RUNGS, type RepairRung } from "./repair/repair-rung.ts";
export { RepairStats } from "./repair/repair-stats.ts";
export { adviseSchema } from "./schema/advise-schema.ts";
export { type CompiledSchema, compileSchema } from "./schema/compile-schema.ts";
export { CONTRACT_NAMES, type Contract, type ContractName } from "./schema/contract.ts";
export type { ContractValues } from "./schema/contract-values.ts";
export { CONTRACTS, contractOf, isContractName } from "./schema/contracts/index.ts";
export type { Issue } from "./schema/issue.ts";
export { judgeTargets } from "./schema/judge-targets.ts";
export type { LintFinding } from "./schema/lint-finding.ts";
export { lintSchema } from "./schema/lint-schema.ts";
export { strictViolations } from "./schema/strict.ts";
export type { Validator } from "./schema/validator.ts";
export { validatorFor } from "./schema/validator-for.ts";
