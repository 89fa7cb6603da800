import type { Question, Settled } from "./member.js";
import type { Session } from "./session.js";

/** The receipts that the app waits for. */
export class Receipts {
  private readonly waits = new Map<number, Settled>();

  constructor(private readonly session: Session) {}

  /** Waits for a receipt's outcome; `settled` is called once. Returns a function that ends the wait. */
  ask(receipt: number, question: Question, timeoutMs: number | undefined, settled: Settled): () => void {
    const wait = this.session.next();
    this.waits.set(wait, settled);
    this.session.enter("wait", wait, receipt, question, typeof timeoutMs === "number" ? timeoutMs : undefined);
    return () => {
      this.session.enter("abort", wait);
    };
  }

  /** Reports the outcome of a wait, in turn. */
  settle(wait: number, outcome: string, value: unknown): void {
    this.session.inTurn(() => {
      const settled = this.waits.get(wait);
      this.waits.delete(wait);
      settled?.(outcome, value);
    });
  }

  /** The engine that knew the waits is gone. */
  lose(): void {
    for (const wait of this.waits.keys()) {
      this.settle(wait, "SESSION_LOST", undefined);
    }
  }
}
