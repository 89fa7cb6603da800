import { build, glue, type HostCore, type HostOrders, wasmText } from "../../build/host.js";
import { randomId } from "../shared/random-id.js";
import type { TraceRecorder } from "../shared/types.js";
import { EngineDriver } from "../wasm/driver.js";
import type { Engine } from "../wasm/engine.js";
import { instantiate } from "../wasm/glue.js";
import { compiled } from "../wasm/load.js";
import { type FieldsOf, find, OrderBook, type OrderOf } from "../wasm/orders.js";
import { CarriedOut } from "./carried-out.js";
import type { WidgetMessage } from "./events.js";
import type { StoreMethod } from "./records.js";
import type { HostCallSnapshot, HostState, Visibility, WidgetInfo } from "./types.js";

/** A session's first input. */
export type HostStart = FieldsOf<HostCore, "start">;

/** The page's part in a session. */
export type HostPage = {
  /** Posts a message to the frame, at once. */
  post: (message: WidgetMessage, origin: string) => void;
  /** Carries out any other order in turn, since code of the page may be under way. */
  carryOut: (order: HostOrder) => void;
};

/** An order to the page. */
export type HostOrder =
  | { does: "log"; direction: "toWidget" | "toHost"; message: WidgetMessage; call?: number }
  | { does: "notify"; name: string; data: unknown; message: WidgetMessage }
  | { does: "navigate"; data: unknown; done: (hasSucceeded: boolean) => void }
  | { does: "ask"; method: StoreMethod; args: unknown[]; stored: (value: unknown) => void; failed: (text: string) => void }
  | { does: "calls" }
  | { does: "tell"; order: PlainOrder };

/** Orders of the engine that the page carries out as they are. */
export type PlainOrder = OrderOf<HostOrders, "alert" | "diagnostic" | "failed" | "move" | "resize" | "state" | "visibility">;

/**
 * The engine of a host's session, and the state that it reported last.
 *
 * Posts and changes are carried out at once, all else in turn. An engine that trapped is
 * replaced by a fresh one that continues from that state; if none can be started the state is
 * `failed`, and `frameLoading` tries again.
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

  protected override readonly page = new CarriedOut(this);
  private readonly knownCalls = new Map<number, HostCallSnapshot>();
  private callList: readonly HostCallSnapshot[] | undefined;
  /** The orders to the page of the input under way, and the calls that it changed. */
  private orders: HostOrder[] = [];
  private readonly changed = new Set<number>();
  /** True if no fresh engine could replace one that trapped. */
  private isLost = false;

  /**
   * @param start the engine's first input; for a fresh one with another instance id.
   * @param page carries out the engine's orders.
   * @param trace records the session.
   * @throws CallingError where the module cannot run.
   */
  constructor(
    private readonly start: (instance: string) => HostStart,
    private readonly hostPage: HostPage,
    trace: TraceRecorder | undefined,
  ) {
    super(build, open, trace?.begin("host", build));
  }

  /**
   * Begins the session.
   *
   * @returns an allowed origin that cannot be parsed, if any.
   */
  begin(): string | undefined {
    return find(this.enter("start", ...this.start(randomId("h"))), "badOrigin")?.[1];
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

  /** The recorded session; empty where it is not recorded. */
  trace(): string {
    return this.recorded?.text() ?? "";
  }

  /** Ends the session for good. */
  override end(): void {
    super.end();
    this.state = "destroyed";
    this.widget = { isLoggedIn: false, isAvailable: false };
    this.visibility = { isMinimized: false, isHidden: false };
    this.isActive = false;
    this.knownCalls.clear();
    this.callList = undefined;
  }

  /** Passes the input's orders to the page, in turn. */
  protected override carriedOut(): void {
    const { orders } = this;
    const changed = [...this.changed];
    this.orders = [];
    this.changed.clear();
    nameCall(
      orders,
      changed.filter((key) => this.knownCalls.has(key)),
    );
    if (changed.length > 0) {
      this.callList = undefined;
      orders.push({ does: "calls" });
    }
    for (const order of orders) {
      this.inTurn(() => {
        this.hostPage.carryOut(order);
      });
    }
  }

  /** Posts a message at once. */
  post(message: WidgetMessage, origin: string): void {
    this.hostPage.post(message, origin);
  }

  /** Queues an order to the page. */
  order(order: HostOrder): void {
    this.orders.push(order);
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
    this.changed.add(key);
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

  protected override trapped(): (detail: string) => void {
    return (detail) => {
      this.enter("note", "RECOVERED", detail);
    };
  }

  protected override lost(): void {
    this.isLost = true;
    this.page.state("failed");
    this.page.failed("CORE_LOST");
  }

  protected override revives(input: string): boolean {
    return input === "frameLoading";
  }

  protected override refused(code: "RECOVERED" | "CORE_LOST"): readonly OrderOf<HostOrders>[] {
    return [["refused", code, ""]];
  }

  /** Restores the last state in a fresh engine; for a reloaded frame, the settings alone. */
  protected override restore(): void {
    const { state, widget, visibility } = this;
    const calls = [...this.knownCalls].map(([key, call]) => ({ key, ...call }));
    this.begin();
    if (this.isLost) {
      this.isLost = false;
      return;
    }
    const { isLoggedIn, isAvailable, version, sdkVersion, debugMode } = widget;
    const { isMinimized, isHidden } = visibility;
    this.enter(
      "restore",
      state === "destroyed" ? "failed" : state,
      isLoggedIn,
      isAvailable,
      version,
      sdkVersion,
      debugMode,
      isMinimized,
      isHidden,
      { calls },
    );
  }
}

let numbers: readonly [core: HostCore, book: OrderBook<HostOrders>] | undefined;

/** True if two texts mean one phone number, as the core compares them. */
export function isSameNumber(one: string, other: string): boolean {
  if (numbers === undefined) {
    const book = new OrderBook<HostOrders>();
    numbers = [open(book.orders).core, book];
  }
  const [core, book] = numbers;
  core.isSameNumber(0, one, other);
  return find(book.take(), "answer")?.[1] === true;
}

/** Messages that change no call, although another output of the same input may. */
const OF_SESSION: ReadonlySet<string> = new Set(["INITIALIZED", "LOGGED_IN", "VISIBILITY_CHANGED"]);

/** Adds to a message the call that it changed, if one input produced one of each. */
function nameCall(orders: readonly HostOrder[], changed: readonly number[]): void {
  const [call, otherCall] = changed;
  const [log, otherLog] = orders.filter(
    (order) => order.does === "log" && !OF_SESSION.has(order.message.type),
  );
  if (call !== undefined && otherCall === undefined && log?.does === "log" && otherLog === undefined) {
    log.call = call;
  }
}

/** Starts a fresh instance of the host's core. */
export function open(orders: HostOrders): Engine<HostCore> {
  const made = glue();
  instantiate(made, () => compiled(wasmText));
  return { core: new made.HostCore(orders) };
}
