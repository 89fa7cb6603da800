/** The address of a number at the user's own server; an address stays as it is. A hash is escaped (RFC 3261, 19.1.2). */
export function sipAddress(target: string, host: string): string {
  return (/^sips?:/i.test(target) ? target : `sip:${target}@${host}`).replace(/#/g, "%23");
}

/**
 * The caller: the user of the address that the call comes from or, if that is no number, the
 * identity that the server asserts, unless the caller keeps it private (RFC 3325).
 */
export function callerOf(request: { getHeaders(name: string): readonly string[] }, user: string | null | undefined): string {
  const isPrivate = request.getHeaders("Privacy").some((privacy) => /\bid\b/i.test(privacy));
  if (isPrivate || NUMBER.test(user ?? "")) {
    return user ?? "";
  }
  const asserted = unquoted(request.getHeaders("P-Asserted-Identity"));
  const users = [...asserted.matchAll(/sips?:([^\s<>,@]+)@|tel:([^\s<>,]+)/gi)].map(([, sip, tel]) => sip ?? tel ?? "");
  return users.find((each) => NUMBER.test(each)) ?? user ?? "";
}

/** The user part of a number, or the body of a `tel:` address, with parameters or without. */
const NUMBER = /^(?:\+|%2b)?[\d*#().-]+(?:;|$)/i;

/** The cause of a CANCEL by its reasons (RFC 3326): another device took the call or declined it, or the caller gave up. */
export function cancelCause(reasons: readonly string[] = []): "elsewhere" | "rejected" | "canceled" {
  const text = unquoted(reasons).replace(/\s/g, "");
  // 26 of Q.850: the call went to another user.
  return /(?:^|,)(?:SIP;[^,]*cause=200|Q\.850;[^,]*cause=26)\b/i.test(text) ? "elsewhere" : /(?:^|,)SIP;[^,]*cause=603\b/i.test(text) ? "rejected" : "canceled";
}

/** The values of a header without their quoted texts, which may be anything. */
function unquoted(values: readonly string[]): string {
  return values.join().replace(/"(?:\\.|[^"\\])*"/g, "");
}

/** The outcome in a transfer's NOTIFY (RFC 3515): undefined while it is under way. */
export function transferOutcome(body: string | undefined): "transferred" | "transferFailed" | undefined {
  const status = Number(/^SIP\/2\.0 (\d{3})/.exec(body ?? "")?.[1] ?? 0);
  return status < 200 ? undefined : status < 300 ? "transferred" : "transferFailed";
}

/** The seconds for which a registrar has a contact: by its parameter, the header or the request (RFC 3261, 10.2.4). */
export function lifetimeOf(contact: string | null | undefined, header: string | null | undefined, requested: string): number {
  const [seconds] = [/;\s*expires\s*=\s*"?(\d+)/i.exec(contact ?? "")?.[1], header, /;\s*expires\s*=\s*(\d+)/i.exec(requested)?.[1]].map(Number).filter((each) => each > 0);
  return seconds ?? DEFAULT_LIFETIME_S;
}

const DEFAULT_LIFETIME_S = 600;
