import { HEADERS, atServer } from "./server";

/** What one page says to another about a call. */
export type Signal =
  | {
      /** A phone is there; others answer a new one. */
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
      /** Who takes a call makes the offer, so that a call can ring in several phones. */
      | { readonly type: "accept" | "confirm" | "offer" | "answer"; readonly sdp: string }
      | { readonly type: "hold" | "recording"; readonly isOn: boolean }
      | { readonly type: "digits"; readonly digits: string }
      /** Call this number, or this phone, and say whether it took the call. */
      | { readonly type: "refer"; readonly to: string; readonly peer?: string | undefined }
      | { readonly type: "referred"; readonly isDone: boolean }
    ));

/** Whose phone it is. */
export type LineName = "softphone" | "customer" | "colleague";

interface Listener {
  /** Another page said something. */
  heard(from: string, signal: Signal): void;
  /** The server answers, or no longer. */
  reachable(isReachable: boolean): void;
}

/** A room of the demo's server, in which phones find each other. */
export class Room {
  private isOpen = true;
  private sending: Promise<unknown> = Promise.resolve();
  private readonly path: string;

  /** @param me - Names this page among those in the room. */
  constructor(
    name: string,
    readonly me: string,
    private readonly listener: Listener,
  ) {
    this.path = pathOf(name);
  }

  /** Whether the server that served this page has rooms. */
  static async isThere(name: string): Promise<boolean> {
    try {
      const { ok } = await fetch(pathOf(name), { headers: HEADERS, signal: AbortSignal.timeout(5000) });
      return ok;
    } catch {
      return false;
    }
  }

  /** Reads until it is closed; what was said before is not read. */
  async read(): Promise<void> {
    let next: number | undefined;
    let isReachable = false;
    while (this.isOpen) {
      try {
        const query = next === undefined ? "" : `&after=${next}&wait=${WAIT_MS}`;
        const response = await fetch(`${this.path}?as=${this.me}${query}`, { headers: HEADERS, signal: AbortSignal.timeout(WAIT_MS + 10_000) });
        if (!response.ok) throw new Error(`the server answered ${response.status}`);
        const answer = (await response.json()) as { signals: { from: string; data: string }[]; next: number };
        next = answer.next;
        if (!isReachable) this.listener.reachable((isReachable = true));
        for (const { from, data } of answer.signals) this.hear(from, data);
      } catch {
        if (isReachable) this.listener.reachable((isReachable = false));
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
      }
    }
  }

  /** Says something to one page, or to all; one after the other. */
  send(to: string | undefined, signal: Signal): Promise<void> {
    const sent = this.sending.then(() => this.post(to, signal));
    this.sending = sent.catch(() => undefined);
    return sent;
  }

  /** Says the last thing while the page goes away. */
  leave(signal: Signal): void {
    this.isOpen = false;
    void this.post(undefined, signal).catch(() => undefined);
  }

  private async post(to: string | undefined, signal: Signal): Promise<void> {
    const response = await fetch(this.path, {
      method: "POST",
      headers: { ...HEADERS, "content-type": "application/json" },
      body: JSON.stringify({ from: this.me, ...(to === undefined ? {} : { to }), data: JSON.stringify(signal) }),
      keepalive: signal.type === "left" || signal.type === "end",
    });
    if (!response.ok) throw new Error(`the server refused a signal with ${response.status}`);
  }

  private hear(from: string, data: string): void {
    let signal: unknown;
    try {
      signal = JSON.parse(data);
    } catch {
      return;
    }
    if (typeof signal !== "object" || signal === null || !("type" in signal)) return;
    if (this.isOpen) this.listener.heard(from, signal as Signal);
  }
}

function pathOf(name: string): string {
  return atServer(`emulator/signals/${encodeURIComponent(name)}`);
}

const WAIT_MS = 4000;
const RETRY_MS = 1000;
