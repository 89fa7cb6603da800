// Faults that are sown in ours: each has to be found.
import type { Control } from "./run.ts";

/** Delivers what a package posts, but for one type of message. */
const posting = (type: string, deliver: (post: () => void, message: Record<string, unknown>) => void): Control => ({
  post: (message, post) => {
    const fields = Object(message) as Record<string, unknown>;
    if (fields["type"] === type) {
      deliver(() => { post(message); }, fields);
    } else {
      post(message);
    }
  },
});

let held: (() => void) | undefined;

export const CONTROLS: Readonly<Record<string, Control>> = {
  "a message dropped": posting("CALL_COMPLETED", () => undefined),
  "a message doubled": posting("CALL_TRANSFERRED", (post) => {
    post();
    post();
  }),
  "a message reordered": {
    post: (message, post) => {
      const last = held;
      held = undefined;
      if ((message as { type?: unknown }).type === "CALL_ANSWERED") {
        held = () => { post(message); };
      } else {
        post(message);
      }
      last?.();
    },
  },
  "a field renamed": posting("OUTGOING_CALL_STARTED", (post, message) => {
    const data = message["data"] as Record<string, unknown> | null;
    if (typeof data === "object" && data !== null && "toNumber" in data) {
      data["to"] = data["toNumber"];
      delete data["toNumber"];
    }
    post();
  }),
  "a handler run twice": { handlers: { onVisibilityChanged: 2 } },
  "READY to a newcomer": { constructed: (instance) => { (instance["iFrameManager"] as { onReady(data: object): void }).onReady({ portalId: 1 }); } },
};
