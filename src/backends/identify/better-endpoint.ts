import { presetForHost } from "../presets/presets.ts";
import type { IdentifyOptions } from "./identify.ts";
import type { PathObservation } from "./observation.ts";

/**
 * Something answers, and not with a model list: is the API one path further down, or up? Where a key is wanted, the refusal
 * of it (401 where the endpoint itself says 404) shows the API as well. Asked without the key, since these addresses are guesses.
 */
export async function betterEndpoint(
  list: PathObservation | undefined,
  { endpoint, get, timeoutMs, signal }: IdentifyOptions,
): Promise<string | null> {
  if (list?.status == null || isRefusalOrLoading(list.status) || isModelList(list.json)) return null;
  // mlx_lm 0.32, where no Hugging Face cache exists.
  if (list.status === 200 && list.text === "") return null;
  const answers = await Promise.all(
    candidates(endpoint).map(async (candidate) => {
      const reply = await get(`${candidate}/models`, {
        timeoutMs,
        ...(signal === undefined ? {} : { signal }),
      });
      const isApi =
        reply.ok &&
        ((reply.status === 200 && isModelList(reply.json)) || (reply.status === 401 && list.status === 404));
      return isApi ? candidate : null;
    }),
  );
  return answers.find((each) => each !== null) ?? null;
}

function isRefusalOrLoading(status: number): boolean {
  return status === 401 || status === 403 || status === 503;
}

/** The likeliest first. A hosted provider's own address is known. */
function candidates(endpoint: string): readonly string[] {
  const { origin, hostname } = new URL(endpoint);
  const usual = presetForHost(hostname)?.defaultBaseUrl ?? null;
  const beside = endpoint.replace(/\/v1$/, "");
  const all =
    usual !== null && new URL(usual).origin === origin
      ? [usual]
      : [`${beside}/v1`, beside, `${beside}/api/v1`, `${origin}/v1`];
  return [...new Set(all)].filter((each) => each !== endpoint);
}

function isModelList(json: unknown): boolean {
  return typeof json === "object" && json !== null && Array.isArray((json as { data?: unknown }).data);
}
