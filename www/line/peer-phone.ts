import type { Phone, PhoneCause, PhoneEvent } from "calling-widget-sdk/phone";

import { Connection, microphone } from "./connection";
import { Room, type LineName, type Signal } from "./room";

/** A call of a peer phone. */
interface PeerCall {
  readonly id: string;
  readonly isOurs: boolean;
  /** The phones in which it rings; later the one that answered it. */
  peers: string[];
  connection?: Connection;
  microphone?: MediaStream;
  timer?: ReturnType<typeof setTimeout> | undefined;
  /** The pending work on others' signals about it. */
  turn: Promise<void>;
  isHeld: boolean;
  isHeldThere: boolean;
  isMuted: boolean;
}

/** A phone's news of a call beside the events of `Phone`. */
export type PeerNews = { readonly callId: string } & (
  | { readonly type: "digits"; readonly digits: string }
  | { readonly type: "hold"; readonly isOn: boolean }
);

/** Options of a peer phone. */
export interface PeerPhoneOptions {
  readonly room: string;
  readonly line: LineName;
  /** The number that it calls from. */
  number(): string;
  /** True if it can ring. */
  isFree(): boolean;
  /** True if its calls survive a reload. */
  returns: boolean;
}

/**
 * A phone whose calls go over WebRTC from page to page, on this machine: an adapter for
 * `bindPhone` like that of any phone SDK. It knows nothing of the calls' meaning.
 */
export class PeerPhone implements Phone {
  private readonly room: Room;
  private readonly calls = new Map<string, PeerCall>();
  private readonly listeners = new Set<(event: PhoneEvent) => void>();
  /** The phones of the other line. */
  private readonly others = new Set<string>();
  private isAvailable = true;
  /** Listener for news of calls that `Phone` has no event for. */
  onNews: (news: PeerNews) => void = () => undefined;

  constructor(private readonly options: PeerPhoneOptions) {
    const me = `${options.line}-${crypto.randomUUID().slice(0, 8)}`;
    this.room = new Room(options.room, me, (from, signal) => this.hear(from, signal));
    this.present(undefined, true);
    window.addEventListener("pagehide", () => this.leave());
    // A page restored from the back/forward cache has neither room nor sound.
    window.addEventListener("pageshow", ({ persisted }) => {
      if (persisted) location.reload();
    });
    if (options.returns) this.returnTo(storedCalls());
  }

  /** Sets whether it rings when called. */
  setAvailable(isAvailable: boolean): void {
    this.isAvailable = isAvailable;
    this.emit({ type: isAvailable ? "registered" : "unregistered" });
  }

  /** The connection of a call, or of the newest. */
  connection(callId?: string): RTCPeerConnection | undefined {
    const call = callId === undefined ? [...this.calls.values()].at(-1) : this.calls.get(callId);
    return call?.connection?.peer;
  }

  listen(listener: (event: PhoneEvent) => void): () => void {
    this.listeners.add(listener);
    if (this.isAvailable) listener({ type: "registered" });
    return () => this.listeners.delete(listener);
  }

  has(callId: string): boolean {
    return this.calls.has(callId);
  }

  async dial(callId: string, number: string): Promise<void> {
    const call = newCall(callId, true, []);
    this.calls.set(callId, call);
    call.microphone = await this.ownSound(callId);
    // A phone that was opened just now may not have announced itself yet.
    for (let ms = 0; this.others.size === 0 && ms < ARRIVING_MS; ms += LOOK_MS) await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    if (!this.calls.has(callId)) return;
    call.peers = [...this.others];
    if (call.peers.length === 0) {
      this.over(callId, "ended", "noAnswer");
      return;
    }
    this.wait(call, REACHING_MS, () => this.over(callId, "ended", "noAnswer"));
    this.tell(callId, { type: "invite", callId, from: this.options.number(), to: number });
  }

