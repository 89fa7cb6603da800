import type { Phone, PhoneCause, PhoneEvent } from "./types.js";

/** The sessions of a SIP phone by the calls' ids, and who listens to what happens to them. */
export class SipCalls<Session extends object> {
  private readonly sessions = new Map<string, Session>();
  private readonly listeners = new Set<(event: PhoneEvent) => void>();
  private isRegistered = false;

  readonly listen: Phone["listen"] = (listener) => {
    this.listeners.add(listener);
    if (this.isRegistered) {
      listener({ type: "registered" });
    }
    return () => {
      this.listeners.delete(listener);
    };
  };

  readonly has = (callId: string): boolean => this.sessions.has(callId);

  add(callId: string, session: Session): void {
    this.sessions.set(callId, session);
  }

  idOf(session: object): string | undefined {
    return [...this.sessions].find(([, known]) => known === session)?.[0];
  }

  /** @throws Error where there is no such call. */
  of(callId: string): Session {
    const session = this.sessions.get(callId);
    if (session === undefined) {
      throw new Error("the phone has no such call");
    }
    return session;
  }

  emit(event: PhoneEvent): void {
    for (const listener of this.listeners) {
      listener(event);
    }
  }

  /** What happened to a session that is a call. */
  happened(session: object, type: Exclude<PhoneEvent["type"], "incoming" | "registered" | "unregistered">): void {
    const callId = this.idOf(session);
    if (callId !== undefined) {
      this.emit({ type, callId });
    }
  }

  /** A session that is over is no call any more. */
  over(session: object, type: "ended" | "failed", cause?: PhoneCause): void {
    const callId = this.idOf(session);
    if (callId !== undefined) {
      this.sessions.delete(callId);
      this.emit({ type, callId, cause });
    }
  }

  registered(isRegistered: boolean): void {
    this.isRegistered = isRegistered;
    this.emit({ type: isRegistered ? "registered" : "unregistered" });
  }
}

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
