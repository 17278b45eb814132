import { isReachable, type ReadinessRule } from "../readiness-rule.ts";

export const connection: ReadinessRule = {
  id: "connection.reachable",
  title: "endpoint answers",
  weight: 10,
  gate: true,
  why: "Nothing else matters as long as the server does not answer, refuses the key or does not have the model.",
  judge: (evidence) => {
    const ok = isReachable(evidence) && evidence.state === "ok";
    return {
      status: ok ? "pass" : "fail",
      measured: evidence.state,
      wanted: "ok",
      basis: evidence.endpoint ?? "settings",
      remedy: ok ? null : { kind: "server", text: "slmcode doctor says what is wrong." },
    };
  },
};
