import type { DiagnosticCode } from "../generated/codes.js";
import type { ToHostPayloads, ToHostTypes } from "../generated/messages.js";
import type { EngagementRecord } from "./records.js";
import type { HostCallSnapshot, HostDiagnostic, HostState, Visibility } from "./types.js";

/** A message of the widget. */
export type WidgetMessage<Type extends string = string, Data = unknown> = {
  /** The message's type. */
  readonly type: Type;
  /** Chosen by the widget. */
  readonly messageId: string | number;
  /** The payload. */
  readonly data?: Data;
};

/** A message that was posted or accepted, for a log. */
export type MessageLogEntry = {
  /** The direction. */
  readonly direction: "toWidget" | "toHost";
  /** The message's type. */
  readonly type: string;
  /** Its payload. */
  readonly data: unknown;
  /** The whole message. */
  readonly message: unknown;
  /** Milliseconds since the epoch. */
  readonly at: number;
  /**
   * The call that it changed, as a number that stays the same when the call gets its ids;
   * numbers count up within a session. Absent if no call or several changed.
   */
  readonly call?: number;
};

/** The reason that no session could be opened. */
export type HostFailed = {
  /** The code, from a closed list. */
  readonly code: DiagnosticCode;
  /** The cause and the fix. */
  readonly message: string;
};

/** A text to show to the user. */
export type HostAlert = {
  /** The text. */
  readonly message: string;
  /** The side that raised it. */
  readonly source: "widget" | "host";
};

/** A frame's size: numbers of pixels, or texts such as `"100%"`. */
export type FrameSize = {
  /** The width. */
  readonly width: number | string;
  /** The height. */
  readonly height: number | string;
};

/** The events of a {@link CallingHost}, with the arguments of their listeners. */
export type HostEvents = {
  [Name in keyof ToHostPayloads]: [
    data: ToHostPayloads[Name],
    message: WidgetMessage<ToHostTypes[Name], ToHostPayloads[Name]>,
  ];
} & {
  /** A message whose type is not in the protocol. */
  unknownMessage: [data: unknown, message: WidgetMessage];
  /** The session's state changed. */
  stateChanged: [state: HostState];
  /** The widget did not answer. */
  failed: [failure: HostFailed];
  /** A text to show to the user. */
  alert: [alert: HostAlert];
  /** The frame is minimised, hidden or shown. */
  visibilityChanged: [visibility: Visibility];
  /** The frame's current size. */
  resized: [size: FrameSize];
  /** A call was added, removed or changed. */
  callsChanged: [calls: readonly HostCallSnapshot[]];
  /** An engagement of this session's calls was added or changed; has the last 256 of them. */
  engagementsChanged: [engagements: readonly EngagementRecord[]];
  /** A message was posted or accepted. */
  message: [entry: MessageLogEntry];
  /** Something was refused, ignored or noted. */
  diagnostic: [diagnostic: HostDiagnostic];
};
