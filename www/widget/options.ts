import { DEFAULT_ROOM, type LineKind } from "./live";

/** The other side's behaviour in a simulated call. */
export type FarEnd = "answers" | "busy" | "silent" | "fails";

/** The page's options, from its address. */
export interface PhoneOptions {
  /** Delay until the other side reacts to an outgoing call. */
  answerAfterMs: number;
  /** Delay until an incoming call stops ringing. */
  ringForMs: number;
  /** Logs in at once. */
  autoLogin: boolean;
  farEnd: FarEnd;
  /** The phone's automatic actions, in the words of `autopilot.ts`; empty for none. */
  script: string;
  /** Names one run of the script. */
  run: string;
  /** Pause before each action of the script. */
  pauseMs: number;
  /** Saves each call when it ends, without the form. */
  autoSave: boolean;
  /** Shares calls with the user's other windows. */
  shareCalls: boolean;
  /** The script of a separate window that this phone opens. */
  popoutScript: string;
  /** The line; absent if the user has chosen none. */
  line: LineKind | undefined;
  /** The WebSocket of a SIP server; empty without one. */
  sip: string;
  /** The room in which the customer's phone finds this one. */
  room: string;
}

/** Reads `answerAfter`, `ringFor`, `login`, `farEnd`, `save`, `script`, `run`, `pause`, `share`, `popout`, `line`, `sip` and `room`; anything else keeps its default. */
export function readOptions(search: string): PhoneOptions {
  const query = new URLSearchParams(search);
  return {
    answerAfterMs: milliseconds(query.get("answerAfter"), 1500),
    ringForMs: milliseconds(query.get("ringFor"), 15_000),
    autoLogin: query.get("login") === "auto",
    farEnd: farEnd(query.get("farEnd")),
    script: query.get("script") ?? "",
    run: query.get("run") ?? "",
    pauseMs: milliseconds(query.get("pause"), 700),
    autoSave: query.get("save") === "auto",
    shareCalls: query.get("share") === "on",
    popoutScript: query.get("popout") ?? "",
    line: lineOf(query.get("line")),
    sip: sipServer(query.get("sip")),
    room: roomOf(search),
  };
}

/** The text as a known line. */
export function lineOf(text: string | null): LineKind | undefined {
  return text === "customer" || text === "simulated" || text === "sip" ? text : undefined;
}

/** The text as the address of a WebSocket. */
function sipServer(text: string | null): string {
  return text !== null && URL.canParse(text) && /^wss?:$/.test(new URL(text).protocol) ? text : "";
}

/** The room that an address names. */
export function roomOf(search: string): string {
  const room = new URLSearchParams(search).get("room") ?? "";
  return /^[a-z0-9-]{1,40}$/.test(room) ? room : DEFAULT_ROOM;
}

/** The text as a known behaviour. */
export function farEnd(text: string | null): FarEnd {
  return text === "busy" || text === "silent" || text === "fails" ? text : "answers";
}

function milliseconds(text: string | null, otherwise: number): number {
  const value = text === null ? Number.NaN : Number(text);
  return Number.isFinite(value) && value >= 0 ? value : otherwise;
}
