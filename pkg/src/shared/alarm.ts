import type { SteadyClock } from "./clock.js";

/**
 * The one time-out of a session.
 *
 * @param clock the session's clock, when it is asked for.
 * @param ring runs when the time has come, in a task of its own.
 * @returns what sets it to a time in ms since the epoch in place of the last one, or
 *   off, where its engine is gone.
 */
export function alarm(clock: () => SteadyClock, ring: () => void): (due: number | null) => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return (due) => {
    clearTimeout(timer);
    if (due !== null) {
      const end = (): void => {
        clock().reach(due);
        ring();
      };
      // Whole milliseconds: a clock with a fraction may end a shorter wait before it is due.
      timer = setTimeout(end, Math.max(0, Math.ceil(due - clock().now)));
    }
  };
}
