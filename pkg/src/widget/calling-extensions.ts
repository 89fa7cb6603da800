// First, so that the module's text comes before the names it shares with the
// rest: a script compresses best that way round.
import { IFrameManager, type ManagerExtras, type ManagerPrivate, PREFIX } from "./iframe-manager.js";
import { debugMessageType, messageType } from "../generated/constants.js";
import type {
  HostMessage,
  OnCallAnsweredInput,
  OnCallCompletedInput,
  OnCallEndedInput,
  OnCallTransferredInput,
  OnDialNumber,
  OnErrorInput,
  OnFinalizeEngagement,
  OnIncomingCallInput,
  OnInitializedInput,
  OnMessageInput,
  OnNavigateToRecordInput,
  OnOutgoingCallInput,
  OnPublishToChannel,
  OnReady,
  OnResize,
  OnSetWidgetUrl,
  Open,
} from "../generated/messages.js";
import { Emitter } from "../shared/emitter.js";
import { privateOf, setPrivate } from "./private-data.js";
import { checkOptions, notOneOf, ownOptions, unknownNames } from "./options.js";
import type { Log } from "../shared/log.js";
import { isolated } from "../shared/isolated.js";
import { trackedMethods, type Tracked } from "./tracked.js";
import type {
  Callee,
  CallSnapshot,
  Diagnostic,
  Diagnostics,
  DialEvent,
  IframeManagerOptionsInput,
  Options,
  OptionsInput,
  WidgetEvents,
  WidgetSnapshot,
  WidgetState,
  WindowRole,
} from "../shared/types.js";
import { diagnosticsOf } from "./diagnostics.js";
import type { Member, ResumedCalls } from "./member.js";
import { joinNothing, joinSession } from "./registry.js";
import type { Slot } from "./slot.js";

/**
 * Connects a calling app to the CRM page around it.
 *
 * Construct it as early as you can: messages are queued, in order, until you call
 * `initialized`. Its methods return nothing and never throw for the state of a call. Results
 * are in the handlers, in {@link calls} and in {@link diagnostics}; to await one, send
 * through {@link tracked}.
 *
 * Source of the protocol: docs/protocol.md.
 */
export default class CallingExtensions {
  /** The options it was made with; handlers are looked up in them at each message. */
  options: Options;
  /** The relay that carries the messages. */
  iFrameManager: IFrameManager;
  /** Adds a listener to changes of {@link getSnapshot}; returns an unsubscribe function. */
  readonly subscribe: (listener: () => void) => () => void;
  /** The state, the calls and the ready data: the same object until one changes. */
  readonly getSnapshot: () => WidgetSnapshot;
  /**
   * The methods that the host answers, each with a receipt:
   * `await cti.tracked.outgoingCall(callInfo).engagement()`.
   */
  readonly tracked: Tracked;

