import { digitsOf } from "../shared/numbers";

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
  /** Saves each call when it ends, without the form. */
  autoSave: boolean;
  /** Shares calls with the user's other windows. */
  shareCalls: boolean;
}

/** Reads `answerAfter`, `ringFor`, `login`, `farEnd`, `save` and `share`; anything else keeps its default. */
export function readOptions(search: string): PhoneOptions {
  const query = new URLSearchParams(search);
  return {
    answerAfterMs: milliseconds(query.get("answerAfter"), 1500),
    ringForMs: milliseconds(query.get("ringFor"), 15_000),
    autoLogin: query.get("login") === "auto",
    farEnd: farEnd(query.get("farEnd")),
    autoSave: query.get("save") === "auto",
    shareCalls: query.get("share") === "on",
  };
}

/** The other side's behaviour for a number that always fails; undefined for any other. */
export function failureOf(number: string): FarEnd | undefined {
  return FAILING[digitsOf(number)];
}

const FAILING: Readonly<Partial<Record<string, FarEnd>>> = { "12025550181": "busy", "12025550182": "silent", "12025550183": "fails" };

/** The text as a known behaviour. */
export function farEnd(text: string | null): FarEnd {
  return text === "busy" || text === "silent" || text === "fails" ? text : "answers";
}

function milliseconds(text: string | null, otherwise: number): number {
  const value = text === null ? Number.NaN : Number(text);
  return Number.isFinite(value) && value >= 0 ? value : otherwise;
}
