import type { ProbeNote } from "../capabilities.ts";
import { classify } from "../classify/classify.ts";
import type { ProbeSession } from "./probe-session.ts";

const TOOL = {
  type: "function",
  function: {
    name: "look_up_weather",
    description: "Looks up the weather of a town.",
    parameters: { type: "object", properties: { town: { type: "string" } }, required: ["town"] },
  },
} as const;

/** One request with a tool and without any constraint (the two are never sent together): is it taken, and used? */
export async function checkTools(session: ProbeSession): Promise<ProbeNote[]> {
  const reply = await session.send({
    prompt: "What is the weather in Oslo? Use the tool.",
    cap: 96,
    fields: { tools: [TOOL] },
    timeoutMs: session.requestTimeoutMs(2000),
  });
  if (reply.ok)
    return [{ code: reply.completion.toolCalls.length > 0 ? "tools_called" : "tools_not_called", args: {} }];
  if (!("status" in reply.failure)) return [];
  const { serverMessage, class: failureClass } = classify(reply.failure);
  return failureClass === "permanent" ? [{ code: "tools_refused", args: { message: serverMessage } }] : [];
}
