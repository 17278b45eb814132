import type { RoleSpec } from "../role-spec.ts";
import { architect } from "./architect.ts";
import { clarify } from "./clarify.ts";
import { coder } from "./coder.ts";
import { composition } from "./composition.ts";
import { context } from "./context.ts";
import { coordinator } from "./coordinator.ts";
import { describer } from "./describer.ts";
import { docs } from "./docs.ts";
import { escalate } from "./escalate.ts";
import { explore } from "./explore.ts";
import { lessons } from "./lessons.ts";
import { memory } from "./memory.ts";
import { orchestrator } from "./orchestrator.ts";
import { placeholder } from "./placeholder.ts";
import { plan } from "./plan.ts";
import { researcher } from "./researcher.ts";
import { review } from "./review.ts";
import { runner } from "./runner.ts";
import { scopeJudge } from "./scope-judge.ts";
import { tasks } from "./tasks.ts";
import { tester } from "./tester.ts";
import { worker } from "./worker.ts";

/** The roles that come with slmcode: one for every contract, the harness's tool users, and the free-text roles. */
export const ROLES: readonly RoleSpec[] = [
  plan,
  tasks,
  review,
  tester,
  clarify,
  escalate,
  composition,
  scopeJudge,
  worker,
  explore,
  docs,
  architect,
  coordinator,
  orchestrator,
  placeholder,
  lessons,
  coder,
  runner,
  researcher,
  context,
  memory,
  describer,
];
