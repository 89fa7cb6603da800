import type { WidgetDriver } from "./delivery.js";
import type { Question, Settled } from "./member.js";

/** The receipts that the app waits for. */
export class Receipts {
  private readonly waits = new Map<number, Settled>();

  /** @param next returns a number that no other receipt or wait has. */
  constructor(
    private readonly driver: WidgetDriver,
    private readonly next: () => number,
  ) {}

  /** Opens a receipt for the next message of a type that an instance sends; returns its number. */
  track(instance: number, type: string): number {
    const receipt = this.next();
    this.driver.enter("track", instance, receipt, type);
    return receipt;
  }

  /** Waits for a receipt's outcome; `settled` is called once. Returns a function that ends the wait. */
  ask(receipt: number, question: Question, timeoutMs: number | undefined, settled: Settled): () => void {
    const wait = this.next();
    this.waits.set(wait, settled);
    this.driver.enter("wait", wait, receipt, question, typeof timeoutMs === "number" ? timeoutMs : undefined);
    return () => {
      this.driver.enter("abort", wait);
    };
  }

  /** Reports the outcome of a wait, in turn. */
  settle(wait: number, outcome: string, value: unknown): void {
    this.driver.inTurn(() => {
      const settled = this.waits.get(wait);
      this.waits.delete(wait);
      settled?.(outcome, value);
    });
  }

  /** The engine that knew the waits is gone: returns a function that settles those of now. */
  lose(): () => void {
    const lost = [...this.waits.keys()];
    return () => {
      for (const wait of lost) {
        this.settle(wait, "SESSION_LOST", undefined);
      }
    };
  }
}
