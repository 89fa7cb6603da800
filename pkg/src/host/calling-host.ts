import { Emitter } from "../shared/emitter.js";
import type { DiagnosticCode } from "../generated/codes.js";
import { EXPLANATIONS } from "../generated/explanations.js";
import { MAX_READ_TEXT } from "../generated/limits.js";
import type { HostOrders } from "../../build/host.js";
import { find, type OrderOf } from "../wasm/orders.js";
import { measure } from "../wasm/measure.js";
import { entryOf } from "../shared/entry.js";
import { ownOrigin } from "../shared/page.js";
import { frozenCopy, post, taken, unpostable } from "../shared/plain.js";
import { ownZone } from "../shared/zone.js";
import type { HostEvents, WidgetMessage } from "./events.js";
import { HostFrame } from "./frame.js";
import { InMemoryRecordStore } from "./memory-store.js";
import { HostMessages, type HostPayloads } from "./messages.js";
import { checkOptions, invalid } from "./options.js";
import { HostSession, type HostOrder, type PlainOrder } from "./session.js";
import { Engagements, isPromise } from "./engagements.js";
import type {
  DialNumberInput,
  HostCallSnapshot,
  HostDiagnostics,
  HostOptions,
  HostState,
  NavigateRequest,
  Outcome,
  Visibility,
  WidgetInfo,
} from "./types.js";

/**
 * The CRM page's side of a session with a calling app in a frame.
 *
 * It opens the session, sends what a CRM sends, and does what a CRM does: it
 * creates and completes engagements in a record store, matches callers, opens
 * records, hides and resizes the frame. Listeners are isolated: if one throws, that
 * is reported to the page and stops no other.
 */
export class CallingHost extends HostMessages {
  /** The widget's frame. */
  readonly frame: HTMLIFrameElement;

  private readonly options: HostOptions;
  private readonly place: HostFrame;
  private readonly session: HostSession;
  private readonly engagements: Engagements;
  private readonly listeners = new Emitter<HostEvents>();
  private readonly unlisten: () => void;
  private widgetOrigin: string;
  /** The number of messages from other windows. */
  private foreign = 0;
  private isInCallTask: boolean;

  /**
   * Creates the frame, or uses the one it is given, and loads the widget.
   *
   * @throws CallingError that names the option, its value and the fix.
   */
  constructor(options: HostOptions) {
    super();
    const { url, view, place, width, height, context } = checkOptions(options);
    const { settings = {}, store = new InMemoryRecordStore() } = options;
    this.isInCallTask = options.inCallTask ?? false;
    const copy = frozenCopy(context);
    const inZone = ownZone();
    this.session = new HostSession(
      (instance) => [
        ownOrigin(view),
        this.widgetOrigin,
        instance,
        copy,
        [...(options.allowedWidgetOrigins ?? [])],
        settings.supportsCustomObjects ?? false,
        settings.supportsInboundCalling ?? true,
        this.isInCallTask,
        options.lifecycle === "strict",
      ],
      {
        post: (message, origin) => {
          if (this.frame.contentWindow) {
            post(this.frame.contentWindow, message, origin);
          }
        },
        carryOut: (order) => {
          inZone(() => {
            this.carryOut(order);
          });
        },
      },
      options.trace || undefined,
    );
    this.widgetOrigin = url.origin;
    const bad = this.session.begin();
    if (bad !== undefined) {
      throw invalid("allowedWidgetOrigins", bad, 'name origins like "https://phone.example"');
    }
    this.options = options;
    this.engagements = new Engagements(store, (all) => {
      this.listeners.emit("engagementsChanged", all);
    }, options.authorize);
    this.place = new HostFrame(place, {
      sandbox: options.sandbox,
      title: options.title ?? settings.name ?? "Calling app",
      width,
      height,
      loaded: () => {
        this.session.enter("frameLoaded");
      },
      failed: () => {
        this.session.enter("frameFailed");
      },
    });
    this.frame = this.place.element;
    view.addEventListener("message", this.receive);
    // Frames within the widget's page are of other origins: no property leads to it.
    this.unlisten = () => {
      view.removeEventListener("message", this.receive);
    };
    this.session.enter("frameLoading");
    this.place.open(url.href);
  }

  /** The state of the session. */
  get state(): HostState {
    return this.session.state;
  }

  /** The widget's report about itself. */
  get widget(): WidgetInfo {
    return { ...this.session.widget, isTest: this.options.settings?.isReady === false };
  }

  /** The frame's visibility. */
  get visibility(): Visibility {
    return this.session.visibility;
  }

  /** The calls, oldest first; the last closed ones included. */
  get calls(): readonly HostCallSnapshot[] {
    return this.session.calls;
  }

  /** True while a call runs or is about to: warn before the page is left. */
  get hasActiveCall(): boolean {
    return this.session.isActive;
  }

