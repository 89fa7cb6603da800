import type { WidgetOrders } from "../../build/widget.js";
import type { CallSnapshot, WidgetState } from "../shared/types.js";

/** The host of a session. */
export type PinnedHost = {
  origin: string;
  source: number;
  idPrefix: string;
  ready: unknown;
  /** A hash of the host's user, for the windows that share calls. */
  userHash: number | undefined;
  /** True once INITIALIZED was posted to it. */
  isInitialized: boolean;
};

/** The state that a session's engine reported last: observable by the app, and restored in a fresh engine. */
export class Observed {
  isHostSilent = false;
  host: PinnedHost | undefined;
  /** INITIALIZED as it would be posted now, and the instance that posted it. */
  presence: readonly [message: unknown, postedBy: number] = [undefined, 0];
  /** The number of times that a call began, changed or was forgotten. */
  callChanges = 0;

  /** The messages in the engine's queue, by its numbers. */
  queue = new Map<number, Parameters<WidgetOrders["queued"]>>();

  private readonly byKey = new Map<number, CallSnapshot>();
  private readonly underWay = new Set<number>();
  private list: readonly CallSnapshot[] | undefined;

  /** @param state the state of the session. */
  constructor(public state: WidgetState) {}

  /** The calls, oldest first; the same list until one changes. */
  get calls(): readonly CallSnapshot[] {
    return (this.list ??= [...this.byKey.values()]);
  }

  /** The calls with their keys, in the engine's format. */
  get keyedCalls(): readonly object[] {
    return [...this.byKey].map(([key, call]) => ({ key, ...call }));
  }

  /** True if leaving the page would cut a call off. */
  get hasCallUnderWay(): boolean {
    return this.underWay.size > 0;
  }

  /** True while a call is not completed. */
  get hasOpenCall(): boolean {
    return this.underWay.size > 0 || this.calls.some(({ state }) => state === "ended");
  }

  /** A call began or changed; undefined where it was forgotten. */
  setCall(key: number, call: CallSnapshot | undefined, isUnderWay: boolean): void {
    this.list = undefined;
    this.callChanges += 1;
    if (call === undefined) {
      this.byKey.delete(key);
    } else {
      this.byKey.set(key, call);
    }
    if (isUnderWay) {
      this.underWay.add(key);
    } else {
      this.underWay.delete(key);
    }
  }
}
