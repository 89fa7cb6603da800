import type { CallSnapshot, WidgetState } from "../shared/types.js";

/** The host that a session belongs to. */
export type PinnedHost = {
  origin: string;
  source: number;
  idPrefix: string;
  ready: unknown;
  /** Stands for the host's user, among the windows that share calls. */
  mark: number | null;
  /** Whether INITIALIZED was posted to it. */
  isInitialized: boolean;
};

/** What the engine of a session said last: what the app can observe, and what a fresh engine is given. */
export class Observed {
  isHostSilent = false;
  host: PinnedHost | undefined;
  /** INITIALIZED as it would be posted now, and the instance that posted it. */
  presence: readonly [message: unknown, postedBy: number] = [null, 0];
  /** How often a call began, changed or was forgotten. */
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

  /** The calls with their keys, as the engine takes them. */
  get keyedCalls(): readonly object[] {
    return [...this.byKey].map(([key, call]) => ({ key, ...call }));
  }

  /** Whether leaving the page would cut a call off. */
  get hasCallUnderWay(): boolean {
    return this.underWay.size > 0;
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
