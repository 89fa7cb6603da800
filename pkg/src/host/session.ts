import { build, wasmText } from "../../build/host.js";
import { VALUE_TABLES } from "../generated/door.js";
import { HOST_INPUTS, type HostInputs, type HostOutput } from "../generated/host-door.js";
import { randomId } from "../shared/random-id.js";
import type { SessionTrace, TraceRecorder } from "../shared/types.js";
import type { Draft } from "../wasm/crossing.js";
import { Door, find } from "../wasm/door.js";
import { EngineDriver } from "../wasm/driver.js";
import { instantiate } from "../wasm/load.js";
import type { WidgetMessage } from "./events.js";
import type { HostCallSnapshot, HostState, Visibility, WidgetInfo } from "./types.js";

/** The dialect of a host session's engine. */
type HostDialect = { inputs: HostInputs; output: HostOutput };

/** A session's first input. */
export type HostStart = HostInputs["start"];

type Tag = HostOutput[0];
type OutputOf<Name extends Tag> = Extract<HostOutput, readonly [Name, ...unknown[]]>;

/** The page's part in a session. */
export type HostPage = {
  /** Posts a message to the frame, at once. */
  post: (message: WidgetMessage, origin: string) => void;
  /** Carries out any other order in turn, since code of the page may be under way. */
  carryOut: (order: HostOrder) => void;
};

/** An order to the page, with its payloads resolved. */
export type HostOrder =
  | { does: "log"; direction: "toWidget" | "toHost"; message: WidgetMessage; call?: number }
  | { does: "notify"; name: string; data: unknown; message: WidgetMessage }
  | { does: "navigate"; data: unknown; done: (hasSucceeded: boolean) => void }
  | { does: "ask"; method: string; args: unknown[]; stored: (value: unknown) => void; failed: (text: string) => void }
  | { does: "calls" }
  | { does: "tell"; output: PlainOutput };

/** Orders that hold no payload. */
export type PlainOutput = OutputOf<"alert" | "diagnostic" | "failed" | "move" | "resize" | "state" | "visibility">;

/**
 * The engine of a host's session, and the state that it reported last.
 *
 * Posts and changes are carried out at once, all else in turn. An engine that trapped is
 * replaced by a fresh one that continues from that state; if none can be started the state is
 * `failed`, and `frameLoading` tries again.
 */
export class HostSession extends EngineDriver<HostDialect> {
  /** The session's state. */
  state: HostState = "loading";
  /** The widget's report about itself. */
  widget: Omit<WidgetInfo, "isTest"> = { isLoggedIn: false, isAvailable: false };
  /** The frame's visibility. */
  visibility: Visibility = { isMinimized: false, isHidden: false };
  /** True while leaving the page would lose a call. */
  isActive = false;

  private readonly recorded: SessionTrace | undefined;
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
    private readonly page: HostPage,
    trace: TraceRecorder | undefined,
  ) {
    const recorded = trace?.begin("host", build);
    super(build, () => open(recorded));
    this.recorded = recorded;
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
    const isAdmitted = (): boolean => find(this.enter("hear", isTrusted, origin, isGone), "admitted") !== undefined;
    this.receiveFrom(isTrusted && !isGone ? origin : undefined, event, isAdmitted, (message) => {
      this.enter("receive", origin, isGone, { value: message });
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
        this.page.carryOut(order);
      });
    }
  }

  /** Carries out one output. */
  protected override carryOut(output: HostOutput): void {
    const { door, orders } = this;
    const message = (draft: Draft): WidgetMessage => door.resolve(draft) as WidgetMessage;
    switch (output[0]) {
      case "post": {
        const posted = message(output[1]);
        this.page.post(posted, output[2]);
        orders.push({ does: "log", direction: "toWidget", message: posted });
        return;
      }
      case "received":
        orders.push({ does: "log", direction: "toHost", message: message(output[1]) });
        return;
      case "notify": {
        const data = output[2] === null ? undefined : door.resolve(output[2]);
        orders.push({ does: "notify", name: output[1] ?? "unknownMessage", data, message: message(output[3]) });
        return;
      }
      case "navigate": {
        const [, request, data] = output;
        orders.push({
          does: "navigate",
          data: door.resolve(data),
          done: this.answerTo((hasSucceeded: boolean) => {
            this.enter("navigated", request, hasSucceeded);
          }),
        });
        return;
      }
      case "store": {
        const [, request, [method, ...args]] = output;
        orders.push({
          does: "ask",
          method,
          args: args.map((arg) => door.resolve(arg)),
          stored: this.answerTo((value: unknown) => {
            const matches = Array.isArray(value) ? value : undefined;
            this.enter("stored", request, { value: { record: value, matches }, table: VALUE_TABLES.StoreAnswer });
          }),
          failed: this.answerTo((text: string) => {
            this.enter("storeFailed", request, text);
          }),
        });
        return;
      }
      case "state":
        this.state = output[1];
        orders.push({ does: "tell", output });
        return;
      case "visibility": {
        const [isMinimized, isHidden] = output[1];
        this.visibility = { isMinimized, isHidden };
        orders.push({ does: "tell", output });
        return;
      }
      case "move":
        this.admitted = undefined;
        orders.push({ does: "tell", output });
        return;
      case "alert":
      case "diagnostic":
      case "failed":
      case "resize":
        orders.push({ does: "tell", output });
        return;
      case "widget": {
        const [, isLoggedIn, isAvailable, version, sdkVersion, debugMode] = output;
        this.widget = {
          isLoggedIn,
          isAvailable,
          ...(version === null ? {} : { version }),
          ...(sdkVersion === null ? {} : { sdkVersion }),
          ...(debugMode === null ? {} : { debugMode }),
        };
        return;
      }
      case "call":
        this.knownCalls.set(output[1], door.resolve(output[2]) as HostCallSnapshot);
        this.changed.add(output[1]);
        return;
      case "gone":
        this.knownCalls.delete(output[1]);
        this.changed.add(output[1]);
        return;
      case "active":
        this.isActive = output[1];
        return;
      case "wake":
        this.wakeAt(output[1]);
        return;
      case "release":
        door.release(output[1]);
        return;
      default:
        // An answer; the caller reads it.
        return;
    }
  }

  /** Guards the answer to a question of this engine: one that replaces it asked none such. */
  private answerTo<Value>(answer: (value: Value) => void): (value: Value) => void {
    const { door } = this;
    return (value) => {
      if (this.door === door) {
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
    this.carryOut(["state", "failed"]);
    this.carryOut(["failed", "CORE_LOST"]);
  }

  protected override revives(input: string): boolean {
    return input === "frameLoading";
  }

  protected override refused(code: "RECOVERED" | "CORE_LOST"): readonly HostOutput[] {
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
      { value: { calls }, table: VALUE_TABLES.Snapshot },
    );
  }
}

let numbers: Door<HostDialect> | undefined;

/** True if two texts mean one phone number, as the core compares them. */
export function isSameNumber(one: string, other: string): boolean {
  numbers ??= open(undefined);
  return find(numbers.process("isSameNumber", [one, other]), "answer")?.[1] === true;
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

function open(recorded: SessionTrace | undefined): Door<HostDialect> {
  const door = new Door<HostDialect>(instantiate(wasmText), HOST_INPUTS, recorded);
  // Everything the widget sends is checked, so views have every field that a table knows.
  door.isFull = true;
  return door;
}
