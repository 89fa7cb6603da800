import type { Patches } from "./patches.js";
import { cancellable, microtasks, realTime, sleep, turn } from "./real.js";
import type { HostClock, RunnerTimers } from "./types.js";

/** A clock that can replace the timers and the time of the globals. */
export type InstalledClock = HostClock & {
  /** Replaces the timers and the time of the globals. */
  install(patches: Patches): void;
  /**
   * Stops the time, except for {@link HostClock.advance}.
   *
   * @returns a function that resumes it; harmless when repeated.
   */
  hold(): () => void;
};

/** The clock of a test. */
export function clockOf(choice: "virtual" | "real" | RunnerTimers, startsAt: number): InstalledClock {
  if (choice === "virtual") {
    return new VirtualClock(startsAt);
  }
  return choice === "real" ? realClock : runnerClock(choice);
}

const realClock: InstalledClock = {
  get now() {
    return Date.now();
  },
  advance: sleep,
  install: () => undefined,
  hold: () => () => undefined,
};

function runnerClock(timers: RunnerTimers): InstalledClock {
  return {
    get now() {
      return Date.now();
    },
    install: (patches) => {
      // Fake timers of Node do not replace `performance.now`.
      if (!("advanceTimersByTimeAsync" in timers)) {
        moveWith(patches, () => Date.now());
      }
    },
    hold: () => () => undefined,
    advance: async (ms) => {
      await turn();
      if ("advanceTimersByTimeAsync" in timers) {
        await timers.advanceTimersByTimeAsync(ms);
      } else {
        // A timer's code may set the next one in a microtask.
        for (let left = ms; left > 0; left -= 1) {
          timers.tick(Math.min(left, 1));
          await microtasks();
        }
      }
      await turn();
    },
  };
}

type Timer = {
  readonly due: number;
  /** The due time by the real clock. */
  readonly realDue: number;
  readonly run: () => void;
  readonly everyMs: number | undefined;
  /** The length of the chain of timers that led to it. */
  readonly level: number;
};
type Run = ((...args: unknown[]) => void) | string;

/**
 * Timers, the date and `performance.now`, moved by hand.
 *
 * A timer that a test waits for in another way, as Testing Library does, runs once its
 * delay has passed in real time, and moves the time as if by hand. Nothing else does, so
 * a test that only waits for the host has the same times in each run.
 */
class VirtualClock implements InstalledClock {
  private readonly timers = new Map<number, Timer>();
  private lastId = 0;
  /** The level of timers that are set now. */
  private level = 0;
  /** The number of holds on the time; one until it is installed. */
  private holds = 1;
  /** Cancels the real timer for the timer that is due next. */
  private cancel: () => void = () => undefined;
  /** The time with its fraction, so that many short steps add up. */
  private exact: number;

  constructor(startsAt: number) {
    this.exact = startsAt;
  }

  /** In whole milliseconds, as a platform's. */
  get now(): number {
    return Math.floor(this.exact);
  }

  async advance(ms: number): Promise<void> {
    const end = this.exact + ms;
    const release = this.hold();
    try {
      await turn();
      for (let next; (next = this.next(end)) !== undefined; ) {
        this.level = next[1].level + 1;
        this.fire(next);
        await turn();
      }
      this.moveTo(end);
    } finally {
      this.level = 0;
      release();
    }
  }

  hold(): () => void {
    let isHeld = true;
    this.holds += 1;
    this.cancel();
    return () => {
      this.holds -= isHeld ? 1 : 0;
      isHeld = false;
      this.follow();
    };
  }

