import type { Profile } from "../profile.ts";
import { ADVERSARIAL_PROFILES } from "./adversarial.ts";
import { DESKTOP_PROFILES } from "./desktop.ts";
import { ENGINE_PROFILES } from "./engines.ts";
import { HOSTED_PROFILES } from "./hosted.ts";
import { LITELLM_PROFILES } from "./litellm.ts";
import { LLAMACPP_PROFILES } from "./llamacpp.ts";
import { OLLAMA_PROFILES } from "./ollama.ts";
import { VLLM_PROFILES } from "./vllm.ts";

/** Every profile: servers with the manners of real ones first, then those made to mislead. */
export const PROFILES: readonly Profile[] = [
  ...LLAMACPP_PROFILES,
  ...OLLAMA_PROFILES,
  ...VLLM_PROFILES,
  ...ENGINE_PROFILES,
  ...DESKTOP_PROFILES,
  ...LITELLM_PROFILES,
  ...HOSTED_PROFILES,
  ...ADVERSARIAL_PROFILES,
];

/** The profile of that name. @throws RangeError where there is none */
export function profileOf(name: string): Profile {
  const found = PROFILES.find((each) => each.name === name);
  if (found === undefined) throw new RangeError(`there is no profile ${name}`);
  return found;
}
