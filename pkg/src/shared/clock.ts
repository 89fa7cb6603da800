/**
 * A monotonic clock: the time of day at its creation plus the time elapsed. The system's time
 * of day jumps when it is corrected.
 *
 * In most browsers the elapsed time stands still while a machine sleeps. So a clock that is far
 * behind follows the time of day. Else a call of the morning would be dated to the evening before.
 */
export class SteadyClock {
  private startedAt = Date.now() - ticks();

  /** In ms since the epoch, whole. */
  get now(): number {
    const behind = Date.now() - ticks() - this.startedAt;
    if (behind > SLEPT_MS) {
      this.startedAt += behind;
    }
    return Math.floor(this.startedAt + ticks());
  }

  /** A timer fired: its due time has come, whatever clock it follows. */
  reach(time: number): void {
    this.startedAt += Math.max(0, time - this.now);
  }
}

/**
 * The one time-out of a session.
 *
 * @param clock the session's clock.
 * @param ring runs at the due time, in a separate task.
 * @returns a function that sets the due time, in ms since the epoch, in place of the last;
 *   null switches the alarm off.
 */
export function alarm(clock: SteadyClock, ring: () => void): (due: number | null) => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return (due) => {
    clearTimeout(timer);
    if (due !== null) {
      const end = (): void => {
        clock.reach(due);
        ring();
      };
      // Whole milliseconds: a clock with a fraction may end a shorter wait before it is due.
      timer = setTimeout(end, Math.max(0, Math.ceil(due - clock.now)));
    }
  };
}

/** Longer than corrections of the time of day, except on a machine whose clock was never set. */
const SLEPT_MS = 60_000;

/** Tests of apps put a stand-in without `now` in the place of `performance`. */
function ticks(): number {
  const { performance } = globalThis as { performance?: Partial<Performance> | null };
  return typeof performance?.now === "function" ? performance.now() : Date.now();
}
