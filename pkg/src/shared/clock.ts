/**
 * A monotonic clock: the time of day at its creation plus the time elapsed. The system's time
 * of day jumps when it is corrected.
 */
export class SteadyClock {
  private startedAt = Date.now() - ticks();

  /** In ms since the epoch, whole. */
  get now(): number {
    return Math.floor(this.startedAt + ticks());
  }

  /** A timer fired: its due time has come, whatever clock it follows. */
  reach(time: number): void {
    this.startedAt += Math.max(0, time - this.now);
  }
}

/** Tests of apps put a stand-in without `now` in the place of `performance`. */
function ticks(): number {
  const { performance } = globalThis as { performance?: Partial<Performance> | null };
  return typeof performance?.now === "function" ? performance.now() : Date.now();
}
