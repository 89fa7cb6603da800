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
    install: () => undefined,
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

type Timer = { readonly due: number; readonly run: () => void; readonly everyMs: number | undefined };
type Run = ((...args: unknown[]) => void) | string;

/** Timers and the date, moved by hand. */
class VirtualClock implements InstalledClock {
  private readonly timers = new Map<number, Timer>();
  private lastId = 0;

  constructor(public now: number) {}

  async advance(ms: number): Promise<void> {
    const end = this.now + ms;
    await turn();
    for (let next; (next = this.next(end)) !== undefined; ) {
      const [id, timer] = next;
      this.now = Math.max(this.now, timer.due);
      this.timers.delete(id);
      if (timer.everyMs !== undefined) {
        this.timers.set(id, { ...timer, due: this.now + Math.max(1, timer.everyMs) });
      }
      timer.run();
      await turn();
    }
    this.now = end;
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
  }

  private add(run: Run, ms: number, args: unknown[], isRepeated: boolean): number {
    this.lastId += 1;
    const delay = ms > 0 ? ms : 0;
    this.timers.set(this.lastId, {
      due: this.now + delay,
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

function handleOf(id: number): unknown {
  const handle = {
    ref: () => handle,
    unref: () => handle,
    hasRef: () => true,
    [Symbol.toPrimitive]: () => id,
  };
  return handle;
}
