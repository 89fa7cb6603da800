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

/** Where the host role puts the widget's frame. */
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
 * Where the host role puts the widget's frame.
 *
 * As the SDK takes it: wider than {@link IframeOptions}, which is the published type.
 */
export type IframeOptionsInput = Omit<IframeOptions, "height" | "width"> & {
  /** Height, as the frame's attribute takes it: `"600px"`; a number is in px. */
  height: string | number;
  /** Width, as the frame's attribute takes it: `"400px"`; a number is in px. */
  width: string | number;
};

/** Takes log lines instead of the console. */
export type Logger = {
  /** A message both ways, in debug mode. */
  log(...line: unknown[]): void;
  /** A message both ways, without debug mode. */
  debug(...line: unknown[]): void;
  /** What an app should know. */
  warn(...line: unknown[]): void;
  /** What was refused. */
  error(...line: unknown[]): void;
};

/** What to do with a command that the state of its call does not allow. */
export type LifecycleMode = "warn" | "strict" | "off";

/**
 * How much of the package an instance uses: `"normal"`, all of it, or
 * `"published"`, as the published SDK does it and no more.
 */
export type Mode = "normal" | "published";

/** A host that does not frame this page: another window, or a port to one. */
export type HostWindow = {
  /** The only window or port whose messages are accepted, and that is posted to. */
  window: Window | MessagePort;
  /**
   * The window's exact origin, such as `"https://crm.example.com"`. The messages of
   * a port name no origin: then this is what the host is called, `"null"` or `"file://"`
   * included.
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
  /** Whether log lines mask personal data; true when absent. */
  redact?: boolean | undefined;
  /** Where log lines go; the console when absent, nowhere when null. */
  logger?: Logger | null | undefined;
};

/**
 * Options as an instance of {@link CallingExtensions} has them: what the published type
 * has, and {@link OwnOptions}.
 */
export type Options = OwnOptions & {
  /** Makes this side the host: the frame to create. */
  iFrameOptions?: IframeOptions;
  /** true logs at once, false at the debug level once no message has come for half a second. */
  debugMode: boolean;
  /** The app's handlers, by name. */
  // oxlint-disable-next-line typescript/no-unsafe-function-type -- the published type
  eventHandlers: { [Name in MessageHandlerName]?: Function | undefined };
};

/** Options that the constructor of {@link CallingExtensions} takes. */
export type OptionsInput = OwnOptions & {
  /** Makes this side the host: the frame to create. */
  iFrameOptions?: IframeOptionsInput | undefined;
  /** true logs at once, false at the debug level once no message has come for half a second. */
  debugMode?: boolean | undefined;
  /** The app's handlers, by name; null and undefined mean absent. */
  eventHandlers: EventHandlersInput;
};

/** Records sessions; made by `recorder()` of `calling-widget-sdk/trace`. */
export type TraceRecorder = {
  /**
   * Begins the trace of a session. The SDK calls it.
   *
   * @param side which half of the protocol is recorded.
   * @param build the build of the core.
   */
  begin(side: "widget" | "host", build: string): SessionTrace;
};

/** The trace of one session, while it is recorded. */
export type SessionTrace = {
  /** Takes an input, before the engine does. */
  enter(at: number, name: string, letters: string, fields: readonly unknown[], isFull: boolean): void;
  /** Takes the outputs of the input. */
  leave(outputs: readonly (readonly unknown[])[]): void;
  /** The trace so far. */
  text(): string;
};

