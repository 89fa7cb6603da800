import type { CallSnapshot, WidgetState } from "../shared/types.js";

/** The host of a session. */
export type PinnedHost = {
  origin: string;
  source: number;
  /** A hash of the host's user, for the windows that share calls. */
  userHash: number | undefined;
  /** True once INITIALIZED was posted to it. */
  isInitialized: boolean;
};

/** The state that a session's engine reported last, observable by the app. */
export class Observed {
  isHostSilent = false;
  host: PinnedHost | undefined;
  /** The number of times that a call began, changed or was forgotten. */
  callChanges = 0;

  private readonly byKey = new Map<number, CallSnapshot>();
  private readonly underWay = new Set<number>();
  private list: readonly CallSnapshot[] | undefined;

  /** @param state the state of the session. */
  constructor(public state: WidgetState) {}

  /** The calls, oldest first; the same list until one changes. */
  get calls(): readonly CallSnapshot[] {
    return (this.list ??= [...this.byKey.values()]);
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