  async answer(callId: string): Promise<void> {
    const call = this.of(callId);
    call.microphone = await this.ownSound(callId);
    if (!this.calls.has(callId)) return;
    call.connection = this.connect(call, call.microphone);
    this.tell(callId, { type: "accept", callId, sdp: await call.connection.offer() });
  }

  reject(callId: string, reason: "declined" | "busy"): void {
    const cause = reason === "busy" ? "busy" : "rejected";
    this.tell(callId, { type: "refuse", callId, cause });
    this.over(callId, "ended", cause);
  }

  hangUp(callId: string): void {
    const call = this.of(callId);
    const isTalking = call.connection !== undefined;
    const signal: Signal = isTalking || !call.isOurs ? { type: "end", callId } : { type: "cancel", callId, isTaken: false };
    this.tell(callId, signal);
    this.over(callId, "ended", isTalking ? "normal" : "canceled");
  }

  async mute(callId: string, isOn: boolean): Promise<void> {
    const call = this.of(callId);
    call.isMuted = isOn;
    await this.settleSound(call);
  }

  async hold(callId: string, isOn: boolean): Promise<void> {
    const call = this.of(callId);
    call.isHeld = isOn;
    await this.settleSound(call);
    this.tell(callId, { type: "hold", callId, isOn });
  }

  sendDigits(callId: string, digits: string): void {
    this.of(callId).connection?.tones(digits);
    this.tell(callId, { type: "digits", callId, digits });
  }

  transfer(): void {
    throw new Error("there is nobody to transfer a call to");
  }

  // Signals of others.

  private hear(from: string, signal: Signal): void {
    if (signal.type === "here") {
      if (signal.line !== this.options.line) this.others.add(from);
      if (signal.isNew) this.present(from, false);
    } else if (signal.type === "left") {
      this.others.delete(from);
      for (const call of this.calls.values()) {
        if (call.peers.includes(from)) this.lose(call, from, signal.mayReturn);
      }
    } else if (signal.type === "invite") {
      this.ring(from, signal);
    } else {
      const call = this.calls.get(signal.callId);
      if (call === undefined) {
        // It answered a call that is over.
        if (signal.type === "accept" || signal.type === "offer") this.room.send(from, { type: "end", callId: signal.callId });
      } else if (signal.type === "offer" || call.peers.includes(from)) {
        const act = (): Promise<void> => (this.calls.get(call.id) === call ? this.follow(call, from, signal) : Promise.resolve());
        const isEnd = signal.type === "end" || signal.type === "cancel";
        // One after another, since connecting takes time; an end waits for nothing.
        const done = isEnd ? act() : call.turn.then(act);
        call.turn = done.catch(() => this.fail(call.id));
      }
    }
  }

  private ring(from: string, { callId, from: number, to }: Signal & { type: "invite" }): void {
    if (this.calls.has(callId)) return;
    if (!this.isAvailable || !this.options.isFree()) {
      this.room.send(from, { type: "refuse", callId, cause: "noAnswer" });
      return;
    }
    this.calls.set(callId, newCall(callId, false, [from]));
    this.tell(callId, { type: "ringing", callId });
    this.emit({ type: "incoming", callId, from: number, to });
  }

