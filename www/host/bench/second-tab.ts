import type { LogEntry } from "../state/log-entry";

/** Types of the messages that two hosts got since a scenario began, in order. */
export interface Heard {
  /** This page's host. */
  readonly here: readonly string[];
  /** The host of the second tab. */
  readonly there: readonly string[];
}

/** The same page in a second tab, which reports what its host gets. */
export class SecondTab {
  private tab: Window | null = null;
  private channel: BroadcastChannel | undefined;

  /**
   * Opens the page.
   *
   * @param listener - Gets the type of each message that the tab's host gets.
   * @returns False when the browser blocks it.
   */
  open(address: URL, listener: (type: string) => void): boolean {
    this.close();
    const name = crypto.randomUUID();
    address.searchParams.set("tab", name);
    this.channel = channelOf(name);
    this.channel.addEventListener("message", ({ data }: MessageEvent<string>) => listener(data));
    this.tab = window.open(address);
    return this.tab !== null;
  }

  /** Closes the tab, if it is open. */
  close(): void {
    this.tab?.close();
    this.tab = null;
    this.channel?.close();
    this.channel = undefined;
  }
}

/** The second tab's end: reports to the page that opened it. */
export class TabReport {
  private readonly channel: BroadcastChannel | undefined;

  /** @param name - Of the page's address; empty in a page that no scenario opened. */
  constructor(name: string) {
    this.channel = name === "" ? undefined : channelOf(name);
  }

  /** A message was posted or accepted. */
  take({ direction, type }: LogEntry): void {
    if (direction === "toHost") this.channel?.postMessage(type);
  }
}

function channelOf(name: string): BroadcastChannel {
  return new BroadcastChannel(`demo-tab:${name}`);
}
