/**
 * The platform's own timers, taken when the module is loaded: a runner's fake timers
 * come later.
 */

type Later = (run: () => void, ms: number) => unknown;

const { setTimeout: later, performance } = globalThis as unknown as { setTimeout: Later; performance: Performance };
const { setImmediate: immediately } = globalThis as { setImmediate?: (run: () => void) => unknown };
const readTime = performance.now.bind(performance);

/** The runner had replaced the timers before this module was loaded. */
const isFaked = "clock" in later;
let turns = 0;

/** Lets the event loop run once: what is due in microtasks and in tasks is done. */
export async function turn(): Promise<void> {
  turns += 1;
  if (isFaked) {
    await microtasks();
    return;
  }
  await new Promise<void>((resolve) => {
    if (immediately === undefined) {
      later(resolve, 0);
    } else {
      immediately(resolve);
    }
  });
}

/** Lets promises settle that wait for no task. */
export async function microtasks(): Promise<void> {
  for (let hop = 0; hop < HOPS; hop += 1) {
    await Promise.resolve();
  }
}

/** Waits by the real clock. */
export function sleep(ms: number): Promise<void> {
  return new Promise<void>((resolve) => {
    later(resolve, ms);
  });
}

/**
 * Waits until something holds.
 *
 * @param withinMs real milliseconds; where the timers were replaced before this module
 *   was loaded, as many turns of the loop.
 * @param isBusy while this holds, no time passes.
 * @returns whether it holds.
 */
export async function until(holds: () => boolean, withinMs: number, isBusy: () => boolean): Promise<boolean> {
  const time = (): number => (isFaked ? turns : readTime());
  for (let end = time() + withinMs; time() < end; ) {
    if (holds()) {
      return true;
    }
    end = isBusy() ? time() + withinMs : end;
    await turn();
  }
  return holds();
}

/** Throws an error where the runner sees it: it fails the test as an uncaught one. */
export function throwLater(error: unknown): void {
  later(() => {
    throw error;
  }, 0);
}

const HOPS = 20;
