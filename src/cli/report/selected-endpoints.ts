import type { ResolvedConfig } from "../../config/setting.ts";
import { nearestName } from "../../nearest-name.ts";
import { UsageError } from "../usage-error.ts";

/** One endpoint of `--endpoints`: a name of the settings, or a URL. */
export type SelectedEndpoint =
  | { readonly name: string; readonly use: string }
  | { readonly name: string; readonly endpoint: string };

/** `all` is every named endpoint. What is neither a name nor looks like an address is refused with the nearest name. */
export function selectedEndpoints(
  list: string,
  { endpoints }: Pick<ResolvedConfig, "endpoints">,
): readonly SelectedEndpoint[] {
  const names = endpoints.map((each) => each.name);
  const wanted = list
    .split(",")
    .map((each) => each.trim())
    .filter((each) => each !== "");
  const items = [...new Set(wanted.flatMap((each) => (each === "all" ? names : [each])))];
  if (items.length === 0) {
    throw new UsageError(
      wanted.includes("all") ? "no endpoint is named in the settings" : "--endpoints names no endpoint",
      "Name one: slmcode config set endpoints.work.endpoint http://127.0.0.1:8080/v1",
    );
  }
  return items.map((item) => {
    if (names.includes(item)) return { name: item, use: item };
    if (/[:/.]/.test(item) || item === "localhost") return { name: item, endpoint: item };
    const nearest = nearestName(item, names);
    throw new UsageError(
      `"${item}" is neither a URL nor an endpoint of the settings`,
      nearest === null
        ? `There are: ${names.length === 0 ? "none" : names.join(", ")}`
        : `Did you mean: ${nearest}`,
    );
  });
}
