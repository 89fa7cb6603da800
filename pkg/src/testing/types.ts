import type { FromHostPayloads, FromHostTypes, SyncAckFields, SyncFields, ToHostPayloads, ToHostTypes } from "../generated/messages.js";
import type { CallingHost } from "../host/calling-host.js";
import type { InMemoryRecordStore } from "../host/memory-store.js";
import type { RecordStore } from "../host/records.js";
import type { DialNumberInput, HostContext, HostOptions, Outcome } from "../host/types.js";

/** Options of {@link createHost}. */
export type CreateHostOptions<Store extends RecordStore = InMemoryRecordStore> = Pick<
  HostOptions,
  "allowedWidgetOrigins" | "authorize" | "inCallTask" | "lifecycle" | "navigate" | "settings" | "trace"
> & {
  /**
   * The source of time. `"virtual"`, the default, replaces the global timers, `Date` and
   * `performance.now`: they move by hand, or as a test waits for a timer. `"real"` leaves
   * them; your runner's fake timers (`vi`, `jest`, or `mock.timers` of `node:test`) move with
   * the host. Those replace `Date` too, and the host `performance.now` where they leave it alone.
   */
  clock?: "virtual" | "real" | RunnerTimers | undefined;
  /** The virtual clock's start, in ms since the epoch; 2026-01-01T00:00:00Z when absent. */
  startsAt?: number | undefined;
  /** Stores engagements and contacts; in memory when absent. */
  store?: Store | undefined;
  /** Makes `Math.random`, and with it the ids of messages, the same in each run; 1 when absent. */
  seed?: number | undefined;
  /** The host page's origin; `https://app.hubspot.com` when absent. */
  origin?: string | undefined;
  /** The data of READY; portal 1 and user 2 when absent. */
  context?: Partial<HostContext> | undefined;
  /** The longest wait of `expect` and `ready`, in real ms; 1000 when absent. */
  withinMs?: number | undefined;
  /**
   * Lets this package's log through to `console.debug`; false when absent. Lines that an app
   * requests by `debugMode` are printed in any case.
   */
  log?: boolean | undefined;
};

/** A test runner's fake timers: `vi`, `jest`, or `mock.timers` of `node:test`. */
export type RunnerTimers =
  | {
      /** As Vitest and Jest have it. */
      advanceTimersByTimeAsync(ms: number): Promise<unknown>;
    }
  | {
      /** As `node:test` has it. */
      tick(ms: number): unknown;
    };

/** A test's clock. */
export type HostClock = {
  /** Milliseconds since the epoch. */
  readonly now: number;
  /**
   * Advances the time: every timer that falls due runs at its time, and the work it starts is
   * done before the next. With 0 only the work under way is done.
   *
   * @param ms how far; with `clock: "real"` it waits that long.
   */
  advance(ms: number): Promise<void>;
};

/** A message as it is posted: the payload is absent where a type has none. */
export type PostedMessage<Type extends string, Data> = {
  /** The message's type. */
  readonly type: Type;
  /** Chosen by the sender. */
  readonly messageId: string | number;
} & (undefined extends Data
  ? {
      /** The payload, if any. */
      readonly data?: Data;
    }
  : {
      /** The payload. */
      readonly data: Data;
    });

/** The types of the messages a widget sends, without the handshake's. */
export type WidgetMessageType = ToHostTypes[keyof ToHostTypes];

/** The payload of a widget's message. */
export type WidgetMessageData<Type extends WidgetMessageType> = ToHostPayloads[{
  [Name in keyof ToHostTypes]: ToHostTypes[Name] extends Type ? Name : never;
}[keyof ToHostTypes]];

/** A message that a widget sends, by its type. */
export type WidgetMessageOf<Type extends WidgetMessageType> = PostedMessage<Type, WidgetMessageData<Type>>;

/** A message that the widget sent. */
export type FromWidget =
  | { [Type in WidgetMessageType]: WidgetMessageOf<Type> }[WidgetMessageType]
  | (PostedMessage<"SYNC_ACK", undefined> & SyncAckFields);

/** A message that the host sent. */
export type FromHost =
  | {
      [Name in Exclude<keyof FromHostTypes, "onReady">]: PostedMessage<FromHostTypes[Name], FromHostPayloads[Name]>;
    }[Exclude<keyof FromHostTypes, "onReady">]
  | (PostedMessage<"SYNC", undefined> & SyncFields);

/** The type of any message, also of the handshake's. */
export type MessageType = FromHost["type"] | FromWidget["type"];

/**
 * The fate of a message that was not simply delivered. `undeliverable` is one for another
 * origin, or for a page that is gone.
 */
export type MessageFate = "delayed" | "doubled" | "dropped" | "reordered" | "undeliverable";

/** A message that was posted. */
export type TranscriptEntry = (
  | {
      /** The sender. */
      readonly from: "host";
      /** The message. */
      readonly message: FromHost;
    }
  | {
      /** The sender. */
      readonly from: "widget";
      /** The message. */
      readonly message: FromWidget;
    }
) & {
  /** Milliseconds since the host was created. */
  readonly at: number;
  /** Its fate, unless it was simply delivered. */
  readonly fate?: MessageFate;
  /** The host's diagnostics about it: no effect, or a wrong field. */
  readonly reports?: readonly string[];
};

