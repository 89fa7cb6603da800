// The host's end of the wire, for every measure of a widget.
import type { Answer, Order } from "../protocol.ts";
import { dial, engagementOf } from "./call.ts";

export type Message = { type: string; messageId: string; data?: unknown };

/** The host's end, as thin as possible: the same for every implementation. */
export class Wire {
  readonly #frame: Window;
  readonly #origin: string;
  readonly #waiting = new Map<string, (message: Message) => void>();
  #id = 0;

  constructor(frame: Window, origin: string) {
    this.#frame = frame;
    this.#origin = origin;
    addEventListener("message", this.#listen);
  }

  async shakeHands(): Promise<void> {
    const acknowledged = this.next("SYNC_ACK");
    const initialized = this.next("INITIALIZED");
    this.post("SYNC", undefined, { hostUrl: location.origin, portalId: 1, userId: 2, iframeLocation: "remote", usesCallingWindow: false });
    await acknowledged;
    await initialized;
  }

  post(type: string, data?: unknown, more: object = {}): void {
    const message: Message = { type, messageId: `host-${this.#id++}`, ...(data === undefined ? {} : { data }), ...more };
    this.#frame.postMessage(message, this.#origin);
  }

  next(type: string): Promise<Message> {
    return new Promise((resolve) => this.#waiting.set(type, resolve));
  }

  readonly #listen = ({ source, origin, data }: MessageEvent<Message>): void => {
    if (source !== this.#frame || origin !== this.#origin) return;
    const resolve = this.#waiting.get(data.type);
    this.#waiting.delete(data.type);
    resolve?.(data);
  };
}

/** From a dial until its call is completed. */
export async function wholeCall(wire: Wire): Promise<void> {
  const started = wire.next("OUTGOING_CALL_STARTED");
  wire.post("DIAL_NUMBER", dial());
  const { externalCallId } = (await started).data as { externalCallId: string };
  const completed = wire.next("CALL_COMPLETED");
  wire.post("CREATE_ENGAGEMENT_SUCCEEDED", { externalCallId, engagementId: engagementOf(externalCallId) });
  await completed;
}

/** The port that the next widget page opens. */
export function widgetPort(origin: string): Promise<MessagePort> {
  return new Promise((resolve) => {
    const listen = (event: MessageEvent<unknown>): void => {
      const port = event.ports[0];
      if (event.origin !== origin || event.data !== "bench" || port === undefined) return;
      removeEventListener("message", listen);
      resolve(port);
    };
    addEventListener("message", listen);
  });
}

/** Sends an order to the widget's page. */
export function ask(port: MessagePort, order: Order): Promise<Answer> {
  return new Promise((resolve) => {
    port.onmessage = ({ data }: MessageEvent<Answer>) => resolve(data);
    port.postMessage(order);
  });
}

/** The window of a frame. */
export function inner(frame: HTMLIFrameElement): Window {
  if (frame.contentWindow === null) throw new Error("the widget's frame is gone");
  return frame.contentWindow;
}