  /**
   * @throws CallingError `INVALID_OPTIONS`, `INVALID_OPTION`,
   *   `INVALID_HANDLER`, and those of {@link IFrameManager}.
   */
  constructor(options: OptionsInput) {
    checkOptions(options);
    this.options = ownOptions(options) as Options;
    const { iFrameOptions, debugMode, allowedHostOrigins, hostWindow, redact, logger } = options;
    let ready: Readonly<Open<OnReady>> | undefined;
    const join = (relay: Member): Slot =>
      joinSession(
        {
          ...relay,
          changed: () => {
            changed(this);
          },
          resumed: (calls) => {
            resumed(this, calls);
          },
          hasHandler: (names) => hasHandler(this, names),
        },
        {
          debugMode: Boolean(debugMode),
          lifecycle: options.lifecycle ?? "warn",
          isStrict: options.validate === "strict",
          isRelay: false,
          mode: options.mode ?? "normal",
          hostWindow: hostWindow ?? undefined,
          keepsRepeatedDials: options.suppressRepeatedDials === false,
          resume: options.resume ?? false,
          sharesCalls: options.shareCalls ?? false,
          guardsUnload: options.guardUnload ?? false,
          allowedHostOrigins: allowedHostOrigins ?? undefined,
          trace: options.trace || undefined,
        },
      );
    this.iFrameManager = new Manager(
      {
        iFrameOptions,
        debugMode,
        allowedHostOrigins,
        hostWindow,
        redact,
        logger,
        onMessageHandler: (message) => {
          if (message.type === messageType.READY) {
            ready = message.data as Readonly<Open<OnReady>>;
            changed(this);
          }
          this.onMessageHandler(message);
          if (message.type === messageType.DIAL_NUMBER) {
            dialled(this, message.data as DialEvent["data"]);
          }
        },
      },
      {
        hooks: this.options,
        diagnosed: (diagnostic) => {
          diagnosed(this, diagnostic);
        },
        join,
      },
    );
    const { slot, log } = privateOf(this.iFrameManager) as ManagerPrivate;
    if (debugMode) {
      log.advise(unknownNames(options, options.eventHandlers));
    }
    const mine: ExtensionsPrivate = setPrivate(this, {
      slot: slot ?? joinNothing(),
      emitter: new Emitter<EventArguments>(),
      log,
      lastState: "waiting",
      lastRole: "alone",
      callChanges: 0,
      snapshot: undefined,
    });
    mine.lastState = mine.slot.state;
    mine.callChanges = mine.slot.observed.callChanges;
    this.tracked = trackedMethods(this, mine.slot);
    this.subscribe = (listener) => mine.emitter.on("changed", listener);
    this.getSnapshot = () => {
      const { state, observed } = mine.slot;
      const { calls } = observed;
      const { snapshot: last } = mine;
      if (last?.state === state && last.calls === calls && last.ready === ready) {
        return last;
      }
      return (mine.snapshot = { state, calls, ...(ready === undefined ? {} : { ready }) });
    };
  }

  /** Tells the host that the soft phone is ready; required after READY. */
  initialized(payload: OnInitializedInput): void {
    this.sendMessage({ type: messageType.INITIALIZED, data: payload });
  }

  /** Tells the host that the user can take calls. */
  userAvailable(): void {
    this.sendMessage({ type: messageType.USER_AVAILABLE });
  }

  /** Tells the host that the user cannot take calls. */
  userUnavailable(): void {
    this.sendMessage({ type: messageType.USER_UNAVAILABLE });
  }

  /** Tells the host that the user logged in. */
  userLoggedIn(): void {
    this.sendMessage({ type: messageType.LOGGED_IN });
  }

  /** Tells the host that the user logged out. */
  userLoggedOut(): void {
    this.sendMessage({ type: messageType.LOGGED_OUT });
  }

  /** A call comes in; the host answers with the caller's match and, if asked, the engagement. */
  incomingCall(callInfo: OnIncomingCallInput): void {
    this.sendMessage({ type: messageType.INCOMING_CALL, data: callInfo });
  }

  /** The user places a call; the host answers with the engagement, if asked. */
  outgoingCall(callInfo: OnOutgoingCallInput): void {
    this.sendMessage({ type: messageType.OUTGOING_CALL_STARTED, data: callInfo });
  }

  /** A call was answered. */
  callAnswered(payload: OnCallAnsweredInput): void {
    this.sendMessage({ type: messageType.CALL_ANSWERED, data: payload });
  }

  /** A call left this widget. */
  callTransferred(payload: OnCallTransferredInput): void {
    this.sendMessage({ type: messageType.CALL_TRANSFERRED, data: payload });
  }

  /** Asks the host to open a record; only a failure is answered. */
  navigateToRecord(payload: OnNavigateToRecordInput): void {
    this.sendMessage({ type: messageType.NAVIGATE_TO_RECORD, data: payload });
  }

  /** Sends the app's own data about a call. */
  callData(payload: unknown): void {
    this.sendMessage({ type: messageType.CALL_DATA, data: payload });
  }

  /** A call ended; the user may leave the page. */
  callEnded(data: OnCallEndedInput): void {
    this.sendMessage({ type: messageType.CALL_ENDED, data });
  }

