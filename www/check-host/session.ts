import type { Exchange } from "./rules";

/** The widget's end: everything that is posted between it and the host. */
export class Session {
  /** What was posted, in order; with what was posted before the page was loaded again. */
  readonly heard: Exchange[number][];
  /** The origin of the host's page; empty until it posts something. */
  origin = "";
  private readonly waiting = new Set<() => void>();
  /** Two loads of the page have different ids. */
  private readonly instance = `check-${crypto.randomUUID().slice(0, 8)}`;
  private count = 0;

  constructor(earlier: Exchange) {
    this.heard = [...earlier];
    window.addEventListener("message", ({ source, origin, data }: MessageEvent<unknown>) => {
      if (source !== window.parent) return;
      if (this.origin === "") this.origin = origin;
      if (origin === this.origin) this.add({ by: "host", message: data });
    });
  }

  /** Posts a message as it is. */
  post(message: unknown): void {
    this.add({ by: "widget", message });
    // Without an origin no host has posted anything: there is nobody to answer.
    if (this.origin !== "") window.parent.postMessage(message, this.origin);
  }

  /** Posts a message with an id of its own; gives it as it was posted. */
  send(fields: object): object {
    this.count += 1;
    const message = { messageId: `${this.instance}_${this.count}`, ...fields };
    this.post(message);
    return message;
  }

  /** Acknowledges the latest SYNC; gives what it posted. */
  acknowledge(): object {
    const sync = this.heard.findLast(({ by, message }) => by === "host" && (message as { type?: unknown } | null)?.type === "SYNC");
    const message = { ...(sync?.message as object | undefined), type: "SYNC_ACK", debugMode: false, version: "0.9.7", iFrameUrl: location.origin };
    this.post(message);
    return message;
  }

  /** Waits until something more is posted, or a time is over. */
  async more(ms: number): Promise<void> {
    await new Promise<void>((resolve) => {
      const done = (): void => {
        clearTimeout(timer);
        this.waiting.delete(done);
        resolve();
      };
      const timer = setTimeout(done, ms);
      this.waiting.add(done);
    });
  }

  private add(heard: Exchange[number]): void {
    this.heard.push(heard);
    for (const done of [...this.waiting]) done();
  }
}