/** Options of {@link CallingExtensions} that the published SDK has not. */
export type OwnOptions = WidgetOptions & {
  /**
   * A command out of order is sent and reported (`"warn"`, the default), reported
   * and not sent (`"strict"`), or not checked (`"off"`).
   */
  lifecycle?: LifecycleMode | undefined;
  /** `"strict"` refuses payloads that deviate from the reference. */
  validate?: "off" | "strict" | undefined;
  /**
   * Whether to drop a DIAL_NUMBER that equals the last one, with the same
   * `startTimestamp` and no command in between; true when absent.
   */
  suppressRepeatedDials?: boolean | undefined;
  /**
   * Whether to share calls with the user's other windows of the same app: tabs, the call
   * window. One window posts what is about a call, the others follow. Off when absent.
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
   * Whether open calls survive a reload of the widget's page; false when absent. They
   * come back with the event `resumed`; see docs/widget.md.
   */
  resume?: boolean | undefined;
  /**
   * Whether the browser asks the user before a page with a running call is left;
   * false when absent. A call that the host only asked for does not count.
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

/** Options as an instance of {@link IFrameManager} has them. */
export type IframeManagerOptions = WidgetOptions & {
  /** Makes this side the host: the frame to create. */
  iFrameOptions?: IframeOptions;
  /** true logs at once, false at the debug level once no message has come for half a second. */
  debugMode: boolean;
  /** Takes every message, READY included. */
  // oxlint-disable-next-line typescript/no-unsafe-function-type -- the published type
  onMessageHandler: Function;
};

/** Options that the constructor of {@link IFrameManager} takes. */
export type IframeManagerOptionsInput = WidgetOptions & {
  /** Makes this side the host: the frame to create. */
  iFrameOptions?: IframeOptionsInput | undefined;
  /** true logs at once, false at the debug level once no message has come for half a second. */
  debugMode?: boolean | undefined;
  /** Takes every message, READY included. */
  onMessageHandler:
    | ((this: void, message: { type: string; data?: unknown }) => unknown)
    | UntypedFunction;
};

/**
 * What a window is among the windows of a user that share calls: it takes the calls that
 * come in (`"leader"`), another one does (`"follower"`), or it shares none (`"alone"`).
 */
export type WindowRole = "leader" | "follower" | "alone";

/**
 * A window's link to the user's others: by a channel of the origin; by a port of the window
 * that opened it, which has a host; not yet, before READY; or not at all, since the page has
 * no Web Locks or no `BroadcastChannel`: then each window acts for itself.
 */
export type WindowLink = "broadcast" | "port" | "none" | "denied";

/** The state of a widget's session. */
export type WidgetState = "notEmbedded" | "waiting" | "ready" | "failed" | "destroyed";

/** One call. */
export type CallSnapshot = {
  /** The app's identifier, once it gave one. */
  readonly externalCallId?: string;
  /** The engagement's identifier, once there is one. */
  readonly engagementId?: number | string;
  /** Who placed the call. */
  readonly direction: "inbound" | "outbound";
  /** Its state. */
  readonly state:
    | "requested"
    | "dialing"
    | "ringing"
    | "connected"
    | "ended"
    | "completed"
    | "transferred";
  /** How it ended, if the app said so. */
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
   * The user's other window that has the call, by a random name; absent where this one
   * has it. Only with the option `shareCalls`.
   */
  readonly owner?: string;
  /** The window whose app answered or ended the call, where that is not the one that has it. */
  readonly taker?: string;
};

/** The record that a number belongs to, by DIAL_NUMBER's payload. */
export type Callee = {
  /** The record's identifier, as it came. */
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
  /** DIAL_NUMBER's payload, as it came. */
  readonly data: Open<OnDialNumber>;
};

/** What can be observed of a widget; the same object until something changes. */
export type WidgetSnapshot = {
  /** The state of the session. */
  readonly state: WidgetState;
  /** The calls, oldest first; the last closed ones included. */
  readonly calls: readonly CallSnapshot[];
  /** The payload of READY, once it came. */
  readonly ready?: Readonly<Open<OnReady>>;
};

/** Something that was refused, ignored or noted. */
export type Diagnostic = {
  /** The reason, from a closed list. */
  readonly code: DiagnosticCode;
  /**
   * What is printed: `"warn"` and `"error"` always, a `"note"` in debug mode, a
   * `"count"` never. A `"count"` is reported the first time and at each power of
   * ten.
   */
  readonly level: "note" | "warn" | "error" | "count";
  /** The protocol's words (types, field paths, commands, states), an origin, or a trap's functions; never personal data. */
  readonly detail: string;
  /** How often the reason was counted so far. */
  readonly count: number;
};

/** What a widget reports about itself. */
export type Diagnostics = {
  /** The state of the session. */
  readonly state: WidgetState;
  /** The host's origin, once the session is open. */
  readonly hostOrigin?: string;
  /**
   * Whether an answer of the host is due, and the host has sent nothing for 30 s during
   * which the page was awake. The host's next message sets it to false. A host that has
   * nothing to answer may be silent for as long as it likes.
   */
  readonly isHostSilent: boolean;
  /** How often each reason was counted. */
  readonly counts: Readonly<Partial<Record<DiagnosticCode, number>>>;
  /** How many instances share the session. */
  readonly instances: number;
  /** How many sessions of this package the page has: one for each host window. */
  readonly sessions: number;
  /** How this window shares calls with the user's others; alone without `shareCalls`. */
  readonly windows: {
    /** What it is among them. */
    readonly role: WindowRole;
    /** Its link to them. */
    readonly link: WindowLink;
    /** How many others it has heard of. */
    readonly others: number;
  };
  /** What the page's environment has. */
  readonly environment: {
    /** Whether a page is around this one. */
    readonly isFramed: boolean;
    /** How many pages are around this one. */
    readonly depth: number;
    /** Origins of the pages around, nearest first, if the browser reports them. */
    readonly ancestorOrigins: readonly string[];
    /** Origin of the page that opened this one; empty when it is withheld. */
    readonly referrerOrigin: string;
    /** Whether the browser lets the page use it. */
    readonly hasSessionStorage: boolean;
    /**
     * Where the open calls are persisted for a reload: `"none"` where the browser blocks
     * the session storage, `"off"` without the option `resume`.
     */
    readonly journal: "sessionStorage" | "none" | "off";
    /** Whether the browser has it. */
    readonly hasWebAssembly: boolean;
    /** Whether the page's Content-Security-Policy lets WebAssembly compile. */
    readonly allowsWebAssembly: boolean;
    /** Whether the host lets the frame use it; undefined where unknown. */
    readonly allowsMicrophone?: boolean;
    /** Whether the frame may play sounds without a click; undefined where unknown. */
    readonly allowsAutoplay?: boolean;
  };
  /** What to do, if anything. */
  readonly advice: readonly string[];
};

/**
 * The open calls of the previous page, after READY. Those that you do not drop are this
 * page's.
 */
export type ResumedEvent = {
  /** The calls, which the instance's `calls` has too. */
  readonly calls: readonly CallSnapshot[];
  /** How long ago they were persisted, in ms. */
  readonly ageMs: number;
  /** Drops a call of `calls`, and what is queued about it. */
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
  /** This window is another among the user's windows. */
  roleChanged: WindowRole;
  /** A call or its engagement changed. */
  callsChanged: readonly CallSnapshot[];
  /** Something was refused, ignored or noted. */
  diagnostic: Diagnostic;
};
