import { createGlue, wasmText, type HostSession } from "../../build/host.js";
import { Emitter } from "../emitter.js";
import { isolated } from "../report.js";
import type { CallSnapshot } from "../types.js";
import { startGlue } from "../wasm/glue.js";
import { frozenCopy, post, taken } from "../widget/plain.js";
import type { HostEvents, WidgetMessage } from "./events.js";
import { HostFrame } from "./frame.js";
import { InMemoryRecordStore } from "./memory-store.js";
import { HostMessages, type HostPayloads } from "./messages.js";
import { checkOptions, invalid } from "./options.js";
import type { Order } from "./orders.js";
import { Engagements } from "./engagements.js";
import type {
  DialNumberInput,
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
 * records, hides and resizes the frame. Listeners are isolated: one that throws
 * is reported to the page and stops nothing.
 */
export class CallingHost extends HostMessages {
  /** The frame the widget is in. */
  readonly frame: HTMLIFrameElement;

  private readonly options: HostOptions;
  private readonly place: HostFrame;
  private readonly session: HostSession;
  private readonly engagements: Engagements;
  private readonly listeners = new Emitter<HostEvents>();
  private readonly view: Window;
  private widgetOrigin: string;
  /** Messages of other windows. */
  private foreign = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private isDraining = false;
  private isDestroyed = false;
  private knownCalls: readonly CallSnapshot[] | undefined;

  /**
   * Creates the frame, or adopts it, and loads the widget.
   *
   * @throws CallingError that names the option, its value and the fix.
   */
  constructor(options: HostOptions) {
    super();
    const { url, view, place, width, height, context } = checkOptions(options);
    const { settings = {}, store = new InMemoryRecordStore() } = options;
    const { HostSession } = startGlue(createGlue, wasmText);
    try {
      this.session = new HostSession(
        {
          ownOrigin: view.location.origin,
          widgetOrigin: url.origin,
          instance: randomId(),
          allowedWidgetOrigins: [...(options.allowedWidgetOrigins ?? [])],
          isReady: settings.isReady ?? true,
          supportsCustomObjects: settings.supportsCustomObjects ?? false,
          supportsInboundCalling: settings.supportsInboundCalling ?? true,
          inCallTask: options.inCallTask ?? false,
          isStrict: options.lifecycle === "strict",
        },
        frozenCopy(context),
      );
    } catch (error) {
      if (typeof error !== "string") {
        throw error;
      }
      throw invalid("allowedWidgetOrigins", error, 'name origins like "https://phone.example"');
    }
    this.options = options;
    this.view = view;
    this.widgetOrigin = url.origin;
    this.engagements = new Engagements(store, (all) => {
      this.listeners.emit("engagementsChanged", all);
    });
    this.place = new HostFrame(place, {
      title: options.title ?? settings.name ?? "Calling app",
      width,
      height,
      loaded: () => {
        this.run((session, now) => {
          session.frame_loaded(now);
        });
      },
      failed: () => {
        this.run((session) => {
          session.frame_error();
        });
      },
    });
    this.frame = this.place.element;
    view.addEventListener("message", this.hear);
    this.run((session, now) => {
      session.frame_loading(now);
    });
    this.place.open(url.href);
  }

  /** Where the session stands. */
  get state(): HostState {
    return this.isDestroyed ? "destroyed" : (this.session.state() as HostState);
  }

  /** What the widget said of itself. */
  get widget(): WidgetInfo {
    return this.isDestroyed
      ? { isLoggedIn: false, isAvailable: false, isTest: this.options.settings?.isReady === false }
      : (this.session.widget() as WidgetInfo);
  }

  /** How the frame is shown. */
  get visibility(): Visibility {
    return this.isDestroyed
      ? { isMinimized: false, isHidden: false }
      : (this.session.visibility() as Visibility);
  }

  /** The calls, oldest first; the last ones done with included. */
  get calls(): readonly CallSnapshot[] {
    this.knownCalls ??= this.isDestroyed ? [] : (this.session.calls() as CallSnapshot[]);
    return this.knownCalls;
  }

  /** Whether a call runs or is about to: warn before the page is left. */
  get hasActiveCall(): boolean {
    return !this.isDestroyed && this.session.has_active_call();
  }

  /** Whether the user works through a queue of tasks of the type Call. */
  get inCallTask(): boolean {
    return !this.isDestroyed && this.session.in_call_task();
  }

  /** Said when the user begins such a queue, and when it ends. */
  set inCallTask(value: boolean) {
    if (!this.isDestroyed) {
      this.session.set_in_call_task(value);
    }
  }

  /** Whether numbers of an object type are offered for dialling. */
  canDial(objectTypeId: string): boolean {
    return !this.isDestroyed && this.session.can_dial(objectTypeId);
  }

  /**
   * The user wants to call a number. While the widget loads or the user is
   * logged out, the number waits (`HELD_LOADING`, `HELD_LOGGED_OUT`); a newer
   * one replaces it.
   */
  dialNumber(data: DialNumberInput): Outcome {
    return this.command(data, (session, copy, now) => session.dial(now, copy));
  }

  /** Drops the number that waits; whether there was one. */
  cancelDial(): boolean {
    return !this.isDestroyed && this.session.cancel_dial();
  }

  /** The user hangs up on the page; the widget ends the call. */
  endCall(): Outcome {
    return this.command(undefined, (session) => session.end_call());
  }

  /** The user minimises, hides or shows the frame. */
  setVisibility({ isMinimized, isHidden }: Partial<Visibility>): Outcome {
    return this.command(undefined, (session) => session.set_visibility(isMinimized, isHidden));
  }

  /** Sends a message as it is, with a message id of the host's own. */
  sendMessage(message: { type: string; [field: string]: unknown }): Outcome {
    return this.command(message, (session, copy) => session.send_raw(copy));
  }

  /** Adds a listener; returns what removes it. */
  on<Name extends keyof HostEvents>(
    name: Name,
    listener: (...args: HostEvents[Name]) => void,
  ): () => void {
    return this.listeners.on(name, listener);
  }

  /** The host's account of itself. */
  diagnostics(): HostDiagnostics {
    return {
      state: this.state,
      widgetOrigin: this.widgetOrigin,
      counts: this.isDestroyed
        ? {}
        : {
            ...(this.session.counts() as Record<string, number>),
            ...(this.foreign === 0 ? {} : { FOREIGN_SOURCE: this.foreign }),
          },
    };
  }

  /** Loads the widget anew. */
  reload(): void {
    if (!this.isDestroyed) {
      this.run((session, now) => {
        session.frame_loading(now);
      });
      this.place.reload();
    }
  }

  /** Ends the session and removes the frame it created; may be called again. */
  destroy(): void {
    if (this.isDestroyed) {
      return;
    }
    this.isDestroyed = true;
    this.knownCalls = undefined;
    this.view.removeEventListener("message", this.hear);
    clearTimeout(this.timer);
    this.place.close();
    this.session.free();
    this.listeners.emit("stateChanged", "destroyed");
    this.listeners.clear();
  }

  private readonly hear = (event: MessageEvent): void => {
    const isFromFrame = event.source !== null && event.source === this.frame.contentWindow;
    const { isTrusted, origin } = event;
    // Most of what a page hears is not for us; it never enters wasm.
    if (!isFromFrame) {
      this.foreign += 1;
      return;
    }
    const data: unknown = event.data;
    this.run((session, now) => {
      session.receive(now, isTrusted, isFromFrame, origin, data);
    });
  };

  /** Posts a message of one of the types a host may send. */
  protected override sendType<Type extends keyof HostPayloads>(
    type: Type,
    data: HostPayloads[Type],
  ): Outcome {
    return this.command(data, (session, copy) => session.send(type, copy));
  }

  /** Runs a command on a copy of its data, which the caller may change later. */
  private command(
    data: unknown,
    run: (session: HostSession, copy: unknown, now: number) => unknown,
  ): Outcome {
    if (this.isDestroyed) {
      return { sent: false, code: "DESTROYED", message: "The host was destroyed. Construct a new one." };
    }
    const now = taken(data, "data");
    if (now.path !== undefined) {
      return {
        sent: false,
        code: "NOT_CLONEABLE",
        message: `${now.path} cannot be posted. Take functions and symbols out of the payload.`,
      };
    }
    const { copy } = now;
    return this.run((session, at) => run(session, copy, at)) as Outcome;
  }

  /** Enters the session, then carries out what it orders. */
  private run<T>(enter: (session: HostSession, now: number) => T): T | undefined {
    if (this.isDestroyed) {
      return undefined;
    }
    const result = enter(this.session, Date.now());
    this.knownCalls = undefined;
    this.drain();
    return result;
  }

  private drain(): void {
    if (this.isDraining) {
      return;
    }
    this.isDraining = true;
    while (!this.isDestroyed) {
      const order = this.session.poll() as Order | undefined;
      if (order === undefined) {
        break;
      }
      isolated(() => {
        this.carryOut(order);
      });
    }
    this.isDraining = false;
    this.schedule();
  }

  private schedule(): void {
    clearTimeout(this.timer);
    const at = this.isDestroyed ? undefined : this.session.poll_timeout();
    if (at !== undefined) {
      this.timer = setTimeout(
        () => {
          this.run((session, now) => {
            session.handle_timeout(now);
          });
        },
        Math.max(0, at - Date.now()),
      );
    }
  }

  private carryOut(order: Order): void {
    switch (order[0]) {
      case "post":
        this.log("toWidget", order[1]);
        if (this.frame.contentWindow) {
          post(this.frame.contentWindow, order[1], order[2]);
        }
        return;
      case "received":
        this.log("toHost", order[1]);
        return;
      case "notify":
        // Each name's payload is what the table says; nothing can check it here.
        if (order[1] !== "") {
          (this.listeners.emit as (name: string, data: unknown, message: WidgetMessage) => void).call(
            this.listeners,
            order[1],
            order[2],
            order[3],
          );
        }
        return;
      case "state":
        this.listeners.emit("stateChanged", order[1]);
        return;
      case "failed":
        this.listeners.emit("failed", { code: order[1], message: order[2] });
        return;
      case "alert":
        this.listeners.emit("alert", { message: order[1], source: order[2] });
        return;
      case "visibility":
        this.place.show(!order[2]);
        this.listeners.emit("visibilityChanged", { isMinimized: order[1], isHidden: order[2] });
        return;
      case "resize":
        this.listeners.emit("resized", this.place.resize(order[1], order[2]));
        return;
      case "move": {
        const { href, origin } = new URL(order[1]);
        this.widgetOrigin = origin;
        this.place.open(href);
        return;
      }
      case "navigate":
        this.navigate(order[1], order[2]);
        return;
      case "store":
        this.ask(order[1], order[2], order[3]);
        return;
      case "calls":
        this.listeners.emit("callsChanged", this.calls);
        return;
      case "diagnostic":
        this.listeners.emit("diagnostic", {
          code: order[1],
          message: order[2],
          level: order[3] ? "error" : "warn",
        });
        if (order[3]) {
          console.error(`[calling-widget-sdk] ${order[1]}: ${order[2]}`);
        }
    }
  }

  private log(direction: "toWidget" | "toHost", message: WidgetMessage): void {
    this.listeners.emit("message", {
      direction,
      type: message.type,
      data: message.data,
      message,
      at: Date.now(),
    });
  }

  private navigate(request: number, data: NavigateRequest): void {
    const done = (result: unknown): void => {
      this.run((session) => {
        session.navigated(request, result !== false);
      });
    };
    settle(() => this.options.navigate?.(data), done, () => {
      done(false);
    });
  }

  private ask(request: number, method: string, args: unknown[]): void {
    settle(
      () => this.engagements.ask(method, args),
      (value) => {
        this.run((session, now) => {
          session.store_succeeded(now, request, frozenCopy(value));
        });
      },
      (error) => {
        const text = error instanceof Error ? error.message : String(error);
        this.run((session, now) => {
          session.store_failed(now, request, text);
        });
      },
    );
  }
}

/** Calls code of the page's that may answer at once, later, or by throwing. */
function settle(
  call: () => unknown,
  done: (value: unknown) => void,
  failed: (error: unknown) => void,
): void {
  let answer: unknown;
  try {
    answer = call();
  } catch (error) {
    failed(error);
    return;
  }
  if (typeof (answer as PromiseLike<unknown> | null | undefined)?.then === "function") {
    (answer as PromiseLike<unknown>).then(done, failed);
  } else {
    done(answer);
  }
}

/**
 * A text no other host has. It begins with a letter: a widget of the published
 * SDK takes ids that begin with its own, an epoch time, for answers.
 */
function randomId(): string {
  const part = (): string => Math.random().toString(36).slice(2, 10);
  return `h${part()}${part()}`;
}
