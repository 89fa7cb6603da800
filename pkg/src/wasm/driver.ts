import type { DiagnosticCode } from "../generated/codes.js";
import { alarm } from "../shared/alarm.js";
import { isolated } from "../shared/isolated.js";
import { outsideZones } from "../shared/zone.js";
import { type Dialect, type Door, find } from "./door.js";
import { measure } from "./measure.js";
import { trapText } from "./trap.js";
import { Unheard } from "./unheard.js";

/** The dialect of an engine. */
type CommonDialect = {
  inputs: { count: []; refuse: [reason: DiagnosticCode, times: number]; timeout: [] };
  output: ["counts", [code: DiagnosticCode, count: number][]] | ["other"];
};

/**
 * Drives the engine of a session: hands in inputs, has their outputs carried out, and puts
 * a fresh engine in the place of one that trapped.
 *
 * Code of the app or the page runs in turns, one after another and never nested: the events of an
 * input that is entered in a turn wait until that turn ends. So every handler sees events in
 * order, and none is interrupted by the next.
 */
export abstract class EngineDriver<D extends Dialect> {
  /** The door to the current engine. */
  door: Door<D>;
  /** Sets the engine's next time-out, in ms since the epoch, or none. */
  protected readonly wakeAt: (due: number | null) => void;
  /** Counts the messages that are refused unread. */
  protected readonly unheard: Unheard;

  private readonly turns: (() => void)[] = [];
  /** True if a turn is under way, or turns are held. */
  private isBusy = false;
  private engine: "works" | "restoring" | "lost" | "ended" = "works";
  /** The admitted sender: the engine is not asked about it again. */
  protected admitted: string | undefined;

  /**
   * @param build identifies the build of the module.
   * @param open opens the door to a fresh engine.
   * @throws CallingError where the module cannot run.
   */
  constructor(
    private readonly build: string,
    private readonly open: () => Door<D>,
  ) {
    const common = this as unknown as EngineDriver<CommonDialect>;
    this.unheard = new Unheard((reason, times) => {
      common.enter("refuse", reason, times);
    });
    this.wakeAt = alarm(() => this.door.clock, () => {
      common.enter("timeout");
    });
    this.door = open();
  }

  /** Carries out an output: posts and changes at once, calls into the app by {@link inTurn}. */
  protected abstract carryOut(output: D["output"]): void;

  /** The engine trapped. Returns a function to call with the trap's detail, once a fresh engine is restored. */
  protected abstract trapped(): (detail: string) => void;

  /** Restores the state of the last engine in a fresh one. */
  protected abstract restore(): void;

  /** Called when all outputs of an input are carried out. */
  protected carriedOut?(): void;

  /** Called when no fresh engine can be started. */
  protected lost?(): void;

  /** True if an input starts a fresh engine again after one failed to start; every input does when absent. */
  protected revives?(input: string): boolean;

  /** The outputs of an input that no engine could handle; none when absent. */
  protected refused?(code: "RECOVERED" | "CORE_LOST"): readonly D["output"][];

  /**
   * Passes an input in and carries the outputs out.
   *
   * @returns the outputs, for the caller who needs an answer.
   */
  enter<Name extends keyof D["inputs"] & string>(
    name: Name,
    ...fields: D["inputs"][Name] & readonly unknown[]
  ): readonly D["output"][] {
    let outputs: readonly D["output"][] = [];
    // Its timers and locks are the session's: no view of the app waits for them.
    outsideZones(() => {
      outputs = this.process(name, fields);
    });
    return outputs;
  }

  private process<Name extends keyof D["inputs"] & string>(
    name: Name,
    fields: D["inputs"][Name] & readonly unknown[],
  ): readonly D["output"][] {
    const { engine } = this;
    if (engine === "ended") {
      return [];
    }
    let outputs: readonly D["output"][];
    try {
      const isThere = engine !== "lost" || (this.revives?.(name) !== false && this.replace());
      outputs = isThere ? this.door.process(name, fields) : (this.refused?.("CORE_LOST") ?? []);
    } catch (error) {
      if (engine === "restoring") {
        throw error;
      }
      outputs = this.recover(error);
    }
    for (const output of outputs) {
      this.carryOut(output);
    }
    this.carriedOut?.();
    this.takeTurns();
    return outputs;
  }

  /** The count of each code. */
  counts(): Record<string, number> {
    this.unheard.settle();
    const common = this as unknown as EngineDriver<CommonDialect>;
    return Object.fromEntries(find(common.enter("count"), "counts")?.[1] ?? []);
  }

  /** Queues code of the app or the page as a turn. */
  inTurn(turn: () => void): void {
    this.turns.push(turn);
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
    this.engine = "ended";
    this.turns.length = 0;
    this.wakeAt(null);
  }

  private takeTurns(): void {
    if (this.isBusy || this.engine === "restoring") {
      return;
    }
    this.isBusy = true;
    let left = MAX_TURNS;
    for (let turn; left > 0 && (turn = this.turns.shift()); left -= 1) {
      isolated(turn);
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

  /** Replaces an engine that trapped, and restores its state. */
  private recover(error: unknown): readonly D["output"][] {
    const detail = trapText(error, this.build, this.door.panicText());
    const resume = this.trapped();
    const isReplaced = this.replace();
    if (isReplaced) {
      resume(detail);
    } else {
      this.lost?.();
    }
    return this.refused?.(isReplaced ? "RECOVERED" : "CORE_LOST") ?? [];
  }

  /** Starts a fresh engine; false if it cannot start. */
  private replace(): boolean {
    this.engine = "restoring";
    this.admitted = undefined;
    this.wakeAt(null);
    try {
      const { clock } = this.door;
      this.door = this.open();
      this.door.clock = clock;
      this.restore();
      this.engine = "works";
      return true;
    } catch {
      this.engine = "lost";
      return false;
    }
  }
}

/** More turns than this in a row mean a listener that causes its own event; the rest waits for a new task. */
const MAX_TURNS = 10_000;