/** The required fields of a message; others are ignored. Your runner's `expect.any` and the like are understood. */
export type MessageMatch<Data> = Data extends readonly unknown[]
  ? Data
  : Data extends object
    ? { readonly [Name in keyof Data]?: MessageMatch<Data[Name]> }
    : Data;

/** Faults that a test can cause. */
export type HostFaults = {
  /**
   * Delays the next message of a type.
   *
   * @param ms of the test's clock.
   */
  delay(type: MessageType, ms: number): void;
  /**
   * Drops the next messages of a type.
   *
   * @param times their number; 1 when absent, `Infinity` for all.
   */
  drop(type: MessageType, times?: number): void;
  /** Delivers the next message of a type twice. */
  double(type: MessageType): void;
  /** Delivers the next message of a type after the one that its sender posts next. */
  reorder(type: MessageType): void;
  /**
   * Hangs the host's page: messages posted from now on, in both directions, wait.
   *
   * @returns a function that ends it: all waiting messages arrive, in order.
   */
  silence(): () => void;
  /**
   * Makes the store refuse the next engagement.
   *
   * @param message the error's text.
   */
  refuseEngagement(message?: string): void;
  /**
   * Makes the store leave the next engagement unanswered.
   *
   * @returns a function that answers it after all.
   */
  hangEngagement(): () => void;
  /** Repeats the host's last SYNC. */
  syncAgain(): void;
  /** Removes the host's page: nothing arrives until it is reloaded. */
  hostGone(): void;
  /** Traps the widget's core at its next input; the published SDK has none. */
  trap(): void;
};

/** Ends at the end of its block by `using` and `await using`, where the compiler knows them. */
type Disposes = (SymbolConstructor extends { readonly dispose: infer Name }
  ? { readonly [Key in Name & symbol]: () => void }
  : unknown) &
  (SymbolConstructor extends { readonly asyncDispose: infer Name }
    ? { readonly [Key in Name & symbol]: () => Promise<void> }
    : unknown);

/** A host in the test's process, made by {@link createHost}. */
export type TestHost<Store extends RecordStore = InMemoryRecordStore> = Disposes & {
  /** The host itself, with all its commands and events. It is another after `TestHost.ready` and `TestHost.reload`. */
  readonly page: CallingHost;
  /** The record store. */
  readonly store: Store;
  /** The time. */
  readonly clock: HostClock;
  /** Faults to cause. */
  readonly faults: HostFaults;
  /** Every message, in the order of posting. */
  readonly transcript: readonly TranscriptEntry[];
  /** The host's messages, oldest first. */
  readonly sent: readonly FromHost[];
  /** The widget's messages that the host received, oldest first. */
  readonly received: readonly FromWidget[];
  /**
   * Puts the host around this process' page. Call it before the app is imported.
   *
   * `window.parent` is the host from then on. Where there is no window, as in Node, it
   * makes one with the parts that a calling SDK needs.
   *
   * A host that is still installed, as by a test that failed, is uninstalled with a
   * warning.
   *
   * @throws Error where fake timers were on before this entry was imported.
   */
  install(): TestHost<Store>;
  /** Ends the host and the page, and puts the globals back; harmless when repeated. */
  uninstall(): void;
  /**
   * Opens the session, and waits until the widget has answered. Called again, the host
   * starts a new session with the same page, as when the user changed.
   *
   * @param context changes to the data of READY from now on.
   * @throws Error with the transcript where the widget does not answer.
   */
  ready(context?: Partial<HostContext>): Promise<void>;
  /**
   * The user wants to call a number; the host waits until the widget takes one.
   *
   * @param data further fields of DIAL_NUMBER; those of a contact if none are given.
   */
  dial(phoneNumber: string, data?: Partial<DialNumberInput>): Outcome;
  /** The user hangs up on the host's page. */
  endCall(): Outcome;
  /**
   * Waits for a message of the widget's. Each is expected once, the oldest first; one that came
   * before a reload, no more.
   *
   * @param type the message's type.
   * @param match the required fields of its payload.
   * @throws Error that names the expectation, the nearest message and the transcript; at
   *   once where no message has this type.
   */
  expect<Type extends WidgetMessageType>(
    type: Type,
    match?: MessageMatch<WidgetMessageData<Type>>,
  ): Promise<WidgetMessageOf<Type>>;
  /**
   * The recorded session, like {@link CallingHost.exportTrace}; empty without the option
   * `trace`.
   */
  exportTrace(): string;
  /**
   * Reloads the host's page, and with it the widget's page in it. The store and the frame's
   * session storage stay.
   *
   * @param start loads or mounts the app again.
   */
  reload(start: () => unknown): Promise<void>;
  /**
   * Reloads the widget's page: `pagehide` is fired, the page's listeners go, and messages of
   * the old page are not delivered. The session storage stays.
   *
   * @param start loads or mounts the app again.
   */
  reloadWidget(start: () => unknown): Promise<void>;
};
