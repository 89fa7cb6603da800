import type { DiagnosticCode } from "../generated/codes.js";
import { isolated } from "../shared/isolated.js";
import { outsideZones } from "../shared/zone.js";
import { alarm, SteadyClock } from "../shared/clock.js";
import type { SessionTrace } from "../shared/types.js";
import type { Engine } from "./glue.js";
import { measure } from "./measure.js";
import { type FieldsOf, find, type InputOf, OrderBook, type OrderOf } from "./orders.js";
import { isTrap, trapText } from "./trap.js";
import { Unheard } from "./unheard.js";

/** The inputs and orders that every engine has. */
type CommonCore = {
  count(now: number): void;
  refuse(now: number, reason: DiagnosticCode, times: number): void;
  timeout(now: number): void;
};
type CommonOrders = { counts(counts: readonly (readonly [code: DiagnosticCode, count: number])[]): void };

/**
 * Drives the engine of a session: hands in inputs, and has their outputs carried out. Where the engine
 * traps, the session has failed.
 *
 * Code of the app or the page runs in turns, one after another and never nested: the events of an
 * input that is entered in a turn wait until that turn ends. So every handler sees events in
 * order, and none is interrupted by the next.
 */
export abstract class EngineDriver<Core extends object, Orders extends object> {
  /** The clock of the engine's inputs. */
  readonly clock = new SteadyClock();
  /** Sets the engine's next time-out, in ms since the epoch, or none. */
  readonly wakeAt: (due: number | null) => void;
  /** Counts the messages that are refused unread. */
  protected readonly unheard: Unheard;
  /** The object that carries out the engine's orders: posts and changes at once, calls into the app by {@link inTurn}. */
  protected abstract readonly executor: Partial<Orders>;

  private readonly book = new OrderBook<Orders>();
  protected current: Engine<Core>;
  private turns: Turn[] = [];
  /** True if a turn is under way, or turns are held. */
  private isBusy = false;
  private hasEnded = false;
  /** True from a trap until another engine is started. */
  isLost = false;
  /** The admitted sender: the engine is not asked about it again. */
  protected admitted: string | undefined;

  /**
   * @param build identifies the build of the module.
   * @param open starts a fresh engine, which gives its orders to an object.
   * @param recorded records inputs and orders.
   * @throws CallingError where the module cannot run.
   */
  constructor(
    private readonly build: string,
    private readonly open: (orders: Orders) => Engine<Core>,
    private readonly recorded?: SessionTrace,
  ) {
    const common = this as unknown as EngineDriver<CommonCore, CommonOrders>;
    this.unheard = new Unheard((reason, times) => {
      common.enter("refuse", reason, times);
    });
    this.wakeAt = alarm(this.clock, () => {
      common.enter("timeout");
    });
    this.current = open(this.book.orders);
  }

  /** Called after a trap: reports it, and stops what needs an engine. */
  protected abstract lost(detail: string): void;

  /** The object that takes the inputs after a trap. It answers those that somebody waits for. */
  protected abstract standIn(orders: Orders): Partial<Core>;

  /** Called when all orders of an input are carried out. */
  protected carriedOut?(): void;

  /**
   * Passes an input in and carries the orders out.
   *
   * @returns the orders, for the caller who needs an answer.
   * @throws what a getter of the input's value threw; the engine has not seen the input then.
   */
  enter<Name extends InputOf<Core>>(name: Name, ...fields: FieldsOf<Core, Name> & readonly unknown[]): readonly OrderOf<Orders>[] {
    let orders: readonly OrderOf<Orders>[] = [];
    // Its timers and locks are the session's: no view of the app waits for them.
    outsideZones(() => {
      orders = this.process(name, fields);
    });
    return orders;
  }

  private process(name: InputOf<Core>, fields: readonly unknown[]): readonly OrderOf<Orders>[] {
    if (this.hasEnded) {
      return [];
    }
    const orders = this.call(name, fields);
    const { current } = this;
    for (const [order, ...args] of orders) {
      if (this.current !== current) {
        // Carrying out the last order caused a trap.
        break;
      }
      (this.executor[order] as ((...args: unknown[]) => void) | undefined)?.call(this.executor, ...args);
    }
    this.carriedOut?.();
    this.takeTurns();
    return orders;
  }

