import type { EndStatus } from "./line";
import type { FarEnd, PhoneOptions } from "./options";

/** The phone's screen; also the text of its state line. */
export type Screen = "loggedOut" | "idle" | "dialing" | "ringing" | "incoming" | "connected" | "ended" | "completed";

/** A record that the caller's number belongs to. */
export interface Caller {
  name: string;
  coordinates: { portalId: number; objectId: number; objectTypeId: string };
}

/** One call of the phone. */
export interface PhoneCall {
  externalCallId: string;
  direction: "INBOUND" | "OUTBOUND";
  fromNumber: string;
  toNumber: string;
  startedAt: number;
  answeredAt?: number;
  endedAt?: number;
  endStatus?: EndStatus;
  engagementId?: number;
  callers: readonly Caller[];
}

/** An entry of the recent list. */
export interface RecentCall {
  direction: "INBOUND" | "OUTBOUND";
  number: string;
  name: string;
  at: number;
  result: string;
}

/** The phone's whole display state. */
export interface PhoneState {
  screen: Screen;
  name: string;
  available: boolean;
  number: string;
  call: PhoneCall | undefined;
  recent: readonly RecentCall[];
  notice: string;
  farEnd: FarEnd;
  muted: boolean;
  held: boolean;
  /** The host's place of the phone (`widget`, `remote`, `window`); empty until reported. */
  place: string;
  visibility: string;
  embedded: boolean;
  /** This window's role among the user's; empty if it shares no calls. */
  role: "" | "leader" | "follower" | "alone";
  /** Another window has the call: its host gets the messages about it. */
  isElsewhere: boolean;
}

/** A phone's initial state. */
export function initialState({ autoLogin, farEnd }: PhoneOptions): PhoneState {
  return {
    screen: autoLogin ? "idle" : "loggedOut",
    name: autoLogin ? "Demo user" : "",
    available: autoLogin,
    number: "",
    call: undefined,
    recent: [],
    notice: "",
    farEnd,
    muted: false,
    held: false,
    place: "",
    visibility: "",
    embedded: true,
    role: "",
    isElsewhere: false,
  };
}

/** The number at the other end. */
export function farNumber(call: PhoneCall): string {
  return call.direction === "INBOUND" ? call.fromNumber : call.toNumber;
}

/** The duration of the talk. */
export function talkTimeMs(call: PhoneCall, now: number): number {
  return call.answeredAt === undefined ? 0 : (call.endedAt ?? now) - call.answeredAt;
}

/** True while a call is under way. */
export function isBusy(screen: Screen): boolean {
  return screen === "dialing" || screen === "ringing" || screen === "incoming" || screen === "connected";
}
