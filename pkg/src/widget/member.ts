import type { CallSnapshot, Diagnostic, HostWindow, LifecycleMode, Mode, TraceRecorder } from "../shared/types.js";

/** A message as the session delivers it. */
export type Message = { type: string; messageId?: string | number; data?: unknown };

/** An event that code of the page made, a test mostly. */
export type InjectedEvent = { data: unknown; origin?: string | undefined };

/** One object of the application, as the session sees it. */
export type Member = {
  /** Acknowledges a SYNC that was injected into the object. */
  acknowledge(message: Message): void;
  /** Delivers a message to the object's handlers. */
  deliver(message: Message): void;
  /** Reports a posted message of the object. */
  posted(message: Message): void;
  /** Reports a diagnostic; returns true if the member printed it, which one may. */
  diagnosed(diagnostic: Diagnostic, isPrinted: boolean): boolean;
  /** Reports a change of the state or the calls. */
  changed(): void;
  hasHandler(names: readonly string[]): boolean;
  /** Reports calls that were taken over from the previous page. */
  resumed(resumed: ResumedCalls): void;
};

/** The calls that were taken over from the previous page, as the core reports them. */
export type ResumedCalls = {
  calls: readonly (CallSnapshot & { key: number })[];
  ageMs: number;
};

export type SendOutcome = "posted" | "queued" | "suppressed" | "forwarded" | "refused";

/** Reports an error of the app's handlers or hooks. */
export type Note = (
  code: "HANDLER_THREW" | "DROPPED_BY_HOOK" | "HOOK_RESULT_IGNORED" | "NOT_CLONEABLE",
  detail: string,
) => void;

/** A question about a message. */
export type Question = "engagement" | "callerId" | "saved" | "finalized" | "navigated";

/** Receives an outcome: a code, empty for success, and the host's answer. */
export type Settled = (code: string, value: unknown) => void;

/** A member's requests to its session. */
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

/** The requests of a member with its own rules: no checks of any kind. Absent ones are off. */
export const RELAY_ONLY = { lifecycle: "off", isRelay: true, mode: "normal" } as JoinOptions;
