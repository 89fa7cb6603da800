import { answerOpenOffer } from "./open-offer.js";
import { ticks } from "./times.js";
import type { Phone, PhoneCause, PhoneEvent } from "./types.js";

/** A vendor's sessions by the calls' ids, and the listeners to their events. */
export class VendorCalls<Session extends object> {
  private readonly sessions = new Map<string, Session>();
  private readonly listeners = new Set<(event: PhoneEvent) => void>();
  /** When the other end last answered, by {@link ticks}. */
  private readonly answers = new WeakMap<object, number>();
  /** The time since the ends that were noticed late, in ms. */
  private readonly ages = new WeakMap<object, number>();
  isRegistered = false;
  private expiry: ReturnType<typeof setTimeout> | undefined;
  /** The last cause of a registration that failed. */
  private refusal: PhoneCause | undefined;

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

  /** Every session that is a call. */
  all(): readonly Session[] {
    return [...this.sessions.values()];
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
    for (const listener of [...this.listeners]) {
      listener(event);
    }
  }

  /** Emits an event of a session, if it is a call. */
  happened(session: object, type: Exclude<PhoneEvent["type"], "incoming" | "outgoing" | "registered" | "unregistered">): void {
    const callId = this.idOf(session);
    if (callId !== undefined) {
      this.emit({ type, callId });
    }
  }

  /** Emits the end of a session and forgets it. */
  over(session: object, type: "ended" | "failed", cause?: PhoneCause): void {
    const callId = this.idOf(session);
    if (callId !== undefined) {
      this.sessions.delete(callId);
      const ageMs = this.ages.get(session);
      this.emit({ type, callId, cause, ...(ageMs === undefined ? {} : { ageMs }) });
    }
  }

  /** Settles with an order, or with the end of its call, which is reported. */
  async unlessOver(callId: string, order: Promise<unknown>): Promise<void> {
    await this.next(callId, ENDS, () => order);
  }

  /** Notes that the other end answered a request, or took the call. */
  alive(session: object): void {
    this.answers.set(session, ticks());
  }

  /** Ends a call that the other end knows no longer, as of its last sound or answer. */
  async gone(session: object, connection: RTCPeerConnection | null | undefined, end: () => unknown): Promise<void> {
    const silentMs = await silenceOf(connection);
    const unansweredMs = ticks() - (this.answers.get(session) ?? 0);
    this.ages.set(session, Math.max(0, Math.min(silentMs, unansweredMs)));
    try {
      await end();
    } catch {
      // It ended meanwhile.
    }
  }

  /** Orders a hold, or its end. @throws Error where the other end refuses it. */
  async hold(callId: string, isOn: boolean, order: () => unknown): Promise<void> {
    const answer = await this.next(callId, [...ENDS, "held", "unheld"], async (answered) => {
      await order();
      return answered;
    });
    if (answer === (isOn ? "unheld" : "held")) {
      throw new Error("the other end refused to change the call");
    }
  }

  /** Settles with an order, or with the next event of its call of these types. */
  private async next(callId: string, types: readonly string[], order: (event: Promise<string>) => Promise<unknown>): Promise<unknown> {
    let stop = (): void => undefined;
    const event = new Promise<string>((resolve) => {
      stop = this.listen((event) => {
        if ("callId" in event && event.callId === callId && types.includes(event.type)) {
          resolve(event.type);
        }
      });
    });
    try {
      return await Promise.race([event, order(event)]);
    } finally {
      stop();
    }
  }

  /** Handles the other end's answer to a hold, by either side. */
  held(session: Session, isHeld: boolean): void {
    this.alive(session);
    this.happened(session, isHeld ? "held" : "unheld");
  }

  /** Reports a microphone that is unplugged: a track that its library stops has no such event. */
  hears(session: object, tracks: Iterable<MediaStreamTrack | null>): void {
    for (const track of tracks) {
      track?.addEventListener("ended", () => {
        this.happened(session, "microphoneLost");
      });
    }
  }

  /**
   * Reports that a session's sound is gone, and back. Meanwhile its connection is restarted:
   * the caller's side begins, as a restart that crosses another one is refused.
   */
  follow(session: object, connection: RTCPeerConnection | null | undefined, isOurs: boolean, restart: () => unknown): void {
    this.alive(session);
    if (connection !== null && connection !== undefined) {
      answerOpenOffer(connection);
    }
    let timer: ReturnType<typeof setTimeout> | undefined;
    const isBeing = (...states: RTCIceConnectionState[]): boolean => states.includes(connection?.iceConnectionState ?? "closed");
    const attempt = async (): Promise<void> => {
      if (this.idOf(session) === undefined) {
        return;
      }
      timer = setTimeout(() => void attempt(), RETRY_MS);
      // A restart that is under way is left alone.
      if (!isBeing("checking")) {
        this.happened(session, "reconnecting");
        try {
          await restart();
        } catch {
          // The server is gone as well, or another offer is under way: the next attempt may succeed.
        }
      }
    };
    connection?.addEventListener("iceconnectionstatechange", () => {
      if (timer === undefined && isBeing("disconnected", "failed")) {
        this.happened(session, "reconnecting");
        timer = setTimeout(() => void attempt(), isOurs ? OURS_MS : THEIRS_MS);
      } else if (timer !== undefined && isBeing("connected", "completed")) {
        clearTimeout(timer);
        timer = undefined;
        this.happened(session, "reconnected");
      }
    });
  }

  /** Reports changes alone, and each other refusal: a phone registers again every few minutes. */
  registered(isRegistered: boolean, cause?: PhoneCause): void {
    clearTimeout(this.expiry);
    if (isRegistered !== this.isRegistered || (cause !== undefined && cause !== this.refusal)) {
      this.isRegistered = isRegistered;
      this.emit({ type: isRegistered ? "registered" : "unregistered", ...(cause === undefined ? {} : { cause }) });
    }
    this.refusal = isRegistered ? undefined : (cause ?? this.refusal);
  }

  /** Registered for some seconds, unless that is renewed. */
  registeredFor(seconds: number): void {
    this.registered(true);
    this.expiry = setTimeout(() => {
      this.registered(false, "expired");
    }, Math.min(seconds * 1000, LONGEST_MS));
  }
}

/** The types of the events that end a call. */
const ENDS: readonly string[] = ["ended", "failed"];

/** The longest time of a timer. */
const LONGEST_MS = 2 ** 31 - 1;

/** The time since a connection's last sound arrived, in ms; 0 if the browser does not tell. */
async function silenceOf(connection: RTCPeerConnection | null | undefined): Promise<number> {
  const ages: number[] = [];
  try {
    for (const { type, timestamp, lastPacketReceivedTimestamp: last } of ((await connection?.getStats()) ?? new Map()).values() as Iterable<{ type: string; timestamp: number; lastPacketReceivedTimestamp?: number }>) {
      if (type === "inbound-rtp" && last !== undefined) {
        ages.push(timestamp - last);
      }
    }
  } catch {
    // It is closed.
  }
  return ages.length === 0 ? 0 : Math.min(...ages);
}

/** Silence of a path before its restart, for the caller: a short gap closes by itself. */
const OURS_MS = 500;

/** The same for the called party. */
const THEIRS_MS = 3_000;

/** Time between two restarts. */
const RETRY_MS = 4_000;