  /** Passes an input to the engine. If the engine traps, the stand-in gets the input. */
  private call(name: InputOf<Core>, fields: readonly unknown[]): readonly OrderOf<Orders>[] {
    const { current } = this;
    const { core } = current;
    const { now } = this.clock;
    const recorded = this.isLost ? undefined : this.recorded;
    recorded?.enter(now, name, fields);
    try {
      // A stand-in has few methods.
      (core[name] as ((now: number, ...fields: unknown[]) => void) | undefined)?.call(core, now, ...fields);
    } catch (error) {
      this.book.take();
      // A getter of the input's value may have caused a trap before.
      const isSame = this.current === current;
      if (!isTrap(error) || (isSame && this.isLost)) {
        throw error;
      }
      if (isSame) {
        this.lose(error);
      }
      return this.call(name, fields);
    }
    const orders = this.book.take();
    recorded?.leave(orders);
    const [first] = orders as readonly unknown[] as readonly (readonly [name: PropertyKey, error?: unknown])[];
    if (first?.[0] === "threw") {
      throw first[1];
    }
    return orders;
  }

  /** The recorded session; empty where it is not recorded. */
  get trace(): string {
    return this.recorded?.text() ?? "";
  }

  /** The count of each code. */
  counts(): Record<string, number> {
    this.unheard.settle();
    const common = this as unknown as EngineDriver<CommonCore, CommonOrders>;
    const counts = Object.fromEntries(find(common.enter("count"), "counts")?.[1] ?? []);
    return this.isLost ? { CORE_LOST: 1 } : counts;
  }

  /** Queues code of the app or the page as a turn, which goes with the session unless it `outlives` that. */
  inTurn(run: () => void, outlives = false): void {
    this.turns.push({ run, outlives });
  }

  /** Runs without interruption; new turns are queued for a task of their own. */
  protected hold(run: () => void): void {
    const { isBusy } = this;
    this.isBusy = true;
    try {
      run();
    } finally {
      this.isBusy = isBusy;
    }
    this.takeTurnsSoon();
  }

  /**
   * Receives a message event. The sender is checked before the message is read.
   *
   * @param sender identifies the sender; undefined if the engine is asked each time.
   * @param isAdmitted asks the engine whether the sender may speak.
   * @param receive passes the message to the engine.
   */
  protected receiveFrom(sender: string | undefined, event: MessageEvent, isAdmitted: () => boolean, receive: (message: unknown) => void): void {
    if (sender === undefined || this.admitted !== sender) {
      this.admitted = undefined;
      if (!isAdmitted()) {
        return;
      }
      this.admitted = sender;
    }
    const message: unknown = event.data;
    const refusal = measure(message);
    if (refusal === undefined) {
      receive(message);
    } else {
      this.unheard.count(refusal);
    }
  }

  /** Ends the session for good. */
  protected end(): void {
    this.hasEnded = true;
    this.turns = this.turns.filter(({ outlives }) => outlives);
    this.wakeAt(null);
  }

  private takeTurns(): void {
    if (this.isBusy) {
      return;
    }
    this.isBusy = true;
    let left = MAX_TURNS;
    for (let turn; left > 0 && (turn = this.turns.shift()); left -= 1) {
      isolated(turn.run);
    }
    this.isBusy = false;
    if (left === 0) {
      isolated(() => {
        throw new RangeError("events without end");
      });
      this.takeTurnsSoon();
    }
  }

  private takeTurnsSoon(): void {
    if (this.turns.length > 0) {
      setTimeout(() => {
        this.takeTurns();
      });
    }
  }

  /** Replaces the engine by the stand-in, after a trap. */
  private lose(error: unknown): void {
    const { current } = this;
    // This comes first. If the stack is used up, what follows may throw.
    this.current = { core: this.standIn(this.book.orders) as Core };
    this.isLost = true;
    this.admitted = undefined;
    this.wakeAt(null);
    this.lost(trapText(error, this.build, current.panicMessage?.() ?? ""));
  }

  /** Starts a fresh engine in the place of one that trapped; false if it cannot start. */
  protected replace(): boolean {
    try {
      this.current = this.open(this.book.orders);
      this.isLost = false;
    } catch {
      // As it was.
    }
    return !this.isLost;
  }
}

type Turn = { run: () => void; outlives: boolean };

/** More turns than this in a row mean a listener that causes its own event; the rest waits for a new task. */
const MAX_TURNS = 10_000;
