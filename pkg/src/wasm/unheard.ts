import type { DiagnosticCode } from "../generated/codes.js";

/**
 * Counts the messages that are refused unread. The core gets their number at each power of
 * ten, and whenever it is asked for counts: so a flood costs no more than counting.
 */
export class Unheard {
  /** By reason: the count, the reported part of it, the count to report next at. */
  private readonly entries = new Map<DiagnosticCode, [count: number, reported: number, due: number]>();

  /** @param report passes the core a reason, and the number of further messages. */
  constructor(private readonly report: (reason: DiagnosticCode, times: number) => void) {}

  /** Counts one more. */
  count(reason: DiagnosticCode): void {
    const entry = this.entries.get(reason) ?? [0, 0, 1];
    this.entries.set(reason, entry);
    entry[0] += 1;
    if (entry[0] === entry[2]) {
      entry[2] *= 10;
      this.settle();
    }
  }

  /** Reports all counts that are not reported yet. */
  settle(): void {
    this.entries.forEach((entry, reason) => {
      const times = entry[0] - entry[1];
      if (times > 0) {
        entry[1] = entry[0];
        this.report(reason, times);
      }
    });
  }
}
