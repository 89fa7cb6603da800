import type { WidgetInputs } from "../generated/door.js";
import type { CallSnapshot, Diagnostic, HostWindow, LifecycleMode, Mode, TraceRecorder } from "../shared/types.js";

/** A message as the session hands it out. */
export type Message = { type: string; messageId?: string | number; data?: unknown };

/** One object of the application's, as the session sees it. */
export type Member = {
  /** A SYNC was injected into the object, and this acknowledges it. */
  acknowledge(message: Message): void;
  /** A message for the object's handlers. */
  deliver(message: Message): void;
  /** A message that was posted for it. */
  posted(message: Message): void;
  /** A diagnostic; answers whether it printed it, which one member may. */
  diagnosed(diagnostic: Diagnostic, isPrinted: boolean): boolean;
  /** The state or the calls changed. */
  changed(): void;
  /** Whether it has a handler of one of these names. */
  hasHandler(names: readonly string[]): boolean;
  /** Calls were taken over from the page before. */
  resumed(resumed: ResumedCalls): void;
};

/** The calls that were taken over from the page before, as the core reports them. */
export type ResumedCalls = {
  calls: readonly (CallSnapshot & { key: number })[];
  ageMs: number;
};

/** What became of a send. */
export type SendOutcome = "posted" | "queued" | "suppressed" | "forwarded" | "refused";

/** Reports what a handler or a hook of the app's did. */
export type Note = (
  code: "HANDLER_THREW" | "DROPPED_BY_HOOK" | "HOOK_RESULT_IGNORED" | "NOT_CLONEABLE",
  detail: string,
) => void;

/** What can be asked about a message. */
export type Question = WidgetInputs["wait"][2];

/** Takes an outcome: a code, empty for a good one, and what the host answered. */
export type Settled = (code: string, value: unknown) => void;

/** What a member asks of its session. */
export type JoinOptions = {
  debugMode: boolean;
  lifecycle: LifecycleMode;
  isStrict: boolean;
  isRelay: boolean;
  keepsRepeatedDials: boolean;
  mode: Mode;
  hostWindow: HostWindow | undefined;
  resume: boolean;
  sharesCalls: boolean;
  guardsUnload: boolean;
  allowedHostOrigins: readonly string[] | undefined;
  /** Records the session, where this member is its first. */
  trace: TraceRecorder | undefined;
};

/** What a member asks for that brings its own rules: no checks of any kind. What is absent is off. */
export const RELAY_ONLY = { lifecycle: "off", isRelay: true, mode: "normal" } as JoinOptions;