  install(patches: Patches): void {
    const { setTimeout: later, clearTimeout: cancel } = globalThis;
    const probe: unknown = later(() => undefined, 0);
    cancel(probe as number);
    // Node's timers are objects, which libraries call `unref` on.
    const handle = typeof probe === "object" ? handleOf : (id: number): unknown => id;
    const set = (isRepeated: boolean) => (run: Run, ms?: number, ...args: unknown[]) =>
      handle(this.add(run, ms ?? 0, args, isRepeated));
    const clear = (timer: unknown): void => {
      // A timer set before the clock was installed is the platform's.
      if (this.timers.delete(Number(timer ?? 0))) {
        this.follow();
      } else if (typeof timer !== "undefined") {
        cancel(timer as number);
      }
    };
    const values = {
      setTimeout: set(false),
      setInterval: set(true),
      clearTimeout: clear,
      clearInterval: clear,
      Date: this.date(globalThis.Date),
    };
    for (const [name, value] of Object.entries(values)) {
      patches.set(globalThis, name, { value });
    }
    moveWith(patches, () => this.now);
    this.holds -= 1;
  }

  /** Waits by the real time for the timer that is due first. */
  private follow(): void {
    this.cancel();
    const next = this.holds > 0 ? undefined : this.next(Infinity);
    if (next === undefined) {
      return;
    }
    const [, { due, realDue, everyMs }] = next;
    const left = (): number => Math.min(realDue - realTime(), due - this.exact);
    const wake = (): void => {
      try {
        if (left() <= 0) {
          this.fire(next);
        }
      } finally {
        this.follow();
      }
    };
    this.cancel = cancellable(wake, Math.max(0, left()), everyMs === undefined && left() < LONGEST_WAIT);
  }

  private fire([id, timer]: [id: number, timer: Timer]): void {
    this.moveTo(timer.due);
    this.timers.delete(id);
    if (timer.everyMs !== undefined) {
      const every = Math.max(1, timer.everyMs);
      this.timers.set(id, { ...timer, due: this.now + every, realDue: realTime() + every });
    }
    timer.run();
  }

  /** Moves the time, never back, whatever a test asks for, or several at once. */
  private moveTo(time: number): void {
    if (time > this.exact) {
      this.exact = time;
    }
  }

  private add(run: Run, ms: number, args: unknown[], isRepeated: boolean): number {
    this.lastId += 1;
    const { level } = this;
    const least = ms > 0 ? 1 : 0;
    // As in a browser, a chain of timers that set the next one at once comes to an end.
    const delay = Math.max(Math.trunc(ms) || 0, level > MAX_LEVEL ? LEAST_IN_CHAIN : least);
    this.timers.set(this.lastId, {
      due: this.now + delay,
      realDue: realTime() + delay,
      level,
      everyMs: isRepeated ? delay : undefined,
      run: () => {
        if (typeof run === "function") {
          run(...args);
        }
      },
    });
    this.follow();
    return this.lastId;
  }

  /** The timer due first; of two with the same time, the one set first. */
  private next(end: number): [id: number, timer: Timer] | undefined {
    let first: [number, Timer] | undefined;
    for (const entry of this.timers) {
      if (entry[1].due <= end && (first === undefined || entry[1].due < first[1].due)) {
        first = entry;
      }
    }
    return first;
  }

  private date(real: DateConstructor): DateConstructor {
    return new Proxy(real, {
      construct: (target, args, made) => Reflect.construct(target, args.length > 0 ? args : [this.now], made) as Date,
      apply: (target) => new target(this.now).toString(),
      get: (target, name, receiver) => (name === "now" ? () => this.now : (Reflect.get(target, name, receiver) as unknown)),
    });
  }
}

/** Moves the clock that measures durations with a time of day. */
function moveWith(patches: Patches, time: () => number): void {
  const startedAt = time() - performance.now();
  patches.set(performance, "now", { value: () => time() - startedAt });
}

function handleOf(id: number): unknown {
  const handle = {
    ref: () => handle,
    unref: () => handle,
    hasRef: () => true,
    [Symbol.toPrimitive]: () => id,
  };
  return handle;
}

/** A timer due within this many ms keeps the process alive; no test waits longer. */
const LONGEST_WAIT = 5000;

/** The longest chain of timers without a delay at one time. */
const MAX_LEVEL = 100;

/** The delay of those after them, in ms. */
const LEAST_IN_CHAIN = 4;
