import type { Check } from "../check.ts";
import { authCheck } from "./auth.ts";
import { contextCheck } from "./context.ts";
import { endpointCheck } from "./endpoint.ts";
import { fieldsCheck } from "./fields.ts";
import { historyCheck } from "./history.ts";
import { modelCheck } from "./model.ts";
import { networkCheck } from "./network.ts";
import { serverCheck } from "./server.ts";
import { settingsCheck } from "./settings.ts";
import { structuredCheck } from "./structured.ts";
import { thinkingCheck } from "./thinking.ts";
import { tokenFieldCheck } from "./token-field.ts";
import { toolsCheck } from "./tools.ts";

/** Doctor's checks, in the order in which they are shown. */
export const CHECKS: readonly Check[] = [
  endpointCheck,
  serverCheck,
  authCheck,
  modelCheck,
  contextCheck,
  structuredCheck,
  thinkingCheck,
  tokenFieldCheck,
  toolsCheck,
  fieldsCheck,
  networkCheck,
  historyCheck,
  settingsCheck,
];
