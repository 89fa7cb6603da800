import { callerNumber } from "./number.js";

/** The address of a number at the user's own server; an address stays as it is. A hash is escaped (RFC 3261, 19.1.2). */
export function sipAddress(target: string, host: string): string {
  return (/^sips?:/i.test(target) ? target : `sip:${target}@${host}`).replace(/#/g, "%23");
}

/**
 * Who calls: the user of the address that the call comes from. Where that is no number it is
 * the identity that the server asserts, unless the caller keeps it private (RFC 3325).
 */
export function callerOf(request: { getHeaders(name: string): readonly string[] }, user: string | null | undefined): string {
  const isPrivate = request.getHeaders("Privacy").some((privacy) => /\bid\b/i.test(privacy));
  const asserted = isPrivate || callerNumber(user) !== "" ? "" : request.getHeaders("P-Asserted-Identity").join();
  // A name in quotes may be anything.
  const [number] = [...asserted.replace(/"(?:\\.|[^"\\])*"/g, "").matchAll(/(?:sips?|tel):[^\s<>,]+/gi)].map(([uri]) => callerNumber(uri)).filter((found) => found !== "");
  return number ?? user ?? "";
}

/** Whether a CANCEL says that another device took the call (RFC 3326). */
export function isTakenElsewhere(reason: string | undefined): boolean {
  return /^\s*SIP\b.*;\s*cause\s*=\s*200\b/i.test(reason ?? "");
}

/** What the NOTIFY of a transfer says (RFC 3515): undefined while it is under way. */
export function transferOutcome(body: string | undefined): "transferred" | "transferFailed" | undefined {
  const status = Number(/^SIP\/2\.0 (\d{3})/.exec(body ?? "")?.[1] ?? 0);
  return status < 200 ? undefined : status < 300 ? "transferred" : "transferFailed";
}
