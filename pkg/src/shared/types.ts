import type { DiagnosticCode } from "../generated/codes.js";
import type {
  EndStatus,
  EventHandlersInput,
  MessageHandlerName,
  OnDialNumber,
  Open,
  OnReady,
} from "../generated/messages.js";
import type { UntypedFunction } from "./envelope.js";

/** The widget's frame in the host role. */
export type IframeOptions = {
  /** The widget's address, http or https. */
  src: string;
  /** Height, as the frame's attribute takes it: `"600px"`. */
  height: string;
  /** Width, as the frame's attribute takes it: `"400px"`. */
  width: string;
  /** Selects the element that holds the frame; it is emptied first. */
  hostElementSelector: string;
};

/**
 * The widget's frame in the host role.
 *
 * As the SDK takes it: wider than {@link IframeOptions}, which is the published type.
 */
export type IframeOptionsInput = Omit<IframeOptions, "height" | "width"> & {
  /** Height, as the frame's attribute takes it: `"600px"`; a number is in px. */
  height: string | number;
  /** Width, as the frame's attribute takes it: `"400px"`; a number is in px. */
  width: string | number;
};

/** Receives log lines instead of the console. */
export type Logger = {
  /** Messages in both directions, in debug mode. */
  log(...line: unknown[]): void;
  /** Messages in both directions, without debug mode. */
  debug(...line: unknown[]): void;
  /** Conditions that an app should know of. */
  warn(...line: unknown[]): void;
  /** Refusals. */
  error(...line: unknown[]): void;
};

/**
 * Handling of a command that the state of its call does not allow: sent and reported
 * (`"warn"`), reported and not sent (`"strict"`), not checked (`"off"`).
 */
export type LifecycleMode = "warn" | "strict" | "off";

/**
 * Features that an instance uses: `"normal"`, all of this package's, or `"published"`, those
 * of the published SDK and no more.
 */
export type Mode = "normal" | "published";

/** A host that does not frame this page: another window, or a port to one. */
export type HostWindow = {
  /** The only window or port that messages are accepted from and posted to. */
  window: Window | MessagePort;
  /**
   * The window's exact origin, such as `"https://crm.example.com"`. A port's messages carry
   * no origin: there it is the host's name, which may be `"null"` or `"file://"`.
   */
  origin: string;
};

/** Options both classes take beside the published ones. */
export type WidgetOptions = {
  /**
   * The origins that may be the host. Replaces the default: the page's own
   * origin, {@link DEFAULT_HOST_ORIGINS}, and loopback while the page is on it.
   */
  allowedHostOrigins?: readonly string[] | undefined;
  /**
   * The host, if it is not a page around this one: the opener of a popout, or the
   * other end of a port. Its origin replaces `allowedHostOrigins`.
   */
  hostWindow?: HostWindow | undefined;
  /** Masks personal data in log lines; true when absent. */
  redact?: boolean | undefined;
  /** Receives log lines; the console when absent, nothing when null. */
  logger?: Logger | null | undefined;
};

/**
 * Options of a {@link CallingExtensions} instance: those of the published type, and
 * {@link OwnOptions}.
 */
export type Options = OwnOptions & {
  /** Makes this side the host: the frame to create. */
  iFrameOptions?: IframeOptions;
  /** true logs at once, false at the debug level after half a second without messages. */
  debugMode: boolean;
  /** The app's handlers, by name. */
  // oxlint-disable-next-line typescript/no-unsafe-function-type -- the published type
  eventHandlers: { [Name in MessageHandlerName]?: Function | undefined };
};

/** Options that the constructor of {@link CallingExtensions} takes. */
export type OptionsInput = OwnOptions & {
  /** Makes this side the host: the frame to create. */
  iFrameOptions?: IframeOptionsInput | undefined;
  /** true logs at once, false at the debug level after half a second without messages. */
  debugMode?: boolean | undefined;
  /** The app's handlers, by name; null and undefined mean absent. */
  eventHandlers: EventHandlersInput;
};

