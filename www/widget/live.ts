// The choice of the line: simulated, the customer's phone, or a SIP server.
import type { Phone } from "calling-widget-sdk/phone";

import { microphone, type Quality } from "../line/connection";
import { PeerPhone } from "../line/peer-phone";
import { NUMBERS } from "../shared/numbers";

/** The line of a softphone. */
export type LineKind = "simulated" | "customer" | "sip";

/** A line with real sound. */
export interface LiveLine {
  readonly kind: "customer" | "sip";
  readonly phone: Phone;
  /** Sets whether the line takes incoming calls. */
  setAvailable(isAvailable: boolean): void;
  /** Registers an account, if the line has accounts; returns the reason if it fails, else an empty text. */
  logIn?(account: string, password: string): Promise<string>;
  /** The connection of the newest call. */
  connection(): RTCPeerConnection | undefined;
  /** True if its calls survive a reload. */
  readonly returns: boolean;
}

/** The line to the customer's phone, a page of the same origin. */
export function customerLine(room: string): LiveLine {
  const phone = new PeerPhone({ room, line: "softphone", number: () => NUMBERS.ownLine, isFree: () => true, returns: true });
  return {
    kind: "customer",
    phone,
    setAvailable: (isAvailable) => phone.setAvailable(isAvailable),
    connection: () => phone.connection(),
    returns: true,
  };
}

/** The address of the phone at the other end. */
export function customerAddress(room: string): string {
  const address = new URL("./customer.html", location.href);
  if (room !== DEFAULT_ROOM) address.searchParams.set("room", room);
  return address.href;
}

/** The reason that calls with sound are impossible here; empty if possible. Asks the user for the microphone. */
export async function whyNotLive(): Promise<string> {
  try {
    const sound = await microphone();
    for (const track of sound.getTracks()) track.stop();
    return "";
  } catch (error) {
    return `${NO_MICROPHONE[error instanceof DOMException ? error.name : ""] ?? "There is no microphone."} The calls stay simulated.`;
  }
}

const NO_MICROPHONE: Readonly<Record<string, string>> = {
  NotAllowedError: "The browser does not let this page use the microphone.",
  NotReadableError: "Another program has the microphone.",
};

/** The line that the user chose before, while the tab is open. */
export function chosenLine(): string | null {
  try {
    return sessionStorage.getItem(KEY);
  } catch {
    return null;
  }
}

/** Reloads the page with another line. */
export function useLine(line: LineKind): void {
  const address = new URL(location.href);
  try {
    sessionStorage.setItem(KEY, line);
    address.searchParams.delete("line");
  } catch {
    // Storage is blocked: the address has it, until the host reloads the phone.
    address.searchParams.set("line", line);
  }
  location.replace(address);
}

/** A call's quality, in one line of words. */
export function qualityWords({ jitterMs, lossPercent, roundTripMs }: Quality): string {
  const there = roundTripMs === undefined ? "" : ` · round trip ${Math.round(roundTripMs)} ms`;
  return `jitter ${jitterMs.toFixed(1)} ms · loss ${lossPercent.toFixed(1)} %${there}`;
}

const KEY = "demo-softphone:line";

/** The default room, if the address names none. */
export const DEFAULT_ROOM = "demo";
