/** A page's signal to another about a call. */
export type Signal =
  | {
      /** Announces a phone; others answer a new one. */
      readonly type: "here";
      readonly line: LineName;
      readonly isNew: boolean;
    }
  | {
      /** The page is left. A softphone may come back after a reload; a call waits for it. */
      readonly type: "left";
      readonly mayReturn: boolean;
    }
  | ({ readonly callId: string } & (
      | { readonly type: "invite"; readonly from: string; readonly to: string }
      | { readonly type: "ringing" | "end" }
      | { readonly type: "refuse"; readonly cause: "busy" | "rejected" | "noAnswer" }
      | { readonly type: "cancel"; readonly isTaken: boolean }
      /** The answering phone makes the offer, so that a call can ring in several phones. */
      | { readonly type: "accept" | "confirm" | "offer" | "answer"; readonly sdp: string }
      | { readonly type: "hold"; readonly isOn: boolean }
      | { readonly type: "digits"; readonly digits: string }
    ));

/** The owner of a phone. */
export type LineName = "softphone" | "customer";

/** A message on the channel; only pages of this origin post there. */
interface Posted {
  readonly from: string;
  /** Absent if it is for all. */
  readonly to?: string | undefined;
  readonly signal: Signal;
}

/** A channel on which the phones of one browser find each other. */
export class Room {
  private readonly channel: BroadcastChannel;

  /**
   * @param name - Pages with the same name meet.
   * @param me - This page's name in the room.
   */
  constructor(
    name: string,
    private readonly me: string,
    heard: (from: string, signal: Signal) => void,
  ) {
    this.channel = new BroadcastChannel(`demo-softphone:${name}`);
    this.channel.onmessage = ({ data: { from, to, signal } }: MessageEvent<Posted>) => {
      if (to === undefined || to === me) heard(from, signal);
    };
  }

  /** Sends to one page, or to all. */
  send(to: string | undefined, signal: Signal): void {
    this.channel.postMessage({ from: this.me, to, signal } satisfies Posted);
  }

  /** Sends a last signal while the page goes away. */
  leave(signal: Signal): void {
    this.send(undefined, signal);
    this.channel.close();
  }
}