  /** True while the user works through a queue of tasks of the type Call. */
  get inCallTask(): boolean {
    return this.isInCallTask && this.state !== "destroyed";
  }

  /** Set it when the user begins such a queue, and when it ends. */
  set inCallTask(value: boolean) {
    this.isInCallTask = value;
    this.session.enter("setInCallTask", value);
  }

  /** True if numbers of an object type may be offered for dialling. */
  canDial(objectTypeId: string): boolean {
    return isYes(this.session.enter("canDial", objectTypeId));
  }

  /**
   * The user wants to call a number. While the widget loads or the user is
   * logged out, the number is queued (`HELD_LOADING`, `HELD_LOGGED_OUT`); a newer
   * one replaces it.
   */
  dialNumber(data: DialNumberInput): Outcome {
    const { portalId, ownerId } = this.options.context;
    // The session fills these in.
    const filled = { portalId, ownerId, startTimestamp: 0 };
    return this.command(
      data,
      (copy) => this.session.enter("dial", Object(copy) as object),
      (copy) => ({ type: "DIAL_NUMBER", data: { ...filled, ...(copy as object) } }),
    );
  }

  /** Drops the queued number; returns true if there was one. */
  cancelDial(): boolean {
    return isYes(this.session.enter("cancelDial"));
  }

  /** The user hangs up on the page; the widget ends the call. */
  endCall(): Outcome {
    return this.command(undefined, () => this.session.enter("endCall"));
  }

  /** The user minimises, hides or shows the frame. */
  setVisibility({ isMinimized, isHidden }: Partial<Visibility>): Outcome {
    return this.command(undefined, () =>
      this.session.enter("setVisibility", isMinimized, isHidden),
    );
  }

  /** Sends a message unchanged, with a message id chosen by the host. */
  sendMessage(message: { type: string; [field: string]: unknown }): Outcome {
    return this.command(
      message,
      (copy) => this.session.enter("sendRaw", Object(copy) as object),
      (copy) => Object(copy) as object,
    );
  }

  /** Adds a listener; returns an unsubscribe function. */
  on<Name extends keyof HostEvents>(
    name: Name,
    listener: (...args: HostEvents[Name]) => void,
  ): () => void {
    return this.listeners.on(name, listener);
  }

  /** Returns the host's report about itself. */
  diagnostics(): HostDiagnostics {
    return {
      state: this.state,
      widgetOrigin: this.widgetOrigin,
      counts: this.state === "destroyed"
        ? {}
        : {
            ...this.session.counts(),
            ...(this.foreign === 0 ? {} : { FOREIGN_SOURCE: this.foreign }),
          },
    };
  }

  /**
   * The recorded session, to attach to a report of a fault: lines of JSON, which
   * `replayTrace` of `calling-widget-sdk/trace` reads. Empty without the option `trace`.
   */
  exportTrace(): string {
    return this.session.trace();
  }

  /** Reloads the widget. */
  reload(): void {
    if (this.state !== "destroyed") {
      this.session.enter("frameLoading");
      this.place.reload();
    }
  }

  /** Ends the session and removes the frame it created; may be called again. */
  destroy(): void {
    if (this.state === "destroyed") {
      return;
    }
    this.unlisten();
    this.session.end();
    this.place.close();
    this.listeners.emit("stateChanged", "destroyed");
    this.listeners.clear();
  }

  private readonly receive = (event: MessageEvent): void => {
    // Most messages that a page receives are not for us. The last ones of a page that is
    // being left have no source window.
    if (event.source === null || event.source === this.frame.contentWindow) {
      this.session.receive(event);
    } else {
      this.foreign += 1;
    }
  };

  /** Posts a message of one of the types a host may send. */
  protected override sendType<Type extends keyof HostPayloads>(
    type: Type,
    data: HostPayloads[Type],
  ): Outcome {
    return this.command(
      data,
      (copy) => this.session.enter("send", { type, data: copy }),
      (copy) => ({ type, data: copy }),
    );
  }

  /**
   * Runs a command on a copy of its data, which the caller may change later.
   *
   * @param posted makes the resulting message, which a widget has to accept.
   */
  private command(
    data: unknown,
    run: (copy: unknown) => readonly OrderOf<HostOrders>[],
    posted: (copy: unknown) => object = () => ({}),
  ): Outcome {
    const now = taken(data, "data");
    if (now.path !== undefined) {
      return {
        sent: false,
        code: "NOT_CLONEABLE",
        message: `${now.path} cannot be posted. Take functions and symbols out of the payload.`,
      };
    }
    const limit = measure({ ...posted(now.copy), messageId: LONGEST_ID });
    if (limit !== undefined) {
      return { sent: false, code: limit, message: explained(limit, "") };
    }
    const outputs = run(now.copy);
    const sent = find(outputs, "sent");
    if (sent) {
      return { sent: true, messageId: sent[1] };
    }
    const [, code = "DESTROYED", detail = ""] = find(outputs, "refused") ?? [];
    return { sent: false, code, message: explained(code, detail) };
  }

