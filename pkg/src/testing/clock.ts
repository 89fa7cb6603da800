import type { Patches } from "./patches.js";
import { microtasks, sleep, turn } from "./real.js";
import type { HostClock, RunnerTimers } from "./types.js";

/** A clock, and what it replaces of the globals. */
export type InstalledClock = HostClock & {
  /** Puts its timers and its time in the place of the globals'. */
  install(patches: Patches): void;
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
};

function runnerClock(timers: RunnerTimers): InstalledClock {
  return {
    get now() {
      return Date.now();
    },
    install: (patches) => {
      // Node's own leave this clock alone.
      if (!("advanceTimersByTimeAsync" in timers)) {
        moveWith(patches, () => Date.now());
      }
    },
    advance: async (ms) => {
      await turn();
      if ("advanceTimersByTimeAsync" in timers) {
        await timers.advanceTimersByTimeAsync(ms);
      } else {
        // What a timer starts may set the next one in a microtask.
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
  readonly run: () => void;
  readonly everyMs: number | undefined;
  /** How many timers before it each set the next one. */
  readonly level: number;
};
type Run = ((...args: unknown[]) => void) | string;

/** Timers, the date and `performance.now`, moved by hand. */
class VirtualClock implements InstalledClock {
  private readonly timers = new Map<number, Timer>();
  private lastId = 0;
  /** The level of a timer that is set now. */
  private level = 0;
  /** The time with its fraction: many short steps come to the right time. */
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
    await turn();
    for (let next; (next = this.next(end)) !== undefined; ) {
      const [id, timer] = next;
      this.moveTo(timer.due);
      this.timers.delete(id);
      if (timer.everyMs !== undefined) {
        this.timers.set(id, { ...timer, due: this.now + Math.max(1, timer.everyMs) });
      }
      this.level = timer.level + 1;
      try {
        timer.run();
        await turn();
      } finally {
        this.level = 0;
      }
    }
    this.moveTo(end);
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
      // One that was set before the clock was installed is the platform's.
      if (!this.timers.delete(Number(timer ?? 0)) && typeof timer !== "undefined") {
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
  }

  /** Never back, whatever a test asks for, or several at once. */
  private moveTo(time: number): void {
    if (time > this.exact) {
      this.exact = time;
    }
  }

  private add(run: Run, ms: number, args: unknown[], isRepeated: boolean): number {
    this.lastId += 1;
    const { level } = this;
    const least = ms > 0 ? 1 : 0;
    // As in a browser, timers that set the next one at once come to an end.
    const delay = Math.max(Math.trunc(ms) || 0, level > MAX_LEVEL ? LEAST_IN_CHAIN : least);
    this.timers.set(this.lastId, {
      due: this.now + delay,
      level,
      everyMs: isRepeated ? delay : undefined,
      run: () => {
        if (typeof run === "function") {
          run(...args);
        }
      },
    });
    return this.lastId;
  }

  /** The timer that is due first; of two the one that was set first. */
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

/** Has the clock that measures durations move with a time of day. */
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

/** How many timers without a delay may set one another at one time. */
const MAX_LEVEL = 100;

/** The delay of those after them, in ms. */
const LEAST_IN_CHAIN = 4;