  private async follow(call: PeerCall, from: string, signal: Signal & { callId: string }): Promise<void> {
    const { id: callId } = call;
    switch (signal.type) {
      case "ringing":
        this.wait(call, RINGING_MS, () => {
          this.tell(callId, { type: "cancel", callId, isTaken: false });
          this.over(callId, "ended", "noAnswer");
        });
        this.emit({ type: "ringing", callId });
        break;
      case "refuse":
        call.peers = call.peers.filter((peer) => peer !== from);
        if (call.peers.length === 0) this.over(callId, "ended", signal.cause);
        break;
      case "accept": {
        if (call.connection !== undefined || call.microphone === undefined) break;
        for (const peer of call.peers) {
          if (peer !== from) this.room.send(peer, { type: "cancel", callId, isTaken: true });
        }
        call.peers = [from];
        this.wait(call);
        call.connection = this.connect(call, call.microphone);
        const sdp = await call.connection.answer(signal.sdp);
        this.tell(callId, { type: "confirm", callId, sdp });
        this.emit({ type: "answered", callId });
        break;
      }
      case "confirm":
        await call.connection?.confirm(signal.sdp);
        this.emit({ type: "answered", callId });
        break;
      case "offer": {
        // After a reload it has another name, and a new connection.
        const isAgain = call.peers.includes(from);
        call.peers = [from];
        this.wait(call);
        if (!isAgain) {
          call.connection?.close();
          delete call.connection;
          call.microphone = await this.ownSound(callId);
          call.connection = this.connect(call, call.microphone);
        }
        const sdp = await call.connection?.answer(signal.sdp);
        await this.settleSound(call);
        if (sdp !== undefined) this.tell(callId, { type: "answer", callId, sdp });
        break;
      }
      case "answer":
        this.wait(call);
        await call.connection?.confirm(signal.sdp);
        await this.settleSound(call);
        break;
      case "cancel":
        this.over(callId, "ended", signal.isTaken ? "elsewhere" : "canceled");
        break;
      case "end":
        this.over(callId, "ended", "normal");
        break;
      case "hold":
        call.isHeldThere = signal.isOn;
        await this.settleSound(call);
        this.onNews(signal);
        break;
      case "digits":
        this.onNews(signal);
        break;
      case "invite":
        break;
    }
  }

  // A call's life.

  private connect(call: PeerCall, sound: MediaStream): Connection {
    const { id: callId } = call;
    for (const track of sound.getAudioTracks()) {
      track.addEventListener("ended", () => this.emit({ type: "microphoneLost", callId }));
    }
    return new Connection(sound, (isUp) => {
      if (isUp) {
        this.wait(call);
        this.emit({ type: "reconnected", callId });
      } else if (this.calls.get(callId) === call) {
        this.reconnect(call);
      }
    });
  }

  /** Restores a lost connection: the caller looks for another path, and both do so for a while. */
  private reconnect(call: PeerCall): void {
    const { id: callId, connection } = call;
    this.emit({ type: "reconnecting", callId });
    this.wait(call, LOST_MS, () => this.fail(callId));
    if (!call.isOurs || connection === undefined) return;
    void connection.offer(true).then((sdp) => this.tell(callId, { type: "offer", callId, sdp }), () => undefined);
  }

  /** Handles the loss of the other side's page. */
  private lose(call: PeerCall, from: string, mayReturn: boolean): void {
    const others = call.peers.filter((peer) => peer !== from);
    if (call.connection !== undefined && mayReturn) {
      this.emit({ type: "reconnecting", callId: call.id });
      this.wait(call, LOST_MS, () => this.over(call.id, "ended", "normal"));
    } else if (others.length > 0) {
      call.peers = others;
    } else {
      const unanswered = call.isOurs ? "noAnswer" : "canceled";
      this.over(call.id, "ended", call.connection === undefined ? unanswered : "normal");
    }
  }

  /** Resumes calls that this page had before a reload. */
  private returnTo(calls: readonly StoredCall[]): void {
    for (const { callId, peer, isOurs } of calls) {
      const call = newCall(callId, isOurs, [peer]);
      this.calls.set(callId, call);
      this.wait(call, LOST_MS, () => this.fail(callId));
      const offer = async (): Promise<void> => {
        call.microphone = await this.ownSound(callId);
        call.connection = this.connect(call, call.microphone);
        await this.settleSound(call);
        this.tell(callId, { type: "offer", callId, sdp: await call.connection.offer() });
        this.tell(callId, { type: "hold", callId, isOn: call.isHeld });
      };
      offer().catch(() => this.fail(callId));
    }
  }