  private carryOut(order: HostOrder): void {
    switch (order.does) {
      case "log": {
        const { direction, message, call } = order;
        const { type, data } = message;
        const entry = { direction, type, data, message, at: Date.now() };
        this.listeners.emit("message", call === undefined ? entry : { ...entry, call });
        return;
      }
      case "notify":
        // Each name's payload is the table's; nothing can check it here.
        if (order.name !== "") {
          (this.listeners.emit as (name: string, data: unknown, message: WidgetMessage) => void).call(
            this.listeners,
            order.name,
            order.data,
            order.message,
          );
        }
        return;
      case "navigate":
        settle(
          () => this.options.navigate?.(order.data as NavigateRequest),
          (result) => {
            order.done(result !== false);
          },
          () => {
            order.done(false);
          },
        );
        return;
      case "ask": {
        const failed = (error: unknown): void => {
          order.failed(textOf(error));
        };
        settle(
          () => this.engagements.ask(order.method, order.args),
          (value) => {
            let answer: unknown;
            try {
              answer = answerOf(value);
            } catch (error) {
              failed(error);
              return;
            }
            order.stored(answer);
          },
          failed,
        );
        return;
      }
      case "calls":
        this.listeners.emit("callsChanged", this.calls);
        return;
      case "tell":
        this.tell(order.order);
    }
  }

  private tell(order: PlainOrder): void {
    switch (order[0]) {
      case "state":
        this.listeners.emit("stateChanged", order[1]);
        return;
      case "failed":
        this.listeners.emit("failed", { code: order[1], message: explained(order[1], "") });
        return;
      case "alert":
        this.listeners.emit("alert", { message: order[1], source: order[2] });
        return;
      case "visibility": {
        const [, isMinimized, isHidden] = order;
        this.place.show(!isHidden);
        this.listeners.emit("visibilityChanged", { isMinimized, isHidden });
        return;
      }
      case "resize":
        this.listeners.emit("resized", this.place.resize(order[1], order[2]));
        return;
      case "move": {
        const { href, origin } = new URL(order[1]);
        this.widgetOrigin = origin;
        this.place.open(href);
        return;
      }
      case "diagnostic": {
        const [, code, detail, isError] = order;
        const message = explained(code, detail);
        this.listeners.emit("diagnostic", { code, message, level: isError ? "error" : "warn" });
        if (isError) {
          console.error(`[calling-widget-sdk] ${code}: ${message} ${entryOf(code)}`);
        }
      }
    }
  }
}

/** Calls the page's code, which may answer at once, later, or by throwing. */
function settle(
  call: () => unknown,
  done: (value: unknown) => void,
  failed: (error: unknown) => void,
): void {
  let answer: unknown;
  let isLater: boolean;
  try {
    answer = call();
    isLater = isPromise(answer);
  } catch (error) {
    failed(error);
    return;
  }
  if (isLater) {
    // A mere thenable may throw, or settle twice.
    Promise.resolve(answer).then(done, failed);
  } else {
    done(answer);
  }
}

/**
 * A copy of the record store's answer.
 *
 * @throws a getter's error; an Error with a code for matches that no widget would take.
 */
function answerOf(value: unknown): unknown {
  const answer = frozenCopy(value);
  // Only a record's id is posted.
  if (Array.isArray(answer)) {
    const data = { callerIdMatches: answer, callId: 1, externalCallId: LONGEST_ID.repeat(MAX_READ_TEXT / LONGEST_ID.length) };
    const limit =
      unpostable(answer) === undefined
        ? measure({ type: "CALLER_ID_MATCH_SUCCEEDED", messageId: LONGEST_ID, data })
        : "NOT_CLONEABLE";
    if (limit !== undefined) {
      throw new Error(`${limit}: the record store's answer cannot be posted`);
    }
  }
  return answer;
}

/** The text of a record store's error, which may be any value. */
function textOf(error: unknown): string {
  try {
    return String(error instanceof Error ? error.message : error);
  } catch {
    return "the record store failed";
  }
}

/** The answer to a yes-or-no question; no if the session has ended. */
function isYes(outputs: readonly OrderOf<HostOrders>[]): boolean {
  return find(outputs, "answer")?.[1] === true;
}

/** A code's cause, its detail and the fix. */
function explained(code: DiagnosticCode, detail: string): string {
  const [cause, fix] = EXPLANATIONS[code];
  return detail === "" ? `${cause} ${fix}` : `${cause} (${detail}) ${fix}`;
}

/** The longest message id: the session's own has 17 characters and a number. */
const LONGEST_ID = "-".repeat(32);
