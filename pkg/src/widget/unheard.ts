import type { DiagnosticCode } from "../generated/codes.js";

/**
 * Counts the messages that never enter the core. They are reported to it at each power
 * of ten, and whenever it is asked how many there are: so a flood costs no more
 * than counting.
 */
export class Unheard {
  /** By what the message was: so far, of that told, next to tell at. */
  private readonly entries = new Map<DiagnosticCode, [count: number, told: number, due: number]>();

  /** @param tell tells the core: what it was, and how many more. */
  constructor(private readonly tell: (what: DiagnosticCode, times: number) => void) {}

  /** One more; whether the core was told. */
  count(what: DiagnosticCode): boolean {
    const entry = this.entries.get(what) ?? [0, 0, 1];
    this.entries.set(what, entry);
    entry[0] += 1;
    const isDue = entry[0] === entry[2];
    if (isDue) {
      entry[2] *= 10;
      this.tellOf(what, entry);
    }
    return isDue;
  }

  /** Tells of all that was not told yet. */
  settle(): void {
    this.entries.forEach((entry, what) => {
      this.tellOf(what, entry);
    });
  }

  private tellOf(what: DiagnosticCode, entry: [count: number, told: number, due: number]): void {
    this.tell(what, entry[0] - entry[1]);
    entry[1] = entry[0];
  }
}
