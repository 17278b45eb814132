import { nearestName } from "../../nearest-name.ts";
import { FAULT_KINDS, FAULT_NAMES, type FaultName, type Faults, faultOf } from "../../simulator/faults.ts";
import type { Manner, Profile } from "../../simulator/profile.ts";
import { PROFILES } from "../../simulator/profiles/index.ts";
import { type RecordedRequest, type Simulator, startSimulator } from "../../simulator/start-simulator.ts";
import { EXIT } from "../exit-codes.ts";
import type { Io } from "../io.ts";
import { jsonText } from "../render/json-text.ts";
import { plainText } from "../render/plain-text.ts";
import { wrap } from "../render/wrap.ts";
import { UsageError } from "../usage-error.ts";
import { numberOf } from "./number-option.ts";
import type { SimulateFlags } from "./simulate.ts";

/** Serves a profile until Ctrl-C; the requests that come in are told on stderr. */
export async function runSimulate(flags: SimulateFlags, io: Io): Promise<number> {
  if (flags.list === true) {
    io.print(flags.json === true ? listJson() : listText(io.columns));
    return EXIT.ok;
  }
  const profile = profileNamed(flags.profile);
  const port = numberOf("--port", flags.port, { minimum: 0, maximum: 65_535, whole: true }) ?? 0;
  const seed = numberOf("--seed", flags.seed, { minimum: 0, maximum: 4_294_967_295, whole: true }) ?? 1;
  const model = flags.model ?? "noise";
  const simulator = await startSimulator({
    profile,
    port,
    seed,
    model,
    faults: faultsOf(flags.fault ?? []),
    ...(flags.apiKey === undefined ? {} : { apiKey: flags.apiKey }),
    onRequest: (request) => io.warn(`${requestText(request)}\n`),
  }).catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(
      `port ${port} cannot be used (${error.code ?? error.message})`,
      "Choose another with --port, or leave it away.",
    );
  });
  io.print(
    flags.json === true
      ? jsonText({ url: simulator.url, profile: profile.name, model, seed, source: profile.source })
      : startText(simulator, profile, io.columns),
  );
  await new Promise<void>((resolve) => {
    if (io.signal.aborted) resolve();
    else io.signal.addEventListener("abort", () => resolve(), { once: true });
  });
  await simulator.close();
  return EXIT.interrupted;
}

function startText({ url }: Simulator, profile: Profile, columns: number): string {
  const lines = wrap(profile.source, Math.min(columns, 100) - 2).map((line) => `  ${line}\n`);
  return `${profile.title}, simulated, at ${url}\n${lines.join("")}  models: ${profile.models.join(", ")}\n  try: slmcode doctor --endpoint ${url} --model ${profile.models[0]}\n  Ctrl-C ends it.\n`;
}

/** One line for a request: what it was, what the server does with its constraint, and the status. */
function requestText({ method, path, status, constraint, manner }: RecordedRequest): string {
  const what = constraint === null ? "" : ` ${constraint} (${mannerText(manner ?? "ignored")})`;
  const end = status === 0 ? "no answer" : String(status);
  return `${plainText(`${method} ${path}`.slice(0, 200))}${what} ${end}`;
}

function mannerText(manner: Manner): string {
  return typeof manner === "string" ? manner.replaceAll("_", " ") : "refused";
}

function profileNamed(name: string | undefined): Profile {
  if (name === undefined)
    throw new UsageError("say which server: --profile NAME", "slmcode simulate --list shows them.");
  const found = PROFILES.find((each) => each.name === name);
  if (found !== undefined) return found;
  throw new UsageError(`there is no profile "${plainText(name.slice(0, 80))}"`, hintFor(name));
}

/** The profiles that begin like the name, or else the nearest one. */
function hintFor(name: string): string {
  const names = PROFILES.map((each) => each.name);
  const begun = name === "" ? [] : names.filter((each) => each.startsWith(name.toLowerCase()));
  const nearest = nearestName(name, names);
  const hints = begun.length > 0 ? begun : nearest === null ? [] : [nearest];
  return hints.length === 0 ? "slmcode simulate --list shows them." : `Did you mean: ${hints.join(", ")}`;
}

function faultsOf(names: readonly string[]): Faults {
  return Object.assign({}, ...names.map(faultNamed)) as Faults;
}

function faultNamed(text: string): Faults {
  const fault = faultOf(text);
  if (typeof fault === "object") return fault;
  const [name = ""] = text.split("=");
  if (fault === "unknown")
    throw new UsageError(`there is no fault "${plainText(name)}"`, `There are: ${FAULT_NAMES.join(", ")}`);
  throw new UsageError(
    `--fault ${name} takes a whole number from 1 to 1000000, not "${plainText(text.slice(name.length + 1))}"`,
    `It means: ${FAULT_KINDS[name as FaultName].amount}`,
  );
}

function listJson(): string {
  const profiles = PROFILES.map(({ name, title, source, adversarial, manners }) => ({
    name,
    title,
    source,
    adversarial: adversarial === true,
    manners: Object.fromEntries(
      Object.entries(manners).map(([id, manner]) => [
        id,
        typeof manner === "string" ? manner : `refused ${manner.refused.status}`,
      ]),
    ),
  }));
  return jsonText({
    profiles,
    faults: FAULT_NAMES.map((name) => ({ name, amount: FAULT_KINDS[name].amount })),
  });
}

function listText(columns: number): string {
  const width = Math.max(...PROFILES.map(({ name }) => name.length)) + 2;
  const text = (profiles: readonly Profile[]): string =>
    profiles
      .map(({ name, title, source }) => {
        const lines = wrap(source, Math.min(columns, 100) - 4).map((line) => `    ${line}\n`);
        return `${name.padEnd(width)}${title}\n${lines.join("")}`;
      })
      .join("");
  const honest = PROFILES.filter((each) => each.adversarial !== true);
  const misleading = PROFILES.filter((each) => each.adversarial === true);
  return `${text(honest)}\nMade to mislead a probe:\n\n${text(misleading)}`;
}
