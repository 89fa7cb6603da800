import type { SteadyClock } from "./clock.js";

/**
 * The one time-out of a session.
 *
 * @param clock returns the session's clock.
 * @param ring runs at the due time, in a separate task.
 * @returns a function that sets the due time, in ms since the epoch, in place of the last;
 *   null switches the alarm off.
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
