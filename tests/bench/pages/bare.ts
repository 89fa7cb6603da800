// The least a careful page can do by hand: source, origin, type, answer.
import { PING, PONG } from "../protocol.ts";
import { heard, HOST_ORIGIN, serve } from "./widget.ts";

let id = 0;
const send = (): void => parent.postMessage({ type: PONG, messageId: `widget-${id++}` }, HOST_ORIGIN);

addEventListener("message", ({ source, origin, data }: MessageEvent<{ type: string }>) => {
  if (source !== parent || origin !== HOST_ORIGIN || data.type !== PING) return;
  if (heard()) send();
});

serve({ send });
