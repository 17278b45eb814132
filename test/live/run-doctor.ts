import { type CliResult, runCli } from "../helpers/run-cli.ts";
import { temporaryFolder } from "../helpers/temporary-folder.ts";
import type { LiveServer } from "./live-server.ts";

/** The parts of `doctor --json` that are compared here. */
export interface DoctorJson {
  readonly exit_code: number;
  readonly connection: {
    readonly state: string;
    readonly provider: string;
    readonly rung: string;
    readonly wire_form: string;
    readonly verdict: string;
    readonly context_tokens: number | null;
    readonly from_cache: boolean;
  };
  readonly evidence: readonly {
    readonly wire_form: string;
    readonly verdict: string;
    readonly weaker_effect: string | null;
    readonly server_message: string | null;
  }[];
  readonly cost: { readonly requests: number };
}

export interface DoctorRun extends CliResult {
  readonly report: DoctorJson;
}

export interface DoctorOptions {
  /** Where capabilities are remembered. @default a new folder */
  readonly home?: string;
  readonly apiKey?: string;
  readonly model?: string;
}

const TIMEOUT_MS = 240_000;

/** Runs the built `slmcode doctor --json` against a live server as a user would. */
export async function runDoctor(
  server: LiveServer,
  args: readonly string[],
  { home = temporaryFolder(), apiKey = server.apiKey ?? "", model = server.model }: DoctorOptions = {},
): Promise<DoctorRun> {
  const target = ["--endpoint", server.url, "--model", model, "--timeout", `${TIMEOUT_MS}ms`];
  const result = await runCli(["doctor", "--json", ...target, ...args], {
    env: { SLMCODE_HOME: home, HOME: home, ...(apiKey === "" ? {} : { SLMCODE_API_KEY: apiKey }) },
    cwd: home,
    timeoutMs: TIMEOUT_MS + 10_000,
  });
  try {
    return { ...result, report: JSON.parse(result.stdout) as DoctorJson };
  } catch {
    throw new Error(`doctor printed no JSON, exit code ${result.code}: ${result.stderr || result.stdout}`);
  }
}
