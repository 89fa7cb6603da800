import { OPEN_STATES, type PhoneCallState } from "../generated/phone.js";
import type { OnDialNumber, Open, RawEngagementPropertiesInput } from "../generated/messages.js";
import type { CallSnapshot } from "../shared/types.js";
import type { IncomingCallReceipt, OutgoingCallReceipt } from "../widget/tracked.js";
import { ticks } from "./times.js";
import type { PhoneCall } from "./types.js";

/** A call, with the data of its steps. */
export type Call = { -readonly [Name in keyof PhoneCall]: PhoneCall[Name] } & {
  /** The user's own number. */
  ownNumber: string | undefined;
  /** The dialled number or address. */
  target: string;
  /** DIAL_NUMBER's payload. */
  dialingContext?: Open<OnDialNumber>;
  receipt?: OutgoingCallReceipt | IncomingCallReceipt;
  engagementId?: number | string | undefined;
  /** Settles with the phone's order to transfer it. */
  transfer?: Promise<void> | undefined;
  properties?: RawEngagementPropertiesInput | undefined;
  /** The time at which its page was left. */
  lostAt?: number | undefined;
  /** The time at which its sound was last lost. */
  soundLostAt?: number;
  /** The time of day at its start minus {@link ticks}, in ms: all its times are by one clock. */
  offset: number;
  timer?: ReturnType<typeof setTimeout> | undefined;
};

/** A call that begins now. */
export function newCall(id: string, direction: PhoneCall["direction"], number: string, ownNumber: string | undefined, target = ""): Call {
  const startedAt = Date.now();
  return { id, direction, number, ownNumber, target, state: "none", startedAt, offset: startedAt - ticks(), isMuted: false, isHeld: false };
}

/** A call's current time, in ms since the epoch: setting the computer's clock changes no duration. */
export function timeOf({ offset }: Call): number {
  return Math.round(ticks() + offset);
}

/** The app's view of a call. */
export function shownCall({ id, state, direction, number, extension, startedAt, answeredAt, endedAt, status, isMuted, isHeld }: Call): PhoneCall {
  return { id, state, direction, number, extension, startedAt, answeredAt, endedAt, status, isMuted, isHeld };
}

/** True if a call in this state may still go on. */
export function isOpen(state: PhoneCallState): boolean {
  return OPEN_STATES.has(state);
}

/** True if a call of the previous page can be followed. */
export function isResumable(state: CallSnapshot["state"]): state is "dialing" | "ringing" | "connected" | "ended" {
  return state === "dialing" || state === "ringing" || state === "connected" || state === "ended";
}