/** Records sessions; made by `recorder()` of `calling-widget-sdk/trace`. */
export type TraceRecorder = {
  /**
   * Begins the trace of a session. The SDK calls it.
   *
   * @param side the half of the protocol that is recorded.
   * @param build the build of the core.
   */
  begin(side: "widget" | "host", build: string): SessionTrace;
};

/** The trace of one session, while it is recorded. */
export type SessionTrace = {
  /** Records an input, before the engine processes it. */
  enter(at: number, name: string, fields: readonly unknown[]): void;
  /** Records the orders of the engine, its outputs. */
  leave(outputs: readonly (readonly unknown[])[]): void;
  /** The trace so far. */
  text(): string;
};

/** Options of {@link CallingExtensions} that the published SDK lacks. */
export type OwnOptions = WidgetOptions & {
  /**
   * A command out of order is sent and reported (`"warn"`, the default), reported
   * and not sent (`"strict"`), or not checked (`"off"`).
   */
  lifecycle?: LifecycleMode | undefined;
  /** `"strict"` refuses payloads that deviate from the reference. */
  validate?: "off" | "strict" | undefined;
  /**
   * Drops a DIAL_NUMBER that equals the last one, with the same `startTimestamp` and no
   * command in between; true when absent.
   */
  suppressRepeatedDials?: boolean | undefined;
  /**
   * Shares calls with the user's other windows of the same app: tabs, the call window. One
   * window posts a call's messages, the others follow. Off when absent.
   */
  shareCalls?: boolean | undefined;
  /**
   * Records the session for {@link CallingExtensions.exportTrace}: `recorder()` of
   * `calling-widget-sdk/trace`; off when absent. Of the instances that share a session the
   * first decides.
   */
  trace?: TraceRecorder | undefined;
  /**
   * `"published"` switches off the queue, the checks, the lifecycle, the
   * suppression of dials, `resume`, `shareCalls` and `guardUnload`: a roll-back without a
   * release. It changes nothing about which messages are accepted.
   */
  mode?: Mode | undefined;
  /**
   * Keeps open calls across a reload of the widget's page; false when absent. The event
   * `resumed` reports them; see docs/widget.md.
   */
  resume?: boolean | undefined;
  /**
   * Makes the browser ask the user before a page with a running call is left; false when
   * absent. A call that the host only asked for does not count.
   */
  guardUnload?: boolean | undefined;
  /**
   * Gets a copy of each message the app sends, before it is queued or posted. Change
   * the copy, return another message, or return null to drop it. The copy has
   * personal data. If the hook throws, the original is sent.
   */
  beforeSend?(
    this: void,
    message: { type: string; data?: unknown; [field: string]: unknown },
  ): object | null | undefined | void; // oxlint-disable-line typescript/no-invalid-void-type -- a hook may return nothing
  /**
   * Gets a copy of each message that was accepted, READY included, before the
   * handlers. The copy has personal data.
   */
  afterReceive?(
    this: void,
    message: { type: string; data?: unknown; [field: string]: unknown },
    data: unknown,
  ): unknown;
  /** Gets every diagnostic; free of personal data. */
  onDiagnostic?: ((diagnostic: Diagnostic) => void) | undefined;
};

/** Options of an {@link IFrameManager} instance. */
export type IframeManagerOptions = WidgetOptions & {
  /** Makes this side the host: the frame to create. */
  iFrameOptions?: IframeOptions;
  /** true logs at once, false at the debug level after half a second without messages. */
  debugMode: boolean;
  /** Receives every message, READY included. */
  // oxlint-disable-next-line typescript/no-unsafe-function-type -- the published type
  onMessageHandler: Function;
};

