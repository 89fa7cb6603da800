import type { PhoneOptions } from "./options";

/** End statuses of a call, as in `callEnded`. */
export type EndStatus = "COMPLETED" | "FAILED" | "CANCELED" | "BUSY" | "NO_ANSWER" | "REJECTED" | "MISSED";

/** The line's events for the phone. */
export interface LineListeners {
  ringing(): void;
  answered(): void;
  ended(status: EndStatus): void;
}

/** A simulated telephone line: timers cause all its events. */
export class Line {
  private readonly timers: ReturnType<typeof setTimeout>[] = [];

  constructor(private readonly listeners: LineListeners) {}

  /** Dials: rings, then acts as the other side is set. */
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

  /** Stops all activity. */
  release(): void {
    for (const timer of this.timers.splice(0)) clearTimeout(timer);
  }

  private after(delayMs: number, act: () => void): void {
    this.timers.push(setTimeout(act, delayMs));
  }
}
