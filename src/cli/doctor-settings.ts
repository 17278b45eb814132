import { describeOrigin } from "../config/describe-origin.ts";
import type { ResolvedConfig } from "../config/setting.ts";
import { homeDirectory } from "../data-directory.ts";
import type { DoctorSettings } from "../health/gather-doctor.ts";
import type { Io } from "./io.ts";

/** The settings that doctor, readiness and status look at, with their origins in words. */
export function doctorSettings({ values }: ResolvedConfig, io: Io): DoctorSettings {
  const home = homeDirectory(io.env);
  const origin = (name: "endpoint" | "model" | "provider" | "structured_decoding"): string =>
    describeOrigin(values[name], home);
  return {
    endpoint: { value: values.endpoint.value, origin: origin("endpoint") },
    model: { value: values.model.value, origin: origin("model") },
    provider: { value: values.provider.value, origin: origin("provider") },
    mode: { value: values.structured_decoding.value, origin: origin("structured_decoding") },
  };
}
