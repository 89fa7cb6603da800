// The least a careful page can do by hand: source, origin, form, type, answer.
import { completed, ended, engagementOf, lastCall, started } from "./call.ts";
import { heard, HOST_ORIGIN, serve } from "./widget.ts";

type Message = { type: string; data: { phoneNumber: string; externalCallId: string; engagementId: number } };

let id = 0;

function send(type: string, data?: object): void {
  parent.postMessage({ type, messageId: `widget-${id++}`, ...(data === undefined ? {} : { data }) }, HOST_ORIGIN);
}

function finish(externalCallId: string, engagementId: number): void {
  send("CALL_ENDED", ended(externalCallId, engagementId));
  send("CALL_COMPLETED", completed(externalCallId, engagementId));
}

addEventListener("message", ({ source, origin, data: message }: MessageEvent<Message>) => {
  if (source !== parent || origin !== HOST_ORIGIN) return;
  if (!Object.keys(message).includes("messageId")) return;
  if (message.type === "DIAL_NUMBER") {
    if (heard()) send("OUTGOING_CALL_STARTED", started(message.data.phoneNumber));
  } else if (message.type === "CREATE_ENGAGEMENT_SUCCEEDED") {
    const { externalCallId, engagementId } = message.data;
    send("CALL_ANSWERED", { externalCallId });
    finish(externalCallId, engagementId);
  }
});

serve({
  open: () => send("OUTGOING_CALL_STARTED", started("+12025550143")),
  close: () => finish(lastCall(), engagementOf(lastCall())),
  send: () => send("LOGGED_IN"),
});
