import { type Capabilities, type CapabilitiesKey, type Evidence, zeroCapabilities } from "../capabilities.ts";
import { WIRE_FORMS, type WireFormId } from "../wire/wire-forms.ts";
import { HOSTED_PRESETS } from "./hosted-presets.ts";
import { LOCAL_PRESETS } from "./local-presets.ts";
import type { Preset } from "./preset.ts";

/** Every provider, local ones first. */
export const PRESETS: readonly Preset[] = [...LOCAL_PRESETS, ...HOSTED_PRESETS];

const BY_ID: ReadonlyMap<string, Preset> = new Map(PRESETS.map((row) => [row.id, row]));

/** The preset of that id; an unknown id gets the one for unknown servers. */
export function preset(id: string): Preset {
  return BY_ID.get(id) ?? BY_ID.get("generic")!;
}

/** The hosted provider whose host name this is, or is below; `null` for all others. */
export function presetForHost(hostname: string): Preset | null {
  const name = hostname.toLowerCase().replace(/\.$/, "");
  const row = HOSTED_PRESETS.find(({ defaultBaseUrl, hosts }) => {
    const all = defaultBaseUrl === null ? hosts : [new URL(defaultBaseUrl).hostname, ...hosts];
    return all.some((host) => name === host || name.endsWith(`.${host}`));
  });
  return row ?? null;
}

/** What a preset knows before anything was sent: a prior. It says what is worth a request and claims nothing. */
export function presetCapabilities(key: CapabilitiesKey): Capabilities {
  const { wireForms, title } = preset(key.provider);
  const evidence = WIRE_FORMS.map(
    (form): Evidence => ({
      rung: form.rung,
      wireForm: form.id,
      verdict: "skipped",
      weakerEffect: null,
      reason: priorReason(form.id, wireForms.includes(form.id), title),
      serverMessage: null,
      httpStatus: null,
      durationMs: null,
      channel: null,
      whitespaceRunaway: false,
      promptTokensOverBaseline: null,
      passing: false,
    }),
  );
  return { ...zeroCapabilities(key, "nothing has been probed"), evidence };
}

function priorReason(id: WireFormId, isWorth: boolean, title: string): string {
  if (id === "none") return "always possible, and enforces nothing";
  return isWorth ? `not tried yet; worth a request on ${title}` : `not worth a request on ${title}`;
}