  /** The user is done with a call; the host puts it on the timeline. */
  callCompleted(data: OnCallCompletedInput): void {
    this.sendMessage({ type: messageType.CALL_COMPLETED, data });
  }

  /** Shows an error to the user, by the host. */
  sendError(data: OnErrorInput): void {
    this.sendMessage({ type: messageType.ERROR, data });
  }

  /** Asks the host for another size, in px. */
  resizeWidget(data: OnResize): void {
    this.sendMessage({ type: messageType.RESIZE_WIDGET, data });
  }

  /** Sends any message; every other method goes through here. */
  sendMessage(message: OnMessageInput): void {
    this.iFrameManager.sendMessage(message as Parameters<IFrameManager["sendMessage"]>[0]);
  }

  /** Writes a line of the app to the log unchanged. */
  logDebugMessage({
    message,
    type = debugMessageType.GENERIC_MESSAGE,
  }: {
    message: unknown;
    type?: string;
  }): void {
    this.iFrameManager.logDebugMessage(PREFIX, type, message);
  }

  /** Passes a message to the handlers it is for; every message comes through here. */
  // oxlint-disable-next-line typescript/no-explicit-any -- the published type
  onMessageHandler(message: { type: string; data?: any }): void {
    const { type, data } = message as HostMessage;
    const handlers = this.options.eventHandlers as Readonly<Record<string, unknown>>;
    const { slot } = of(this);
    const { state } = slot;
    for (const name of slot.route(type, data, handlers)) {
      const handler = handlers[name];
      // A handler before it may have destroyed the instance.
      if (typeof handler !== "function" || (slot.state !== state && slot.state === "destroyed")) {
        continue;
      }
      const ok = isolated(() => {
        (handler as (data: unknown, message: HostMessage) => unknown)(data, message as HostMessage);
      });
      if (!ok) {
        slot.note("HANDLER_THREW", "");
      }
    }
  }

  /**
   * Publishes a call to a connected channel.
   *
   * @deprecated Use {@link finalizeEngagement}.
   */
  // oxlint-disable-next-line typescript/no-deprecated -- its own payload
  publishToChannel(data: OnPublishToChannel): void {
    // oxlint-disable-next-line typescript/no-deprecated -- its own type
    this.sendMessage({ type: messageType.PUBLISH_TO_CHANNEL, data });
  }

  /** Hands over a complete engagement of the app's own. */
  finalizeEngagement(data: OnFinalizeEngagement): void {
    this.sendMessage({ type: messageType.FINALIZE_ENGAGEMENT, data });
  }

  /** Tells the host the widget's new address. */
  setWidgetUrl(data: OnSetWidgetUrl): void {
    this.sendMessage({ type: messageType.SET_WIDGET_URL, data });
  }

  /** The state of the session. */
  get state(): WidgetState {
    return of(this).slot.state;
  }

  /** The calls, oldest first; the last closed ones included. */
  get calls(): readonly CallSnapshot[] {
    return this.getSnapshot().calls;
  }

  /** The role of this window among the user's windows; `"alone"` without `shareCalls`. */
  get role(): WindowRole {
    return of(this).slot.role;
  }

  /**
   * The record that a dialled number belongs to, from DIAL_NUMBER's payload as
   * `onDialNumber` gets it; undefined if it names none.
   */
  calleeOf(data: Open<OnDialNumber>): Callee | undefined {
    return of(this).slot.callee(data);
  }

  /** Adds a listener to the SDK's own events; returns an unsubscribe function. */
  on<Name extends keyof WidgetEvents>(
    event: Name,
    handler: (event: WidgetEvents[Name]) => void,
  ): () => void {
    const { emitter, log } = of(this);
    log.advise(notOneOf(event, Object.keys(EVENTS)).map((why) => `on: event ${why}`));
    return emitter.on(event, handler as unknown as (...args: EventArguments[Name]) => void);
  }

  /** Returns the counts of codes, the page's environment, and advice in words. */
  diagnostics(): Diagnostics {
    return diagnosticsOf(of(this).slot);
  }

