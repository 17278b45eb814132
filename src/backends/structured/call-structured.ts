import { nearestName } from "../../nearest-name.ts";
import { CONTRACT_NAMES } from "../../schema/contract.ts";
import { isContractName } from "../../schema/contracts/index.ts";
import { zeroCapabilities } from "../capabilities.ts";
import { classify } from "../classify/classify.ts";
import { forgetProbe, probe } from "../probe/probe.ts";
import { capabilitiesMemory } from "../store/capabilities-memory.ts";
import { askedEndpoint } from "../transport/asked-endpoint.ts";
import type { Target } from "../transport/completion.ts";
import type { WireForm } from "../wire/wire-forms.ts";
import { defaultWorld } from "./default-world.ts";
import type { FormOutcome } from "./form-outcome.ts";
import { judgeRefusal } from "./judge-refusal.ts";
import { ladder } from "./ladder.ts";
import { type OutputShape, shapeOfContract, shapeOfSchema } from "./output-shape.ts";
import type { StructuredRequest, StructuredResult } from "./structured-call.ts";
import { StructuredRun } from "./structured-run.ts";

/**
 * One answer in a given shape: from the negotiated rung downwards, repaired, validated, asked again once. A constraint
 * is never the reason that a call fails: when every form is refused, the plain request and repair remain.
 *
 * Failures are values (`ok: false`); it throws a TypeError for misuse only, such as neither `contract` nor `schema`.
 */
export async function callStructured(asked: StructuredRequest): Promise<StructuredResult> {
  for (const name of ["endpoint", "model"] as const) {
    if (typeof asked[name] !== "string") throw new TypeError(`callStructured needs ${name} as a string`);
  }
  const request = { ...asked, endpoint: askedEndpoint(asked.endpoint) };
  const world = request.world ?? (await defaultWorld());
  const startedAt = world.now();
  const resolved = await resolveShape(request);
  if (typeof resolved === "string") return badContract(resolved, world.now() - startedAt);

  const capabilities = await capabilitiesFor(request, world);
  const provider =
    capabilities.key.provider === "" ? (request.provider ?? "generic") : capabilities.key.provider;
  const target: Target = {
    endpoint: request.endpoint,
    provider,
    model: request.model,
    ...(request.apiKey === undefined ? {} : { apiKey: request.apiKey }),
  };
  const run = new StructuredRun({ request, world, target, capabilities, shape: resolved, startedAt });
  await run.recall();
  const forms = ladder(capabilities, {
    mode: request.mode ?? "auto",
    hasTools: request.tools !== undefined && request.tools.length > 0,
    hasGrammar: resolved.constraint.grammar !== null,
    rung: run.rememberedRung ?? request.rung,
  });
  return await walkDown(run, forms);
}

async function walkDown(run: StructuredRun, forms: readonly WireForm[]): Promise<StructuredResult> {
  const suspects: { form: WireForm; outcome: Extract<FormOutcome, { kind: "failed" }> }[] = [];
  let last: FormOutcome | null = null;
  for (const form of forms) {
    const outcome = await run.tryForm(form);
    last = outcome;
    if (outcome.kind === "value" || outcome.kind === "invalid" || outcome.kind === "truncated") {
      // The same request without that field was answered: the refusal was about the field.
      for (const suspect of suspects) await demote(run, suspect.form, suspect.outcome);
      if (run.enforcementLost) await demoteLost(run, form);
      return run.finish(outcome);
    }
    if (outcome.kind === "runaway") {
      run.stepDown(form, "the model padded with white space under this constraint", null);
      continue;
    }
    const classification = classify(outcome.failure);
    switch (judgeRefusal(form, classification)) {
      case "return":
        return run.finish(outcome);
      case "demote":
        await demote(run, form, outcome);
        break;
      case "suspect":
        suspects.push({ form, outcome });
        run.stepDown(form, classification.reason, classification.serverMessage);
        break;
      case "schema":
        run.warn(
          "schema_refused",
          `the server takes ${form.id}, but not this schema${words(classification.serverMessage)}`,
        );
        run.stepDown(form, "the server refuses this schema", classification.serverMessage);
        break;
    }
  }
  return run.finish(last!);
}

async function demote(
  run: StructuredRun,
  form: WireForm,
  { failure }: Extract<FormOutcome, { kind: "failed" }>,
): Promise<void> {
  const { serverMessage, reason } = classify(failure);
  await run.demote(form, {
    verdict: "rejected",
    reason: `refused in a call: ${reason}`,
    serverMessage,
    httpStatus: "status" in failure ? failure.status : null,
  });
  forgetProbe(run.target);
}

async function demoteLost(run: StructuredRun, form: WireForm): Promise<void> {
  run.warn(
    "enforcement_lost",
    `${form.id} no longer holds: documents that break the schema came back one after the other`,
  );
  await run.demote(form, {
    verdict: "ignored",
    reason: "enforcement was lost: three documents in a row broke the schema",
    serverMessage: null,
    httpStatus: 200,
  });
  forgetProbe(run.target);
}

function words(serverMessage: string | null): string {
  return serverMessage === null ? "" : `: "${serverMessage}"`;
}

async function resolveShape(request: StructuredRequest): Promise<OutputShape | string> {
  if (request.contract !== undefined) {
    if (request.schema !== undefined)
      throw new TypeError("callStructured takes a contract or a schema, not both");
    if (!isContractName(request.contract)) return noContract(request.contract);
    return await shapeOfContract(request.contract);
  }
  if (request.schema === undefined)
    throw new TypeError("callStructured needs a contract, a schema or a role");
  const resolved = await shapeOfSchema(request.schema, "answer");
  return resolved.ok ? resolved.shape : `the schema cannot be used: ${resolved.message}`;
}

function noContract(name: string): string {
  const nearest = nearestName(name, CONTRACT_NAMES);
  return `there is no contract "${name}"${nearest === null ? "" : `; did you mean "${nearest}"?`}`;
}

async function capabilitiesFor(
  request: StructuredRequest,
  world: Awaited<ReturnType<typeof defaultWorld>>,
): ReturnType<typeof probe> {
  const key = { provider: request.provider ?? "auto", endpoint: request.endpoint, model: request.model };
  if (request.capabilities !== undefined) return request.capabilities;
  const unconstrained =
    request.mode === "off" || request.rung === "prompt_only" || (request.tools?.length ?? 0) > 0;
  if (unconstrained) return zeroCapabilities(key, "not probed: nothing is constrained in this call");
  return await probe(
    { ...key, ...(request.apiKey === undefined ? {} : { apiKey: request.apiKey }) },
    {
      world,
      memory: request.store === undefined ? undefined : capabilitiesMemory(request.store, world.now),
      probeTimeoutMs: request.probeTimeoutMs,
      signal: request.signal,
      onStep: (step) => request.onEvent?.({ type: "probing", step }),
    },
  );
}

function badContract(message: string, durationMs: number): StructuredResult {
  return {
    ok: false,
    value: null,
    error: {
      kind: "bad_contract",
      message,
      class: null,
      httpStatus: null,
      serverMessage: null,
      resetsAt: null,
      issues: [],
    },
    rung: "prompt_only",
    wireForm: "none",
    repairRung: null,
    attempts: 0,
    classes: [],
    usage: { promptTokens: 0, completionTokens: 0 },
    durationMs,
    warnings: [],
  };
}
