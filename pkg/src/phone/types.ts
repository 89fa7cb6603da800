import type { EndCause, PhoneCallState, PhoneCode } from "../generated/phone.js";
import type { EndStatus, OnInitializedInput, RawEngagementPropertiesInput } from "../generated/messages.js";

/** Why a call ended: a SIP status, or a word. */
export type PhoneCause = EndCause | "elsewhere" | number | (string & {});

/** What a phone reports. */
export type PhoneEvent =
  | {
      /** A call comes in. */
      readonly type: "incoming";
      /** The call's id, the phone's own; with several windows, the same in each. */
      readonly callId: string;
      /** The caller's number, or what else there is of who calls: the host gets numbers alone. */
      readonly from: string;
      /** The number that is called. */
      readonly to?: string | undefined;
    }
  | {
      /**
       * It rings at the other end; it was answered, there or here; its sound is gone, and is
       * being connected again; the sound is back; the other party took over a transferred call,
       * or refused; the microphone is gone; it is held, or not, whoever asked for that.
       */
      readonly type: "ringing" | "answered" | "reconnecting" | "reconnected" | "transferred" | "transferFailed" | "microphoneLost" | "held" | "unheld";
      /** The call's id. */
      readonly callId: string;
    }
  | {
      /** It is over: by one of the two sides, or by a fault. */
      readonly type: "ended" | "failed";
      /** The call's id. */
      readonly callId: string;
      /** Why; `"elsewhere"` where another device of the user took it. */
      readonly cause?: PhoneCause | undefined;
    }
  | {
      /** Calls can come in, or not any more. */
      readonly type: "registered" | "unregistered";
    };

/** To whom a call is transferred: a number, or the party of another call of this phone. */
export type TransferTarget =
  | string
  | {
      /** The other call's id. */
      readonly callId: string;
    };

/**
 * A phone: an adapter over a vendor's SDK. A command that fails throws, or returns a promise that
 * is rejected; an event reports its effect.
 */
export type Phone = {
  /** Places a call under an id that the phone uses in its events. */
  dial(callId: string, number: string): unknown;
  /** Takes a call that comes in. */
  answer(callId: string): unknown;
  /** Declines a call that comes in. */
  reject(callId: string, reason: "declined" | "busy"): unknown;
  /** Ends a call in whatever state it is. */
  hangUp(callId: string): unknown;
  /** Mutes the user, or no longer. */
  mute(callId: string, isOn: boolean): unknown;
  /** Holds a call, or no longer. */
  hold(callId: string, isOn: boolean): unknown;
  /** Sends digits of the keypad. */
  sendDigits(callId: string, digits: string): unknown;
  /** Transfers a call. */
  transfer(callId: string, target: TransferTarget): unknown;
  /** Adds a listener; returns what removes it. A phone that is registered already reports it. */
  listen(listener: (event: PhoneEvent) => void): () => void;
  /** Whether the phone has a call, for one that outlives its page, as a desk phone does; at the latest after ten seconds. */
  has?(callId: string): boolean | PromiseLike<boolean>;
};

/** A call of a binding. */
export type PhoneCall = {
  /** Its id, which is the `externalCallId`. */
  readonly id: string;
  /** Its state. */
  readonly state: PhoneCallState;
  /** Who placed it. */
  readonly direction: "inbound" | "outbound";
  /** The other party's number, or its name where it has none; empty after a reload. */
  readonly number: string;
  /** The extension of a dialled number: `sendDigits` sends it, once the other end listens. */
  readonly extension?: string | undefined;
  /** When it began, in ms since the epoch; absent where a reload lost it. Of one call, all times are by one clock. */
  readonly startedAt?: number | undefined;
  /** When it was answered. */
  readonly answeredAt?: number | undefined;
  /** When it ended. */
  readonly endedAt?: number | undefined;
  /** How it ended. */
  readonly status?: EndStatus | undefined;
  /** Whether the user is muted. */
  readonly isMuted: boolean;
  /** Whether it is held. */
  readonly isHeld: boolean;
};

/** Something that was ignored or put right. */
export type PhoneDiagnostic = {
  /** The reason, from a closed list. */
  readonly code: PhoneCode;
  /** The call's id; empty where it is about none. */
  readonly callId: string;
  /** The event and the state, or an error's name; never personal data. */
  readonly detail: string;
};

/** Options of `bindPhone`. */
export type PhoneOptions = {
  /** The user's own number, for calls that the user places. */
  fromNumber?: string | undefined;
  /** Whether the host creates engagements; true when absent. */
  createEngagement?: boolean | undefined;
  /** Whether the host closes the widget once a call is completed; true when absent. */
  hideWidget?: boolean | undefined;
  /** How many calls may be open at once; 1 when absent. One more is refused as busy. */
  maxCalls?: number | undefined;
  /** What INITIALIZED says beside the log-in and the availability; false where the app sends it. */
  initialized?: OnInitializedInput | false | undefined;
  /** Properties of a call's engagement, such as the user's notes: the call is completed once they are there. */
  properties?:
    | ((call: PhoneCall) => RawEngagementPropertiesInput | undefined | PromiseLike<RawEngagementPropertiesInput | undefined>)
    | undefined;
  /** How long to wait for the engagement at the end of a call, in ms; 30,000 when absent. */
  engagementTimeoutMs?: number | undefined;
  /** Gets every diagnostic; the console when absent. */
  onDiagnostic?: ((diagnostic: PhoneDiagnostic) => void) | undefined;
};

/** A phone that is bound. Without a call's id, a method is about the newest call that is open. */
export type PhoneBinding = {
  /** The calls, oldest first; the same list until something changes. The last closed ones included. */
  readonly calls: readonly PhoneCall[];
  /** Adds a listener to changes of `calls`; returns what removes it. */
  subscribe(this: void, listener: () => void): () => void;
  /** Places a call; its id. */
  dial(number: string): string;
  /** Takes a call that comes in. */
  answer(callId?: string): void;
  /** Declines a call that comes in. */
  decline(callId?: string): void;
  /** Ends a call in whatever state it is. */
  hangUp(callId?: string): void;
  /** Mutes the user, or no longer. */
  mute(isOn: boolean, callId?: string): void;
  /** Holds a call, or no longer. */
  hold(isOn: boolean, callId?: string): void;
  /** Sends digits of the keypad. */
  sendDigits(digits: string, callId?: string): void;
  /** Transfers a call to a number, or to the party of another call. */
  transfer(target: TransferTarget, callId?: string): void;
  /**
   * Has the user take calls, or none, until the next choice: a phone that registers again does
   * not change it. `userAvailable()` and `userUnavailable()` of the widget are choices, too.
   */
  setAvailable(isAvailable: boolean): void;
  /** Hangs up what is open, and logs the user out once the calls are completed. */
  logOut(): void;
  /** Takes the phone away; its calls are no longer followed. Harmless when repeated. */
  unbind(): void;
};
