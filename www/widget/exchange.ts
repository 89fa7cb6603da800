import type { WrapUp } from "./outcome";
import type { PhoneCall } from "./state";

/** A telephone exchange's report about a call, with its current state. */
export type ExchangeEvent = { readonly call: PhoneCall } & (
  | { readonly event: "dialed" | "ring" | "answered" | "ended" | "transferred" }
  | { readonly event: "saved"; readonly wrapUp: WrapUp }
);

/**
 * A simulated telephone exchange: a softphone's report reaches every other one of the origin,
 * as a real back end's events reach every tab.
 */
export class Exchange {
  private readonly channel = new BroadcastChannel("demo-exchange");

  constructor(listener: (event: ExchangeEvent) => void) {
    this.channel.addEventListener("message", ({ data }: MessageEvent<ExchangeEvent>) => listener(data));
  }

  /** Reports an event to the other softphones. */
  report(event: ExchangeEvent): void {
    this.channel.postMessage(event);
  }
}
