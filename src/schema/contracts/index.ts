import { CONTRACT_NAMES, type Contract, type ContractName } from "../contract.ts";
import { architect } from "./architect.ts";
import { clarify } from "./clarify.ts";
import { composition } from "./composition.ts";
import { coordinator } from "./coordinator.ts";
import { docs } from "./docs.ts";
import { escalate } from "./escalate.ts";
import { explore } from "./explore.ts";
import { lessons } from "./lessons.ts";
import { orchestrator } from "./orchestrator.ts";
import { placeholder } from "./placeholder.ts";
import { plan } from "./plan.ts";
import { review } from "./review.ts";
import { scopeJudge } from "./scope-judge.ts";
import { tasks } from "./tasks.ts";
import { tester } from "./tester.ts";
import { worker } from "./worker.ts";

const BY_NAME: Readonly<Record<ContractName, Contract>> = {
  plan,
  tasks,
  review,
  tester,
  clarify,
  escalate,
  composition,
  scope_judge: scopeJudge,
  worker,
  explore,
  docs,
  architect,
  coordinator,
  orchestrator,
  placeholder,
  lessons,
};

/** Every contract, in the order of `CONTRACT_NAMES`. Pure data: nothing is compiled or derived by loading it. */
export const CONTRACTS: readonly Contract[] = CONTRACT_NAMES.map((name) => BY_NAME[name]);

/** Whether there is a contract of that name. */
export function isContractName(name: string): name is ContractName {
  return Object.hasOwn(BY_NAME, name);
}

/** The contract of that name. Names from outside go through `isContractName` first. */
export function contractOf(name: ContractName): Contract {
  return BY_NAME[name];
}
