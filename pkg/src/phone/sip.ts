/** The address of a number at the user's own server; an address stays as it is. */
export function sipAddress(target: string, host: string): string {
  return /^sips?:/i.test(target) ? target : `sip:${target}@${host}`;
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
