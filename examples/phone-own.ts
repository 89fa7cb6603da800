// A phone of one's own: a desk phone behind a server that speaks JSON over a WebSocket.
import type { Phone, PhoneEvent } from "calling-widget-sdk/phone";

/** What the server sends: what happens to calls, and whether the phone has a call that was asked for. */
type Message = PhoneEvent | { readonly type: "status"; readonly callId: string; readonly has: boolean };

export function deskPhone(socket: WebSocket): Phone {
  const send = (command: string, callId: string, more: object = {}): void => {
    if (socket.readyState !== WebSocket.OPEN) {
      throw new Error("the desk phone's server is gone");
    }
    socket.send(JSON.stringify({ command, callId, ...more }));
  };
  const onMessage = (take: (message: Message) => void): (() => void) => {
    const receive = ({ data }: MessageEvent): void => {
      take(JSON.parse(String(data)) as Message);
    };
    socket.addEventListener("message", receive);
    return () => {
      socket.removeEventListener("message", receive);
    };
  };
  return {
    dial: (callId, number) => send("dial", callId, { number }),
    answer: (callId) => send("answer", callId),
    reject: (callId, reason) => send("reject", callId, { reason }),
    hangUp: (callId) => send("hangUp", callId),
    mute: (callId, isOn) => send("mute", callId, { isOn }),
    hold: (callId, isOn) => send("hold", callId, { isOn }),
    sendDigits: (callId, digits) => send("sendDigits", callId, { digits }),
    transfer: (callId, target) => send("transfer", callId, { target }),
    listen: (listener) => {
      const stop = onMessage((message) => {
        if (message.type !== "status") {
          listener(message);
        }
      });
      const close = (): void => listener({ type: "unregistered" });
      socket.addEventListener("close", close);
      return () => {
        stop();
        socket.removeEventListener("close", close);
      };
    },
    // The phone goes on while the page is reloaded: only its server knows.
    has: (callId) =>
      new Promise((resolve) => {
        const stop = onMessage((message) => {
          if (message.type === "status" && message.callId === callId) {
            stop();
            resolve(message.has);
          }
        });
        send("status", callId);
      }),
  };
}
