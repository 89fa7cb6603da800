import type { DiagnosticCode } from "../generated/codes.js";
import { alarm } from "../shared/alarm.js";
import { isolated } from "../shared/isolated.js";
import { type Dialect, type Door, find } from "./door.js";
import { measure } from "./measure.js";
import { trapText } from "./trap.js";
import { Unheard } from "./unheard.js";

/** What every engine speaks. */
type CommonDialect = {
  inputs: { count: []; refuse: [reason: DiagnosticCode, times: number]; timeout: [] };
  output: ["counts", [code: DiagnosticCode, count: number][]] | ["other"];
};

/**
 * Drives the engine of a session: hands in inputs, has their outputs carried out, and puts
 * a fresh engine in the place of one that trapped.
 *
 * Code of the app's or the page's runs in turns, one after another and never inside one
 * another: what comes of an input that is entered in a turn waits until that turn ends. So
 * every handler sees events in their order, and none is interrupted by the next.
 */
export abstract class EngineDriver<D extends Dialect> {
  /** The door to the engine of now. */
  door: Door<D>;
  /** Sets the engine's next time-out, in ms since the epoch, or none. */
  protected readonly wakeAt: (due: number | null) => void;
  /** The messages that are refused unread. */
  protected readonly unheard: Unheard;

  private readonly turns: (() => void)[] = [];
  /** A turn is under way, or turns are held. */
  private isBusy = false;
  private engine: "works" | "restoring" | "lost" | "ended" = "works";
  /** The sender who may speak without the engine being asked again; nobody until it says so. */
  protected admitted: string | undefined;

  /**
   * @param build what tells the build of the module from any other.
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

  /** The engine trapped. Returns what is done once a fresh one is restored, with what is reported of the trap. */
  protected abstract trapped(): (detail: string) => void;

  /** Gives a fresh engine what the last one said. */
  protected abstract restore(): void;

  /** All outputs of an input are carried out. */
  protected carriedOut?(): void;

  /** No fresh engine can be had. */
  protected lost?(): void;

  /** Whether an input has a fresh engine tried again, where none could be had; each does when absent. */
  protected revives?(input: string): boolean;

  /** The outputs of an input that the engine trapped at, or that finds none; none when absent. */
  protected refused?(code: "RECOVERED" | "CORE_LOST"): readonly D["output"][];

  /**
   * Hands in an input and has what comes of it carried out.
   *
   * @returns the outputs, for who waits for an answer.
   */
  enter<Name extends keyof D["inputs"] & string>(
    name: Name,
    ...fields: D["inputs"][Name] & readonly unknown[]
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

  /** How often each code was given. */
  counts(): Record<string, number> {
    this.unheard.settle();
    const common = this as unknown as EngineDriver<CommonDialect>;
    return Object.fromEntries(find(common.enter("count"), "counts")?.[1] ?? []);
  }

  /** Has code of the app's or the page's run in its turn. */
  inTurn(turn: () => void): void {
    this.turns.push(turn);
  }

  /** Runs something that no turn may interrupt; the turns that come of it are taken in a task of their own. */
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
   * Takes a message event: who speaks is asked before anything of it is read.
   *
   * @param sender names who speaks; undefined for one about whom the engine is asked each time.
   * @param isAdmitted asks the engine whether the sender may speak.
   * @param receive hands the message to the engine.
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

  /** Ends the session: nothing comes of it any more. */
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

  /** The engine trapped: a fresh one goes on with what it said. */
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

  /** Puts a fresh engine in the place of the last one; whether one can be had. */
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

/** More turns than this at a time come of a listener that causes its own event: the page gets time for others. */
const MAX_TURNS = 10_000;
