import type { EndCause, PhoneCallState, PhoneCode } from "../generated/phone.js";
import type { EndStatus, OnInitializedInput, RawEngagementPropertiesInput } from "../generated/messages.js";

/** The cause of a call's end: a SIP status or Q.850's number, SIP's status line, or a name. */
export type PhoneCause = EndCause | "here" | number | (string & {});

/** An event of a phone. */
export type PhoneEvent =
  | {
      /** A call comes in. */
      readonly type: "incoming";
      /** The call's id, the phone's own; with several windows, the same in each. */
      readonly callId: string;
      /** The caller's number, or else a name; empty, or such as `anonymous`, where it is withheld. */
      readonly from: string;
      /** The called number. */
      readonly to?: string | undefined;
    }
  | {
      /** The user placed a call at the phone itself, beside the binding. */
      readonly type: "outgoing";
      /** The call's id, the phone's own. */
      readonly callId: string;
      /** The called number. */
      readonly to: string;
      /** True if the phone reports it in each of the user's windows, as Amazon Connect does. */
      readonly isEverywhere?: boolean | undefined;
    }
  | {
      /**
       * The call rings at the other end; was answered, by either side; lost its sound and is
       * reconnecting; has its sound back; was taken over by the target of a transfer, or
       * refused by it; lost its microphone; is held, or no longer, whoever asked for that.
       */
      readonly type: "ringing" | "answered" | "reconnecting" | "reconnected" | "transferred" | "transferFailed" | "microphoneLost" | "held" | "unheld";
      /** The call's id. */
      readonly callId: string;
    }
  | {
      /** The call is over: ended by one of the parties, or by a fault. */
      readonly type: "ended" | "failed";
      /** The call's id. */
      readonly callId: string;
      /** The cause; `"elsewhere"` if another device of the user took it, `"here"` if this phone itself stopped ringing. */
      readonly cause?: PhoneCause | undefined;
      /** The time since the end, in ms, if the phone learnt of it late. */
      readonly ageMs?: number | undefined;
    }
  | {
      /** Calls can come in, or not any more. */
      readonly type: "registered" | "unregistered";
      /** The status with which the server refused the registration, or a word for it. */
      readonly cause?: PhoneCause | undefined;
    };

/** The target of a transfer: a number, or the party of another call of this phone. */
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
  /** Answers an incoming call. */
  answer(callId: string): unknown;
  /** Declines an incoming call. */
  reject(callId: string, reason: "declined" | "busy"): unknown;
  /** Ends a call in any state. */
  hangUp(callId: string): unknown;
  /** Mutes or unmutes the user. */
  mute(callId: string, isOn: boolean): unknown;
  /** Holds or resumes a call. */
  hold(callId: string, isOn: boolean): unknown;
  /** Sends digits of the keypad. */
  sendDigits(callId: string, digits: string): unknown;
  /** Transfers a call. */
  transfer(callId: string, target: TransferTarget): unknown;
  /** Adds a listener; returns a function that removes it. A phone that is registered already reports it. */
  listen(listener: (event: PhoneEvent) => void): () => void;
  /** True if the phone has a call, for one that outlives its page, as a desk phone does; within ten seconds. */
  has?(callId: string): boolean | PromiseLike<boolean>;
};

/** A call of a binding. */
export type PhoneCall = {
  /** Its id, which is the `externalCallId`. */
  readonly id: string;
  /** Its state. */
  readonly state: PhoneCallState;
  /** The direction. */
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
  /** The end status. */
  readonly status?: EndStatus | undefined;
  /** True while the user is muted. */
  readonly isMuted: boolean;
  /** True while it is held. */
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
  /** The user's own number: of calls that the user places, and of those that come in for a name. */
  fromNumber?: string | undefined;
  /** Makes the host create engagements; true when absent. */
  createEngagement?: boolean | undefined;
  /** Makes the host close the widget once a call is completed; true when absent. */
  hideWidget?: boolean | undefined;
  /** The number of calls that may be open at once; 1 when absent. Further ones are refused as busy. */
  maxCalls?: number | undefined;
  /** The data of INITIALIZED beside the log-in and the availability; false if the app sends INITIALIZED. */
  initialized?: OnInitializedInput | false | undefined;
  /** Properties of a call's engagement, such as the user's notes: the call is completed once they are there. */
  properties?:
    | ((call: PhoneCall) => RawEngagementPropertiesInput | undefined | PromiseLike<RawEngagementPropertiesInput | undefined>)
    | undefined;
  /** The longest wait for the engagement at the end of a call, in ms; 30,000 when absent. */
  engagementTimeoutMs?: number | undefined;
  /** Gets every diagnostic; the console when absent. */
  onDiagnostic?: ((diagnostic: PhoneDiagnostic) => void) | undefined;
};

/** A phone that is bound. Without a call's id, a method is about the newest call that is open. */
export type PhoneBinding = {
  /** The calls, oldest first; the same list until something changes. The last closed ones included. */
  readonly calls: readonly PhoneCall[];
  /** Adds a listener to changes of `calls`; returns a function that removes it. */
  subscribe(this: void, listener: () => void): () => void;
  /** Places a call; returns its id. */
  dial(number: string): string;
  /** Answers an incoming call. */
  answer(callId?: string): void;
  /** Declines an incoming call. */
  decline(callId?: string): void;
  /** Ends a call in any state. */
  hangUp(callId?: string): void;
  /** Mutes or unmutes the user. */
  mute(isOn: boolean, callId?: string): void;
  /** Holds or resumes a call. */
  hold(isOn: boolean, callId?: string): void;
  /** Sends digits of the keypad. */
  sendDigits(digits: string, callId?: string): void;
  /** Transfers a call to a number, or to the party of another call. */
  transfer(target: TransferTarget, callId?: string): void;
  /**
   * Sets whether the user takes calls, until the next choice; the phone's registration does
   * not change it. The widget's `userAvailable()` and `userUnavailable()` are choices, too.
   */
  setAvailable(isAvailable: boolean): void;
  /** Hangs up the open calls, and logs the user out once they are completed. */
  logOut(): void;
  /** Detaches the phone; its calls are no longer followed. Harmless when repeated. */
  unbind(): void;
};