  private leave(): void {
    const { returns } = this.options;
    const talking = [...this.calls.values()].filter(({ connection }) => connection !== undefined);
    if (returns) {
      storeCalls(talking.map(({ id, peers: [peer = ""], isOurs }) => ({ callId: id, peer, isOurs })));
    }
    for (const { connection } of talking) connection?.close();
    this.room.leave({ type: "left", mayReturn: returns && talking.length > 0 });
  }

  private fail(callId: string): void {
    this.tell(callId, { type: "end", callId });
    this.over(callId, "failed", "failed");
  }

  private over(callId: string, type: "ended" | "failed", cause: PhoneCause): void {
    const call = this.calls.get(callId);
    if (call === undefined) return;
    this.calls.delete(callId);
    this.wait(call);
    call.connection?.close();
    for (const track of call.microphone?.getTracks() ?? []) track.stop();
    this.emit({ type, callId, cause });
  }

  /** The microphone; without one there is no call. */
  private async ownSound(callId: string): Promise<MediaStream> {
    try {
      const sound = await microphone();
      // The call may be over before the user grants it.
      if (!this.calls.has(callId)) for (const track of sound.getTracks()) track.stop();
      return sound;
    } catch (error) {
      const isOpen = this.calls.has(callId);
      this.tell(callId, { type: "end", callId });
      this.calls.delete(callId);
      if (isOpen) this.emit({ type: "failed", callId, cause: "microphone" });
      throw error;
    }
  }

  private settleSound({ connection, isHeld, isHeldThere, isMuted }: PeerCall): Promise<void> | undefined {
    return connection?.send(!isHeld && !isHeldThere && !isMuted);
  }

  private wait(call: PeerCall, ms?: number, act?: () => void): void {
    clearTimeout(call.timer);
    call.timer = ms === undefined ? undefined : setTimeout(() => act?.(), ms);
  }

  // The room.

  private present(to: string | undefined, isNew: boolean): void {
    this.room.send(to, { type: "here", line: this.options.line, isNew });
  }

  private tell(callId: string, signal: Signal): void {
    for (const peer of this.calls.get(callId)?.peers ?? []) this.room.send(peer, signal);
  }

  private emit(event: PhoneEvent): void {
    for (const listener of this.listeners) listener(event);
  }

  /** @throws Error where there is no such call. */
  private of(callId: string): PeerCall {
    const call = this.calls.get(callId);
    if (call === undefined) throw new Error("the phone has no such call");
    return call;
  }
}

function newCall(id: string, isOurs: boolean, peers: readonly string[]): PeerCall {
  return { id, isOurs, peers: [...peers], turn: Promise.resolve(), isHeld: false, isHeldThere: false, isMuted: false };
}

/** A call's data for the next page. */
interface StoredCall {
  callId: string;
  peer: string;
  isOurs: boolean;
}

/** The previous page's calls, once: a tab duplicated later gets none of them. */
function storedCalls(): StoredCall[] {
  try {
    const text = sessionStorage.getItem(KEY);
    sessionStorage.removeItem(KEY);
    const { at, calls } = JSON.parse(text ?? "{}") as { at?: number; calls?: StoredCall[] };
    return at !== undefined && Date.now() - at < LOST_MS && Array.isArray(calls) ? calls : [];
  } catch {
    return [];
  }
}

function storeCalls(calls: readonly StoredCall[]): void {
  try {
    if (calls.length > 0) sessionStorage.setItem(KEY, JSON.stringify({ at: Date.now(), calls }));
  } catch {
    // Blocked: the call ends with the page.
  }
}

const KEY = "demo-softphone:calls";

/** A phone that does not announce itself within this time is absent. */
const ARRIVING_MS = 2000;
const LOOK_MS = 50;

/** A phone that does not ring within this time is absent too. */
const REACHING_MS = 5000;
const RINGING_MS = 45_000;
/** The time a call waits for the other side to come back. */
const LOST_MS = 12_000;