/** Options that the constructor of {@link IFrameManager} takes. */
export type IframeManagerOptionsInput = WidgetOptions & {
  /** Makes this side the host: the frame to create. */
  iFrameOptions?: IframeOptionsInput | undefined;
  /** true logs at once, false at the debug level after half a second without messages. */
  debugMode?: boolean | undefined;
  /** Receives every message, READY included. */
  onMessageHandler:
    | ((this: void, message: { type: string; data?: unknown }) => unknown)
    | UntypedFunction;
};

/**
 * A window's role among the user's windows that share calls: it takes incoming calls
 * (`"leader"`), another one does (`"follower"`), or it shares none (`"alone"`).
 */
export type WindowRole = "leader" | "follower" | "alone";

/**
 * A window's link to the user's other windows: `"broadcast"`, a channel of the origin;
 * `"port"`, a port of the opener, which has a host; `"none"`, no link yet, before READY;
 * `"denied"`, no Web Locks or no `BroadcastChannel`: then each window acts for itself.
 */
export type WindowLink = "broadcast" | "port" | "none" | "denied";

/**
 * The state of a widget's session: `"notEmbedded"`, no page around this one and no
 * `hostWindow`; `"waiting"`, no SYNC of an allowed host yet; `"ready"`, READY is or was
 * delivered; `"failed"`, WebAssembly cannot run here, or the core trapped; `"destroyed"`, the instance was.
 */
export type WidgetState = "notEmbedded" | "waiting" | "ready" | "failed" | "destroyed";

/** One call. */
export type CallSnapshot = {
  /** The app's identifier, once it gave one. */
  readonly externalCallId?: string;
  /** The engagement's identifier, once there is one. */
  readonly engagementId?: number | string;
  /** The direction: inbound if the other party placed the call. */
  readonly direction: "inbound" | "outbound";
  /** The call's state; `CALL_TRANSITIONS` of `calling-widget-sdk/host` has every way from one to another. */
  readonly state:
    | "requested"
    | "dialing"
    | "ringing"
    | "connected"
    | "ended"
    | "completed"
    | "transferred";
  /** The end status, if the app reported one. */
  readonly callEndStatus?: EndStatus;
  /** The state of its engagement. */
  readonly engagement:
    | "none"
    | "pending"
    | "created"
    | "supplied"
    | "failed"
    | "updating"
    | "updated"
    | "updateFailed"
    | "finalizing"
    | "finalized"
    | "finalizeFailed";
  /**
   * The random name of the user's other window that has the call; absent if this one has it.
   * Only with the option `shareCalls`.
   */
  readonly owner?: string;
  /** The window whose app answered or ended the call, if not the one that has it. */
  readonly taker?: string;
};

/** The record that a number belongs to, by DIAL_NUMBER's payload. */
export type Callee = {
  /** The record's identifier, as received. */
  readonly objectId: number | string;
  /**
   * The record's object type: `"0-1"` a contact, `"0-2"` a company, others an
   * object of the account's own. Absent if the payload does not say.
   */
  readonly objectTypeId?: string;
  /** The field the identifier was taken from: the first of these that has one. */
  readonly idFrom: "calleeInfo.calleeId" | "objectId" | "subjectId";
  /** The field the object type was taken from. */
  readonly typeFrom?: "calleeInfo.calleeObjectTypeId" | "objectType";
  /**
   * A field that names another record than this one. `subjectId` never counts:
   * the record the user is on need not be the one that is called.
   */
  readonly conflict?: "objectId" | "objectType";
};

/** A number the host asks to call. */
export type DialEvent = {
  /** The record that it belongs to; absent if the payload names none. */
  readonly callee?: Callee;
  /** DIAL_NUMBER's payload, as received. */
  readonly data: Open<OnDialNumber>;
};

/** A widget's observable state; the same object until something changes. */
export type WidgetSnapshot = {
  /** The state of the session. */
  readonly state: WidgetState;
  /** The calls, oldest first; the last closed ones included. */
  readonly calls: readonly CallSnapshot[];
  /** The payload of READY, once received. */
  readonly ready?: Readonly<Open<OnReady>>;
};

