import type { WidgetDriver } from "./dialect.js";
import type { Question, Settled } from "./member.js";

/** The receipts that the app waits for. */
export class Receipts {
  private readonly waits = new Map<number, Settled>();

  /** @param next gives a number that no other receipt or wait has. */
  constructor(
    private readonly driver: WidgetDriver,
    private readonly next: () => number,
  ) {}

  /** Opens a receipt for the next message of a type that an instance sends; its number. */
  track(instance: number, type: string): number {
    const receipt = this.next();
    this.driver.enter("track", instance, receipt, type);
    return receipt;
  }

  /** Asks what came of a receipt's message; `settled` is called once. Returns what ends the wait. */
  ask(receipt: number, question: Question, timeoutMs: number | undefined, settled: Settled): () => void {
    const wait = this.next();
    this.waits.set(wait, settled);
    this.driver.enter("wait", wait, receipt, question, typeof timeoutMs === "number" ? timeoutMs : undefined);
    return () => {
      this.driver.enter("abort", wait);
    };
  }

  /** Has the outcome of a wait reported in turn. */
  settle(wait: number, outcome: string, value: unknown): void {
    this.driver.inTurn(() => {
      const settled = this.waits.get(wait);
      this.waits.delete(wait);
      settled?.(outcome, value);
    });
  }

  /** The engine that knew them is gone: returns what settles those that wait by now. */
  lose(): () => void {
    const lost = [...this.waits.keys()];
    return () => {
      for (const wait of lost) {
        this.settle(wait, "SESSION_LOST", undefined);
      }
    };
  }
}
