import { Emitter } from "../shared/emitter.js";
import type { HostOrders } from "../../build/host.js";
import { find, type OrderOf } from "../wasm/orders.js";
import { measure } from "../wasm/measure.js";
import { ownOrigin } from "../shared/page.js";
import { frozenCopy, taken } from "../shared/plain.js";
import type { HostEvents } from "./events.js";
import { explained, type HostPage, LONGEST_ID } from "./executor.js";
import { HostFrame } from "./frame.js";
import { InMemoryRecordStore } from "./memory-store.js";
import { HostMessages, type HostPayloads } from "./messages.js";
import { checkOptions, invalid } from "./options.js";
import { HostSession } from "./session.js";
import { Engagements } from "./engagements.js";
import type {
  DialNumberInput,
  HostCallSnapshot,
  HostDiagnostics,
  HostOptions,
  HostState,
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
  private readonly page: HostPage;
  private readonly listeners = new Emitter<HostEvents>();
  private readonly unlisten: () => void;
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
    const engagements = new Engagements(store, (all) => {
      this.listeners.emit("engagementsChanged", all);
    }, options.authorize);
    this.page = { widgetOrigin: url.origin, frame: () => this.place, listeners: this.listeners, engagements, options };
    this.session = new HostSession(
      (instance) => [
        ownOrigin(view),
        this.page.widgetOrigin,
        instance,
        copy,
        [...(options.allowedWidgetOrigins ?? [])],
        settings.supportsCustomObjects ?? false,
        settings.supportsInboundCalling ?? true,
        this.isInCallTask,
        options.lifecycle === "strict",
      ],
      this.page,
      options.trace || undefined,
    );
    const bad = this.session.begin();
    if (bad !== undefined) {
      throw invalid("allowedWidgetOrigins", bad, 'name origins like "https://phone.example"');
    }
    this.options = options;
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
    // The container may be in a frame of this page. Our widget answers the window that posts to it,
    // this one; the published SDK answers its parent, the frame.
    const windows = view.parent === window ? [view, window] : [view];
    for (const each of windows) {
      each.addEventListener("message", this.receive);
    }
    // Frames within the widget's page are of other origins: no property leads to it.
    this.unlisten = () => {
      for (const each of windows) {
        each.removeEventListener("message", this.receive);
      }
    };
    this.session.load();
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
      widgetOrigin: this.page.widgetOrigin,
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
    return this.session.trace;
  }

  /** Reloads the widget. */
  reload(): void {
    if (this.state !== "destroyed") {
      this.session.load();
      this.place.reload();
    }
  }

  /** Ends the session and removes the frame it created; may be called again. The store still gets what the widget said before. */
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
    // No event tells that the frame was taken out of the page; its widget is gone with it.
    if (this.frame.contentWindow === null && this.state !== "loading") {
      this.session.enter("frameLoading");
    }
    const outputs = run(now.copy);
    const sent = find(outputs, "sent");
    if (sent) {
      return { sent: true, messageId: sent[1] };
    }
    const [, code = "DESTROYED", detail = ""] = find(outputs, "refused") ?? [];
    return { sent: false, code, message: explained(code, detail) };
  }

}

/** The answer to a yes-or-no question; no if the session has ended. */
function isYes(outputs: readonly OrderOf<HostOrders>[]): boolean {
  return find(outputs, "answer")?.[1] === true;
}
