import type { HostCore, HostOrders } from "../../build/host.js";
import { randomId } from "../shared/random-id.js";
import type { TraceRecorder } from "../shared/types.js";
import { EngineDriver } from "../wasm/driver.js";
import { type FieldsOf, find } from "../wasm/orders.js";
import { build, start } from "./core.js";
import { HostExecutor, type HostPage } from "./executor.js";
import type { HostCallSnapshot, HostState, Visibility, WidgetInfo } from "./types.js";

/** A session's first input. */
export type HostStart = FieldsOf<HostCore, "start">;

/**
 * The engine of a host's session, and the state that it reported last.
 *
 * Posts and changes are carried out at once, all else in turn. An engine that trapped leaves the state
 * `failed`, until the frame is loaded again.
 */
export class HostSession extends EngineDriver<HostCore, HostOrders> {
  /** The session's state. */
  state: HostState = "loading";
  /** The widget's report about itself. */
  widget: Omit<WidgetInfo, "isTest"> = { isLoggedIn: false, isAvailable: false };
  /** The frame's visibility. */
  visibility: Visibility = { isMinimized: false, isHidden: false };
  /** True while leaving the page would lose a call. */
  isActive = false;

  protected override readonly executor: HostExecutor;
  private readonly knownCalls = new Map<number, HostCallSnapshot>();
  private callList: readonly HostCallSnapshot[] | undefined;
  private haveCallsChanged = false;

  /**
   * @param first an engine's first input; each has an instance id of its own.
   * @param page what the engine's orders are about.
   * @param trace records the session.
   * @throws CallingError where the module cannot run.
   */
  constructor(
    private readonly first: (instance: string) => HostStart,
    page: HostPage,
    trace: TraceRecorder | undefined,
  ) {
    super(build, start, trace?.begin("host", build));
    this.executor = new HostExecutor(this, page);
  }

  /**
   * Begins the session.
   *
   * @returns an allowed origin that cannot be parsed, if any.
   */
  begin(): string | undefined {
    return find(this.enter("start", ...this.first(randomId("h"))), "badOrigin")?.[1];
  }

  /** The calls, oldest first. */
  get calls(): readonly HostCallSnapshot[] {
    return (this.callList ??= [...this.knownCalls.values()]);
  }

  /** Receives a message event of the frame, or of no window: the sender is checked before anything is read. */
  receive(event: MessageEvent): void {
    const { isTrusted, origin } = event;
    const isGone = event.source === null;
    const isAdmitted = (): boolean => find(this.enter("admit", isTrusted, origin, isGone), "admitted") !== undefined;
    this.receiveFrom(isTrusted && !isGone ? origin : undefined, event, isAdmitted, (message) => {
      this.enter("receive", origin, isGone, message);
    });
  }

  /** Ends the session for good. */
  override end(): void {
    super.end();
    this.state = "destroyed";
    this.visibility = { isMinimized: false, isHidden: false };
    this.forget();
  }

  /** Forgets the widget and its calls. */
  private forget(): void {
    this.widget = { isLoggedIn: false, isAvailable: false };
    this.isActive = false;
    this.knownCalls.clear();
    this.callList = undefined;
  }

  /** Reports the calls to the page, once for all orders of an input. */
  protected override carriedOut(): void {
    if (this.haveCallsChanged) {
      this.haveCallsChanged = false;
      this.executor.emit("callsChanged", this.calls);
    }
  }

  /** The widget moves: the admitted sender is not its new page. */
  move(): void {
    this.admitted = undefined;
  }

  /** A call began or changed; undefined where it was forgotten. */
  setCall(key: number, call: HostCallSnapshot | undefined): void {
    if (call === undefined) {
      this.knownCalls.delete(key);
    } else {
      this.knownCalls.set(key, call);
    }
    this.callList = undefined;
    this.haveCallsChanged = true;
  }

  /** Guards the answer to a question of this engine: one that replaces it asked none such. */
  answerTo<Value>(answer: (value: Value) => void): (value: Value) => void {
    const { current } = this;
    return (value) => {
      if (this.current === current) {
        answer(value);
      }
    };
  }

  /** Reports that the frame is given an address. Replaces an engine that trapped, whose calls are lost. */
  load(): void {
    if (this.isLost && this.replace()) {
      const { isMinimized, isHidden } = this.visibility;
      this.haveCallsChanged = this.knownCalls.size > 0;
      this.forget();
      this.executor.state("loading");
      this.begin();
      // The frame is as it was.
      this.enter("setVisibility", isMinimized, isHidden);
    }
    this.enter("frameLoading");
  }

  protected override lost(detail: string): void {
    this.executor.state("failed");
    this.executor.diagnostic("CORE_LOST", detail, true);
    this.executor.failed("CORE_LOST");
  }

  protected override standIn(orders: HostOrders): Partial<HostCore> {
    const refuse = (): void => {
      orders.refused("CORE_LOST", "");
    };
    return { dial: refuse, endCall: refuse, setVisibility: refuse, send: refuse, sendRaw: refuse };
  }
}
