import { nearestName } from "../../nearest-name.ts";
import { FAULT_NAMES, type Faults, faultOf } from "../../simulator/faults.ts";
import type { Profile } from "../../simulator/profile.ts";
import { PROFILES } from "../../simulator/profiles/index.ts";
import { startSimulator } from "../../simulator/start-simulator.ts";
import { EXIT } from "../exit-codes.ts";
import type { Io } from "../io.ts";
import { jsonText } from "../render/json-text.ts";
import { wrap } from "../render/wrap.ts";
import { UsageError } from "../usage-error.ts";
import { numberOf } from "./number-option.ts";
import type { SimulateFlags } from "./simulate.ts";

/** Serves a profile until Ctrl-C. */
export async function runSimulate(flags: SimulateFlags, io: Io): Promise<number> {
  if (flags.list === true) {
    io.print(
      flags.json === true
        ? jsonText({
            profiles: PROFILES.map(({ name, title, source, adversarial, manners }) => ({
              name,
              title,
              source,
              adversarial: adversarial === true,
              manners,
            })),
          })
        : listText(io.columns),
    );
    return EXIT.ok;
  }
  const profile = profileNamed(flags.profile);
  const port = numberOf("--port", flags.port, { minimum: 0, maximum: 65_535, whole: true }) ?? 0;
  const seed = numberOf("--seed", flags.seed, { minimum: 0, maximum: 4_294_967_295, whole: true }) ?? 1;
  const simulator = await startSimulator({
    profile,
    port,
    seed,
    model: flags.model ?? "noise",
    faults: faultsOf(flags.fault ?? []),
    ...(flags.apiKey === undefined ? {} : { apiKey: flags.apiKey }),
  }).catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(
      `port ${port} cannot be used (${error.code ?? error.message})`,
      "Choose another with --port, or leave it away.",
    );
  });
  io.print(
    flags.json === true
      ? jsonText({ url: simulator.url, profile: profile.name, model: flags.model ?? "noise", seed })
      : `${profile.title}, simulated, at ${simulator.url}\n  ${profile.source}\n  models: ${profile.models.join(", ")}; end it with Ctrl-C\n`,
  );
  await new Promise<void>((resolve) => {
    if (io.signal.aborted) resolve();
    else io.signal.addEventListener("abort", () => resolve(), { once: true });
  });
  await simulator.close();
  return EXIT.interrupted;
}

function profileNamed(name: string | undefined): Profile {
  if (name === undefined)
    throw new UsageError("say which server: --profile NAME", "slmcode simulate --list shows them.");
  const found = PROFILES.find((each) => each.name === name);
  if (found !== undefined) return found;
  const nearest = nearestName(
    name,
    PROFILES.map((each) => each.name),
  );
  throw new UsageError(
    `there is no profile "${name}"`,
    nearest === null ? "slmcode simulate --list shows them." : `Did you mean: ${nearest}`,
  );
}

function faultsOf(names: readonly string[]): Faults {
  const faults = names.map((name) => {
    const fault = faultOf(name);
    if (fault === null)
      throw new UsageError(`there is no fault "${name}"`, `There are: ${FAULT_NAMES.join(", ")}`);
    return fault;
  });
  return Object.assign({}, ...faults) as Faults;
}

function listText(columns: number): string {
  return PROFILES.map(({ name, title, source }) => {
    const lines = wrap(source, Math.min(columns, 100) - 4).map((line) => `    ${line}`);
    return `${name.padEnd(30)} ${title}\n${lines.join("\n")}\n`;
  }).join("");
}
