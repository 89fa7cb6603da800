import type { DiagnosticCode } from "../generated/codes.js";
import type { IframeLocation, OnDialNumberInput, OnNavigateToRecordInput, Open } from "../generated/messages.js";
import type { CallSnapshot, TraceRecorder } from "../shared/types.js";
import type { RecordStore, StoreRequest } from "./records.js";

/** Options of {@link CallingHost}. */
export type HostOptions = {
  /** The widget's address, http or https. */
  url: string;
  /** The element, or its selector, that the frame is created in. */
  container?: HTMLElement | string | undefined;
  /** A frame of the page's own instead; its address is set by the host. */
  frame?: HTMLIFrameElement | undefined;
  /** The frame's width: a number of pixels, or a text such as `"400px"` or `"100%"`. */
  width?: number | string | undefined;
  /** The frame's height, likewise. */
  height?: number | string | undefined;
  /** The frame's name for assistive technology. */
  title?: string | undefined;
  /**
   * The frame's `sandbox` attribute: tokens separated by spaces, among them
   * `allow-scripts` and `allow-same-origin`. Without it the frame has no sandbox.
   */
  sandbox?: string | undefined;
  /** The data of READY. */
  context: HostContext;
  /** The calling settings that the host applies. */
  settings?: HostSettings | undefined;
  /** True while the user works through a queue of tasks of the type Call. */
  inCallTask?: boolean | undefined;
  /** Stores engagements and contacts; in memory when absent. */
  store?: RecordStore | undefined;
  /**
   * Decides about each request before the store gets it. The widget's page chooses
   * engagements, properties and records, so a store of real records needs this. Only
   * `true`, or a promise of it, allows the request. Anything else, a throw or a
   * rejection answers the widget that it failed.
   */
  authorize?: ((request: StoreRequest) => boolean | Promise<boolean>) | undefined;
  /** Opens a record; `false`, a promise of it, or a throw answers the widget that it failed. */
  navigate?: ((request: NavigateRequest) => unknown) | undefined;
  /** Further origins the widget may move to with setWidgetUrl. */
  allowedWidgetOrigins?: readonly string[] | undefined;
  /**
   * Reports a widget's messages out of order as warnings or, with `"strict"`, as errors on
   * the console too; they are ignored either way.
   */
  lifecycle?: "strict" | "warn" | undefined;
  /**
   * Records the session for {@link CallingHost.exportTrace}: `recorder()` of
   * `calling-widget-sdk/trace`; off when absent.
   */
  trace?: TraceRecorder | undefined;
};

/** The data of READY; further fields are sent unchanged. */
export type HostContext = {
  /** The CRM account's identifier. */
  portalId: number;
  /** The CRM user's identifier. */
  userId: number;
  /** The user's identifier as an owner of records. */
  ownerId?: number | string | undefined;
  /** An engagement the host already has for this frame. */
  engagementId?: number | undefined;
  /** The frame's location; `widget` takes no incoming calls. */
  iframeLocation?: IframeLocation | undefined;
  /** True if calls run in the separate call window: the default beside `iframeLocation: "window"`, else false. */
  usesCallingWindow?: boolean | undefined;
  [extra: string]: unknown;
};

/** The calling settings that a host applies. */
export type HostSettings = {
  /** The calling app's name; the frame's title unless one is given. */
  name?: string | undefined;
  /** True once the app is ready for production; true when absent. */
  isReady?: boolean | undefined;
  /** True if numbers on custom objects can be dialled; false when absent. */
  supportsCustomObjects?: boolean | undefined;
  /** True if the app takes incoming calls; true when absent. */
  supportsInboundCalling?: boolean | undefined;
};

/**
 * The state of a host's session: `"loading"`, the frame loads; `"syncing"`, SYNC is sent until
 * the widget acknowledges it; `"connected"`, it did; `"initialized"`, the widget takes calls;
 * `"failed"`, no acknowledgement within 30 s, the frame did not load, or the core
 * trapped; `"destroyed"`.
 */
export type HostState = "loading" | "syncing" | "connected" | "initialized" | "failed" | "destroyed";

/** The widget's report about itself. */
export type WidgetInfo = {
  /** The user is logged in to the calling app. */
  readonly isLoggedIn: boolean;
  /** The user can take calls. */
  readonly isAvailable: boolean;
  /** The app is not ready for production. */
  readonly isTest: boolean;
  /** The version of the published SDK it is compatible with. */
  readonly version?: string;
  /** The version of this package, where the widget uses it. */
  readonly sdkVersion?: string;
  /** True if the widget logs. */
  readonly debugMode?: boolean;
};

/** A call as a host sees it. */
export type HostCallSnapshot = CallSnapshot & {
  /**
   * The widget was reloaded while the call was open, and has sent no message about the
   * call since: most likely the call is lost.
   */
  readonly isCutOff?: true;
};

/** The frame's visibility. */
export type Visibility = {
  /** Only its title bar is shown. */
  readonly isMinimized: boolean;
  /** Nothing of it is shown. */
  readonly isHidden: boolean;
};

/** The result of a command. */
export type Outcome =
  | {
      /** It was sent. */
      readonly sent: true;
      /** The message's id. */
      readonly messageId: string;
    }
  | {
      /** It was not sent. */
      readonly sent: false;
      /** The reason, from a closed list. */
      readonly code: DiagnosticCode;
      /** The cause and the fix. */
      readonly message: string;
    };

/** A number to dial; missing portal, owner and time are filled in. */
export type DialNumberInput = Open<OnDialNumberInput> & {
  /** The number to call. */
  phoneNumber: string;
};

/** A record the widget asks to be opened. */
export type NavigateRequest = OnNavigateToRecordInput;

/** Something that was refused, ignored or noted. */
export type HostDiagnostic = {
  /** The reason, from a closed list. */
  readonly code: DiagnosticCode;
  /** The cause and the fix; free of personal data. */
  readonly message: string;
  /** `error` under `lifecycle: "strict"`. */
  readonly level: "warn" | "error";
};

/** A host's report about itself. */
export type HostDiagnostics = {
  /** The state of the session. */
  readonly state: HostState;
  /** The only origin that messages are posted to and accepted from. */
  readonly widgetOrigin: string;
  /** Counts by reason. */
  readonly counts: Readonly<Record<string, number>>;
};
