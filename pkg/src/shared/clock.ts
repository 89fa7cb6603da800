/**
 * A clock that nobody sets: the time of day when it was made, and what has passed since.
 * The time of day itself jumps when a computer's clock is put right.
 */
export class SteadyClock {
  private startedAt = Date.now() - ticks();

  /** In ms since the epoch, whole. */
  get now(): number {
    return Math.floor(this.startedAt + ticks());
  }

  /** A timer has ended: its time has come, by whatever it is measured. */
  reach(time: number): void {
    this.startedAt += Math.max(0, time - this.now);
  }
}

function ticks(): number {
  return typeof performance === "object" ? performance.now() : Date.now();
}
