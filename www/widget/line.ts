import type { PhoneOptions } from "./options";

/** How a call ends, in the words of `callEnded`. */
export type EndStatus = "COMPLETED" | "FAILED" | "CANCELED" | "BUSY" | "NO_ANSWER" | "REJECTED" | "MISSED";

/** What the line tells the phone. */
export interface LineListeners {
  ringing(): void;
  answered(): void;
  ended(status: EndStatus): void;
}

/** A telephone line that is only simulated: everything it does comes from timers. */
export class Line {
  private readonly timers: ReturnType<typeof setTimeout>[] = [];

  constructor(private readonly listeners: LineListeners) {}

  /** Dials: rings, then does what the other side is set to do. */
  dial({ answerAfterMs, farEnd }: PhoneOptions): void {
    this.release();
    this.after(answerAfterMs * 0.4, () => this.listeners.ringing());
    if (farEnd === "answers") this.after(answerAfterMs, () => this.listeners.answered());
    else if (farEnd === "busy") this.after(answerAfterMs, () => this.listeners.ended("BUSY"));
    else if (farEnd === "fails") this.after(answerAfterMs, () => this.listeners.ended("FAILED"));
    else this.after(answerAfterMs * 2, () => this.listeners.ended("NO_ANSWER"));
  }

  /** Rings here until nobody answers. */
  ring({ ringForMs }: PhoneOptions): void {
    this.release();
    this.after(ringForMs, () => this.listeners.ended("MISSED"));
  }

  /** Stops whatever was going on. */
  release(): void {
    for (const timer of this.timers.splice(0)) clearTimeout(timer);
  }

  private after(delayMs: number, act: () => void): void {
    this.timers.push(setTimeout(act, delayMs));
  }
}