  /**
   * The recorded session, to attach to a report of a fault: lines of JSON, which
   * `replayTrace` of `calling-widget-sdk/trace` reads. Empty without the option `trace`.
   */
  exportTrace(): string {
    return of(this).slot.session.trace;
  }

  /** Stops listening and sending for good; harmless when repeated. */
  destroy(): void {
    const { slot, emitter } = of(this);
    this.iFrameManager.remove();
    // A host has a separate slot, without a session.
    slot.leave();
    changed(this);
    emitter.clear();
  }
}

/** The class, with the argument that only this one passes. */
const Manager: new (options: IframeManagerOptionsInput, extras: ManagerExtras) => IFrameManager =
  IFrameManager;

/** An instance's private data. */
type ExtensionsPrivate = {
  slot: Slot;
  emitter: Emitter<EventArguments>;
  log: Log;
  /** The state, the role and the number of changes of calls that listeners know. */
  lastState: WidgetState;
  lastRole: WindowRole;
  callChanges: number;
  snapshot: WidgetSnapshot | undefined;
};

/** The events with their arguments, and the one for subscribers. */
type EventArguments = { [Name in keyof WidgetEvents]: [WidgetEvents[Name]] } & { changed: [] };

function of(extensions: CallingExtensions): ExtensionsPrivate {
  return privateOf(extensions) as ExtensionsPrivate;
}

function diagnosed(extensions: CallingExtensions, diagnostic: Diagnostic): void {
  const { emitter } = of(extensions);
  emitter.inTurn(() => {
    if (extensions.options.onDiagnostic) {
      emitter.call(() => extensions.options.onDiagnostic?.(diagnostic));
    }
    emitter.tell("diagnostic", diagnostic);
  });
}

function dialled(extensions: CallingExtensions, data: DialEvent["data"]): void {
  const { emitter } = of(extensions);
  if (emitter.has("dial")) {
    const callee = extensions.calleeOf(data);
    emitter.emit("dial", { ...(callee === undefined ? {} : { callee }), data });
  }
}

/** Every event of `on`; the compiler checks that the list is complete. */
const EVENTS: Readonly<Record<keyof WidgetEvents, 1>> = { stateChanged: 1, dial: 1, resumed: 1, roleChanged: 1, callsChanged: 1, diagnostic: 1 };

/** True if the app has a handler of one of these names, or handles messages itself. */
function hasHandler(extensions: CallingExtensions, names: readonly string[]): boolean {
  const handlers = extensions.options.eventHandlers as Readonly<Record<string, unknown>>;
  return (
    extensions.onMessageHandler !== CallingExtensions.prototype.onMessageHandler ||
    names.some((name) => typeof handlers[name] === "function")
  );
}

function resumed(extensions: CallingExtensions, { calls, ageMs }: ResumedCalls): void {
  const { emitter, slot } = of(extensions);
  const keys = new Map<CallSnapshot, number>();
  for (const { key, ...call } of calls) {
    keys.set(call, key);
  }
  // At once: messages about a dropped call that are queued are not sent.
  emitter.tell("resumed", {
    calls: [...keys.keys()],
    ageMs,
    dropCall: (call) => {
      const key = keys.get(call);
      if (key !== undefined) {
        slot.session.enter("forgetCall", key);
      }
    },
  });
}

function changed(extensions: CallingExtensions): void {
  const mine = of(extensions);
  const { emitter, slot } = mine;
  emitter.inTurn(() => {
    const { state } = slot;
    const { callChanges: changes } = slot.observed;
    if (state !== mine.lastState) {
      mine.lastState = state;
      emitter.tell("stateChanged", state);
    }
    const { role } = slot;
    if (role !== mine.lastRole) {
      mine.lastRole = role;
      emitter.tell("roleChanged", role);
    }
    if (changes !== mine.callChanges) {
      mine.callChanges = changes;
      if (state !== "destroyed" && emitter.has("callsChanged")) {
        emitter.tell("callsChanged", extensions.getSnapshot().calls);
      }
    }
    emitter.tell("changed");
  });
}
