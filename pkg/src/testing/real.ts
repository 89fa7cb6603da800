/**
 * The platform's own timers, taken when the module is loaded: a runner's fake timers
 * come later. Where they came first, Node's module has the real ones.
 */

type Timers = {
  setTimeout: (run: () => void, ms: number) => unknown;
  clearTimeout: (timer: unknown) => void;
  setImmediate?: (run: () => void) => unknown;
};

const globals = globalThis as unknown as Timers & {
  process?: { getBuiltinModule?: (name: "timers") => Timers };
  performance: Performance;
};
const {
  setTimeout: later,
  clearTimeout: cancel,
  setImmediate: immediately,
} = globals.process?.getBuiltinModule?.("timers") ?? globals;

/** Real milliseconds. */
export const realTime = globals.performance.now.bind(globals.performance);

/** True if the runner replaced the time before this module was loaded. */
const hasFakeTime = "clock" in globals.setTimeout;
let turns = 0;

/**
 * Refuses to start where nothing can wait.
 *
 * @throws Error that names the fix.
 */
export function checkTimers(): void {
  if ("clock" in later) {
    throw new Error(
      "fake timers were on before calling-widget-sdk/testing was imported: import it first, then turn them on",
    );
  }
}

/** Runs the event loop once: microtasks and tasks that are due are done. */
export async function turn(): Promise<void> {
  turns += 1;
  await new Promise<void>((resolve) => {
    if (immediately === undefined || hasFakeTime) {
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

/**
 * Runs something by the real clock.
 *
 * @param holdsProcess true if a process stays alive for it.
 * @returns a function that cancels it.
 */
export function cancellable(run: () => void, ms: number, holdsProcess: boolean): () => void {
  const timer = later(run, ms);
  if (!holdsProcess) {
    (timer as { unref?: () => void }).unref?.();
  }
  return () => {
    cancel(timer);
  };
}

/** Waits by the real clock. */
export function sleep(ms: number): Promise<void> {
  return new Promise<void>((resolve) => {
    later(resolve, ms);
  });
}

/** Lets a framework render, in a task or at a timer without delay. */
export async function rendered(): Promise<void> {
  await sleep(0);
  await turn();
}

/**
 * Waits until something holds.
 *
 * @param withinMs real milliseconds; where the time was replaced before this module was
 *   loaded, as many turns of the loop.
 * @param isBusy while this holds, no time passes.
 * @returns true if it holds.
 */
export async function until(holds: () => boolean, withinMs: number, isBusy: () => boolean): Promise<boolean> {
  const time = (): number => (hasFakeTime ? turns : realTime());
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
