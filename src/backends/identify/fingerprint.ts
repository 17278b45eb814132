import { createHash } from "node:crypto";
import type { ListedModel, ProviderId } from "../presets/preset.ts";
import { childOf, MODELS, type Observations, objectAt, objectsIn, stringAt } from "./observation.ts";
import { isNamed } from "./read-models.ts";
import { propsOf } from "./read-props.ts";

export interface FingerprintInput {
  readonly kind: ProviderId;
  readonly version: string | null;
  readonly model: ListedModel | null;
}

/**
 * Changes whenever evidence may have stopped holding: another version, another file behind the same name, another
 * template. `null` where the version or the model behind the name is not shown, or was not answered this time: what is
 * unknown is not different, and must not end what was proven.
 */
export function fingerprint(seen: Observations, { kind, version, model }: FingerprintInput): string | null {
  if (version === null) return null;
  const parts = modelParts(seen, kind, model);
  return parts === null ? null : [kind, version, ...parts.filter((part) => part !== null)].join(" ");
}

/** What shows which model answers; `null` where it should be shown and is not. */
function modelParts(
  seen: Observations,
  kind: ProviderId,
  model: ListedModel | null,
): readonly (string | null)[] | null {
  const id = model?.id ?? null;
  const listed = objectsIn(objectAt(seen, MODELS)?.["data"]).find((each) => each["id"] === id) ?? null;
  switch (kind) {
    case "llamacpp":
    case "ik_llama":
    case "jan": {
      // A router shows a model's settings only while it is loaded, and its file always.
      if (model !== null && model.status !== null) return fileParts(stringAt(listed?.["path"]), null);
      const props = propsOf(seen, id);
      const file = fileParts(stringAt(props?.["model_path"]), stringAt(props?.["chat_template"]));
      return [...file, stringAt(props?.["model_ftype"])];
    }
    case "ollama": {
      const tag = objectsIn(objectAt(seen, "/api/tags")?.["models"]).find((each) =>
        isNamed(each["name"], id),
      );
      const digest = stringAt(tag?.["digest"]);
      return digest === null ? null : [digest.slice(0, 12)];
    }
    case "vllm":
    case "sglang":
    case "aphrodite":
      return listed === null ? null : [stringAt(listed["root"])];
    case "tgi": {
      const info = objectAt(seen, "/info");
      return [stringAt(info?.["model_id"]), stringAt(info?.["model_sha"])?.slice(0, 12) ?? null];
    }
    case "litellm": {
      // Its own version says nothing of the server behind it.
      const route = objectsIn(objectAt(seen, "/v1/model/info")?.["data"]).find(
        (each) => each["model_name"] === id,
      );
      const inner = stringAt(childOf(route ?? null, "litellm_params")?.["model"]);
      return inner === null ? null : [inner];
    }
    default:
      return [];
  }
}

/** The file's name, and a hash of its whole path and of the template: a path may hold a user's name. */
function fileParts(path: string | null, template: string | null): readonly (string | null)[] {
  const name = path?.replace(/^.*[\\/]/, "") ?? null;
  const hash = createHash("sha256")
    .update(JSON.stringify([path, template]))
    .digest("hex");
  return path === null && template === null ? [] : [name, hash.slice(0, 12)];
}