/** Something that was refused, ignored or noted. */
export type Diagnostic = {
  /** The reason, from a closed list. */
  readonly code: DiagnosticCode;
  /**
   * The severity. `"warn"` and `"error"` are always printed, a `"note"` in debug mode, a
   * `"count"` never. A `"count"` is reported the first time and at each power of ten.
   */
  readonly level: "note" | "warn" | "error" | "count";
  /** The protocol's words (types, field paths, commands, states), an origin, or a trap; never personal data. */
  readonly detail: string;
  /** The number of times that the reason was counted so far. */
  readonly count: number;
};

/** A widget's report about itself. */
export type Diagnostics = {
  /** The state of the session. */
  readonly state: WidgetState;
  /** The host's origin, once the session is open. */
  readonly hostOrigin?: string;
  /**
   * True while the host owes an answer and has sent nothing for 30 s during which the page
   * was awake. The host's next message sets it to false. A host that owes no answer may be
   * silent for as long as it likes.
   */
  readonly isHostSilent: boolean;
  /** Counts by reason. */
  readonly counts: Readonly<Partial<Record<DiagnosticCode, number>>>;
  /** The number of instances that share the session. */
  readonly instances: number;
  /** The number of this package's sessions on the page: one for each host window. */
  readonly sessions: number;
  /** This window's sharing of calls with the user's other windows; alone without `shareCalls`. */
  readonly windows: {
    /** This window's role. */
    readonly role: WindowRole;
    /** The link to the others. */
    readonly link: WindowLink;
    /** The number of other windows known. */
    readonly others: number;
  };
  /** The page's environment. */
  readonly environment: {
    /** True if the page is in a frame. */
    readonly isFramed: boolean;
    /** The number of pages around this one. */
    readonly depth: number;
    /** Origins of the pages around it, nearest first, if the browser reports them. */
    readonly ancestorOrigins: readonly string[];
    /** Origin of `document.referrer`, in a frame mostly that of the page around it; empty when withheld. */
    readonly referrerOrigin: string;
    /** True if the browser lets the page use the session storage. */
    readonly hasSessionStorage: boolean;
    /**
     * Storage of the open calls across a reload: `"none"` if the browser blocks the session
     * storage, `"off"` without the option `resume`.
     */
    readonly journal: "sessionStorage" | "none" | "off";
    /** True if the browser has WebAssembly. */
    readonly hasWebAssembly: boolean;
    /** True if the page's Content-Security-Policy lets WebAssembly compile. */
    readonly allowsWebAssembly: boolean;
    /** True if the host lets the frame use the microphone; undefined if unknown. */
    readonly allowsMicrophone?: boolean;
    /** True if the frame may play sounds without a click; undefined if unknown. */
    readonly allowsAutoplay?: boolean;
  };
  /** Fixes to apply, if any. */
  readonly advice: readonly string[];
};

/**
 * The open calls of the previous page, after READY. Calls that you do not drop become this
 * page's.
 */
export type ResumedEvent = {
  /** The calls; the instance's `calls` has them too. */
  readonly calls: readonly CallSnapshot[];
  /** Milliseconds since they were persisted. */
  readonly ageMs: number;
  /** Drops a call of `calls`, and its queued messages. */
  dropCall(this: void, call: CallSnapshot): void;
};

/** The events of `on`. */
export type WidgetEvents = {
  /** The session's state changed. */
  stateChanged: WidgetState;
  /** The host asks to call a number; reported after the app's `onDialNumber`. */
  dial: DialEvent;
  /**
   * This window has open calls of a page that is gone: of the previous one, with the option
   * `resume`, or of another window, with `shareCalls`.
   */
  resumed: ResumedEvent;
  /** The window's role among the user's windows changed. */
  roleChanged: WindowRole;
  /** A call or its engagement changed. */
  callsChanged: readonly CallSnapshot[];
  /** Something was refused, ignored or noted. */
  diagnostic: Diagnostic;
};
