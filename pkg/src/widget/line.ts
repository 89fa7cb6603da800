import type {
  Callee,
  CallSnapshot,
  Diagnostic,
  Diagnostics,
  HostWindow,
  LifecycleMode,
  Mode,
  TraceOptions,
  WidgetState,
  WindowRole,
} from "../shared/types.js";
import type { WidgetInputs } from "../generated/door.js";

/** A message as the session hands it out. */
export type Message = { type: string; messageId?: string | number; data?: unknown };

/** One object of the application's, as the session sees it. */
export type Member = {
  /** A message for the object's handlers. */
  deliver(message: Message): void;
  /** A message that was posted for it. */
  posted(message: Message): void;
  /** A diagnostic; answers whether it printed it, which one member may. */
  diagnosed(diagnostic: Diagnostic, isPrinted: boolean): boolean;
  /** The state or the calls changed. */
  changed(): void;
  /** Whether it has a handler of one of these names. */
  takes(names: readonly string[]): boolean;
  /** Calls were taken over from the page before. */
  resumed(account: Account): void;
};

/** The calls that were taken over from the page before, as the core reports them. */
export type Account = {
  calls: Readonly<Record<string, CallSnapshot & { key: number }>>;
  ageMs: number;
};

/** What became of a send. */
export type SendOutcome = "posted" | "queued" | "suppressed" | "forwarded" | "refused";

/**
 * A member's line to its session. Plain functions that keep what they need, so
 * that proxies around the member's object do not matter.
 */
export type Line = {
  send(message: Message, id: string): SendOutcome;
  inject(origin: string, message: unknown): void;
  assumeReady(origin: string): void;
  route(type: string, data: unknown, handlers: unknown): string[];
  isReady(): boolean;
  state(): WidgetState;
  hostOrigin(): string | undefined;
  isHostSilent(): boolean;
  peer(): Window | undefined;
  calls(): CallSnapshot[];
  /** How often a call began, changed or was forgotten. */
  callChanges(): number;
  callee(data: unknown): Callee | undefined;
  counts(): Diagnostics["counts"];
  instances(): number;
  sessions(): number;
  /** Opens a receipt for the next message of a type; its number. */
  track(type: string): number;
  /** Closes it. */
  trackedEnd(receipt: number): void;
  /**
   * Asks what came of a receipt's message; `settled` is called once. Returns what
   * ends the wait.
   */
  ask(receipt: number, question: Question, timeoutMs: number | undefined, settled: Settled): () => void;
  /** Where what survives a reload is kept. */
  journal(): Diagnostics["environment"]["journal"];
  /** What this window is among the user's windows. */
  role(): WindowRole;
  /** The app says which window leads; undefined leaves it to the browser. */
  setRole(role: "leader" | "follower" | undefined): void;
  /** How this window shares calls with others. */
  windows(): Diagnostics["windows"];
  /** The recorded session; empty where it is not recorded. */
  trace(): string;
  /** Drops a call of the account's, by its key. */
  forget(key: number): void;
  /** What the app's handlers and hooks give reason to say. */
  tell: Tell;
  leave(): void;
};

/** Takes what a hook gives reason to say. */
export type Tell = (
  code: "HANDLER_THREW" | "DROPPED_BY_HOOK" | "HOOK_RESULT_IGNORED",
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
  trace: boolean | TraceOptions | undefined;
};
