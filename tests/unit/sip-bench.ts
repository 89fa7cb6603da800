// A SIP phone of either library in Node: library and adapter are real; the socket, the browser's
// media and the far end are fakes.
import { mock } from "node:test";

import type { Phone } from "calling-widget-sdk/phone";
import { jssipPhone } from "calling-widget-sdk/phone/jssip";
import { sipjsPhone } from "calling-widget-sdk/phone/sipjs";
import * as JsSIP from "jssip";
import { Web } from "sip.js";

export const LIBRARIES = ["sipjs", "jssip"] as const;

/** A session description of the far end. */
export function sdp(direction = "sendrecv", owner = "far"): string {
  return `v=0\r\no=${owner} 1 1 IN IP4 127.0.0.1\r\ns=-\r\nt=0 0\r\nm=audio 9 UDP/TLS/RTP/SAVPF 111\r\na=${direction}\r\n`;
}

/** A SIP message, with the parts that a far end reads. */
export class Message {
  readonly start: string;
  readonly body: string;
  readonly lines: readonly string[];

  constructor(text: string) {
    const [head = "", body = ""] = text.split("\r\n\r\n");
    [this.start = "", ...this.lines] = head.split("\r\n");
    this.body = body;
  }

  /** The method of a request, the status of an answer. */
  get kind(): string {
    const [first = "", status = ""] = this.start.split(" ");
    return first.startsWith("SIP/") ? status : first;
  }

  all(name: string): string[] {
    return this.lines.filter((line) => line.toLowerCase().startsWith(`${name.toLowerCase()}:`)).map((line) => line.slice(name.length + 1).trim());
  }

  get(name: string): string {
    return this.all(name)[0] ?? "";
  }
}

/** The socket of both libraries: one listens, the other has properties. */
class Socket extends EventTarget {
  static readonly CONNECTING = 0;
  static readonly OPEN = 1;
  static readonly CLOSING = 2;
  static readonly CLOSED = 3;
  readonly OPEN = 1;
  readonly CONNECTING = 0;
  readyState = 0;

  constructor() {
    super();
    queueMicrotask(() => {
      this.readyState = bench.isDown ? 3 : 1;
      this.fire(bench.isDown ? "close" : "open", { code: 1006 });
    });
    bench.socket = this;
  }

  fire(type: string, more: object = {}): void {
    const event = Object.assign(new Event(type), more);
    this.dispatchEvent(event);
    (Reflect.get(this, `on${type}`) as ((event: Event) => void) | undefined)?.(event);
  }

  send(text: string): void {
    bench.receive(new Message(text));
  }

  close(code = 1000): void {
    this.readyState = 3;
    queueMicrotask(() => {
      this.fire("close", { code, reason: "", wasClean: code === 1000 });
    });
  }
}

/** A track that records whether it is off. */
class Track extends EventTarget {
  readonly kind = "audio";
  enabled = true;
  readyState = "live";
  stop(): void {
    this.readyState = "ended";
  }
}

class Stream extends EventTarget {
  readonly tracks = new Set<Track>();
  constructor(tracks: readonly Track[] = []) {
    super();
    this.tracks = new Set(tracks);
  }
  getTracks = (): Track[] => [...this.tracks];
  getAudioTracks = (): Track[] => [...this.tracks];
  getVideoTracks = (): Track[] => [];
  getTrackById = (): undefined => undefined;
  addTrack = (track: Track): unknown => this.tracks.add(track);
  removeTrack = (track: Track): unknown => this.tracks.delete(track);
}

/** Digits in RTP. */
class Events {
  canInsertDTMF = true;
  toneBuffer = "";
  insertDTMF(tones: string): void {
    this.toneBuffer = tones;
  }
}

/** A connection with the states of an offer and its answer, and no media. */
export class Connection extends EventTarget {
  readonly transceiver = { direction: "sendrecv", sender: { track: undefined as Track | undefined, dtmf: new Events() }, receiver: { track: new Track() } };
  /** The age of the last packet, in ms. */
  silentMs = 0;
  signalingState = "stable";
  iceGatheringState = "complete";
  iceConnectionState = "new";
  onicegatheringstatechange: ((event: Event) => void) | undefined;
  localDescription: RTCSessionDescriptionInit | null = null;
  remoteDescription: RTCSessionDescriptionInit | null = null;
  currentLocalDescription: RTCSessionDescriptionInit | null = null;
  currentRemoteDescription: RTCSessionDescriptionInit | null = null;
  /** Every description that was set. */
  readonly set: string[] = [];

  constructor() {
    super();
    bench.connections.push(this);
  }

  addTrack = (track: Track): unknown => (this.transceiver.sender.track = track);
  getSenders = (): unknown[] => (this.transceiver.sender.track === undefined ? [] : [this.transceiver.sender]);
  getReceivers = (): unknown[] => [this.transceiver.receiver];
  getTransceivers = (): unknown[] => [this.transceiver];
  createOffer = (options?: RTCOfferOptions): Promise<object> => this.made("offer", options?.iceRestart === true, "stable", "have-local-offer");
  createAnswer = (): Promise<object> => this.made("answer", false, "have-remote-offer");

  async setLocalDescription(description: RTCSessionDescriptionInit): Promise<void> {
    await this.take("local", description);
    this.localDescription = description;
    this.agree();
  }

  async setRemoteDescription(description: RTCSessionDescriptionInit): Promise<void> {
    await this.take("remote", description);
    this.remoteDescription = description;
    this.agree();
  }

  close(): void {
    this.signalingState = "closed";
  }

  getStats = (): Promise<Map<string, object>> => Promise.resolve(new Map([["in", { type: "inbound-rtp", timestamp: 1e6, lastPacketReceivedTimestamp: 1e6 - this.silentMs }]]));

  /** Loses or restores the sound. */
  ice(state: string): void {
    this.iceConnectionState = state;
    this.dispatchEvent(new Event("iceconnectionstatechange"));
  }

  /** The direction of an answer: what both ends take part in. */
  private answered(): string {
    const offered = /a=(\w+)/.exec(this.remoteDescription?.sdp ?? "")?.[1] ?? "";
    const own = this.transceiver.direction;
    const [sends, receives] = [/^send/.test(own) && /recv/.test(offered), /recv/.test(own) && /^send/.test(offered)];
    return sends ? (receives ? "sendrecv" : "sendonly") : receives ? "recvonly" : "inactive";
  }

  private agree(): void {
    if (this.signalingState === "stable") {
      this.currentLocalDescription = this.localDescription;
      this.currentRemoteDescription = this.remoteDescription;
    }
  }

  private async made(type: string, isRestart: boolean, ...states: string[]): Promise<object> {
    await Promise.resolve();
    if (!states.includes(this.signalingState)) {
      throw new Error(`no ${type} in ${this.signalingState}`);
    }
    // A restart gathers at once.
    setImmediate(() => {
      const event = new Event("icegatheringstatechange");
      this.onicegatheringstatechange?.(event);
      this.dispatchEvent(event);
    });
    // Candidates gathered before are in each offer except that of a restart.
    const text = `${sdp(type === "answer" ? this.answered() : this.transceiver.direction, "here")}${isRestart || this.localDescription === null ? "" : "a=candidate:1 1 udp 1 127.0.0.1 9 typ host\r\n"}`;
    return { type, sdp: this.transceiver.sender.track === undefined ? text.replace(/m=[^]*/, "") : text };
  }

  private async take(side: "local" | "remote", { type, sdp: text }: RTCSessionDescriptionInit): Promise<void> {
    await Promise.resolve();
    const other = side === "local" ? "remote" : "local";
    const [states, next] = {
      offer: [["stable", `have-${side}-offer`, ...(side === "remote" ? ["have-local-offer"] : [])], `have-${side}-offer`],
      answer: [[`have-${other}-offer`, `have-${side}-pranswer`], "stable"],
      pranswer: [[`have-${other}-offer`, `have-${side}-pranswer`], `have-${side}-pranswer`],
      rollback: [[`have-${side}-offer`], "stable"],
    }[type] as [string[], string];
    if (!states.includes(this.signalingState) || (type !== "rollback" && text?.startsWith("v=0") !== true)) {
      throw new Error(`no ${side} ${type} in ${this.signalingState}`);
    }
    if (side === "remote" && this.signalingState === "have-local-offer" && type === "offer") {
      this.set.push("rollback");
    }
    this.signalingState = next;
    this.set.push(`${side} ${type}${text?.includes("a=sendonly") === true ? " sendonly" : ""}`);
  }
}

/** A request to the browser, until the test decides. */
type Microphone = { give(): Track; deny(): void };

/** The far end with its server, and the fakes of the browser. */
class Bench {
  socket: Socket | undefined;
  connections: Connection[] = [];
  microphones: Microphone[] = [];
  sent: Message[] = [];
  /** True if the browser asks the user. */
  asks = false;
  /** True if no socket opens. */
  isDown = false;
  /** The answer to a ping. */
  pings = 200;
  /** The answers to INFO; none for 0. */
  infos: number[] = [];
  /** Answers each REGISTER, in place of a registrar that takes it. */
  registrar: ((register: Message) => void) | undefined;
  registers = 0;
  /** The message that made the call. */
  dialog = new Message("");
  private count = 1;

  reset(): void {
    Object.assign(this, { connections: [], microphones: [], sent: [], asks: false, isDown: false, pings: 200, infos: [], registrar: undefined, registers: 0, count: 1 });
  }

  get connection(): Connection {
    const connection = this.connections.at(-1);
    if (connection === undefined) {
      throw new Error("no connection");
    }
    return connection;
  }

  /** The kinds of sent messages, without those that keep a phone registered. */
  kinds(): string[] {
    return this.sent.map(({ kind }) => kind);
  }

  /** The last message of a kind. */
  last(kind: string): Message {
    const message = this.sent.findLast((each) => each.kind === kind);
    if (message === undefined) {
      throw new Error(`no ${kind} was sent`);
    }
    return message;
  }

  receive(message: Message): void {
    if (message.kind === "REGISTER") {
      this.registers++;
      if (this.registrar !== undefined) {
        this.registrar(message);
        return;
      }
      this.reply(message, 200, { headers: [`Contact: ${message.get("Contact")};expires=600`] });
      return;
    }
    if (message.kind === "OPTIONS") {
      this.reply(message, this.pings);
      return;
    }
    this.sent.push(message);
    const status = message.kind === "INFO" ? (this.infos.shift() ?? 200) : ["BYE", "CANCEL", "NOTIFY"].includes(message.kind) ? 200 : 0;
    if (status !== 0) {
      this.reply(message, status);
    }
  }

  /** Answers a request, from the phone `fork`. */
  reply(request: Message, status: number, { body = "", headers = [], fork = "far" }: { body?: string; headers?: string[]; fork?: string } = {}): void {
    const to = request.get("To");
    this.say([
      `SIP/2.0 ${String(status)} Reason`,
      ...request.all("Via").map((via) => `Via: ${via}`),
      `From: ${request.get("From")}`,
      `To: ${to.includes(";tag=") || status === 100 ? to : `${to};tag=${fork}`}`,
      `Call-ID: ${request.get("Call-ID")}`,
      `CSeq: ${request.get("CSeq")}`,
      ...(request.kind === "REGISTER" ? [] : [`Contact: <sip:${fork}@far.invalid;transport=ws>`]),
      ...headers,
    ], body);
  }

  /** An INVITE, or another request of a call that the phone placed or took. */
  request(method: string, { of, body = "", headers = [] }: { of?: Message; body?: string; headers?: string[] } = {}): void {
    const isPart = method === "ACK" || method === "CANCEL";
    this.count += isPart ? 0 : 1;
    const isAnswer = of?.start.startsWith("SIP/") === true;
    const [from, to] = of === undefined ? ["<sip:caller@far.invalid>;tag=caller", "<sip:user@localhost>"] : isAnswer ? [of.get("From"), of.get("To")] : [`${of.get("To")};tag=far`, of.get("From")];
    this.say([
      `${method} sip:user@here.invalid;transport=ws SIP/2.0`,
      `Via: SIP/2.0/WS far.invalid;branch=z9hG4bK${String(this.count)}${method === "ACK" ? "ack" : ""}`,
      "Max-Forwards: 70",
      `From: ${from}`,
      `To: ${to}`,
      `Call-ID: ${of?.get("Call-ID") ?? "in-1"}`,
      `CSeq: ${String(this.count)} ${method}`,
      "Contact: <sip:far@far.invalid;transport=ws>",
      ...headers,
    ], body);
  }

  private say(lines: readonly string[], body: string): void {
    const text = [...lines, ...(body === "" ? [] : ["Content-Type: application/sdp"]), `Content-Length: ${String(body.length)}`].join("\r\n");
    queueMicrotask(() => this.socket?.fire("message", { data: `${text}\r\n\r\n${body}` }));
  }
}

export const bench = new Bench();

Object.assign(globalThis, {
  WebSocket: Socket,
  MediaStream: Stream,
  MediaStreamTrackEvent: Event,
  RTCPeerConnection: Connection,
  RTCSessionDescription: class {
    constructor(init: object) {
      Object.assign(this, init);
    }
  },
  window: globalThis,
  addEventListener: () => undefined,
});
Object.defineProperty(globalThis, "navigator", {
  configurable: true,
  value: {
    mediaDevices: {
      getUserMedia: () =>
        new Promise((resolve, reject) => {
          const track = new Track();
          const microphone = {
            give: () => {
              resolve(new Stream([track]));
              return track;
            },
            deny: () => {
              reject(Object.assign(new Error("no"), { name: "NotAllowedError" }));
            },
          };
          bench.microphones.push(microphone);
          if (!bench.asks) {
            microphone.give();
          }
        }),
    },
  },
});

/** Waits for promises and the far end's messages. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 12; turn++) {
    await new Promise((resolve) => setImmediate(resolve));
    mock.timers.tick(1);
  }
}

/** Options of an adapter; a late one is made once the library is registered. */
type Ours = { digits?: "rtp" | "info"; isLate?: boolean };

/** A library's object, and the app's direct use of it. */
type Opened = {
  adapt: (ours: Ours) => Phone;
  start: () => unknown;
  app: { call(): unknown; hold(): unknown; digits(tones: string): unknown; cancel(): unknown; stop(): unknown; delegate?(change: (before: object) => object): void };
};

export type Softphone = Omit<Opened, "start"> & { phone: Phone; events: string[]; played: { srcObject: unknown } };

/** A phone that is registered. */
export async function softphone(library: (typeof LIBRARIES)[number], options: object = {}, ours: Ours = {}, registrar?: (register: Message) => void): Promise<Softphone> {
  mock.timers.reset();
  mock.timers.enable({ apis: ["setTimeout", "setInterval"] });
  bench.reset();
  bench.registrar = registrar;
  const played = { srcObject: undefined, play: () => Promise.resolve(), pause: () => undefined };
  const { start, ...opened } = library === "sipjs" ? openSipjs(options, played) : openJssip(options);
  const events: string[] = [];
  const listen = (): Phone => {
    const phone = opened.adapt(ours);
    phone.listen((event) => {
      const cause = "cause" in event && event.cause !== undefined ? ` ${String(event.cause)}` : "";
      const age = "ageMs" in event ? ` ${String(event.ageMs)} ms ago` : "";
      events.push(`${event.type}${cause}${age}`);
    });
    return phone;
  };
  const early = ours.isLate === true ? undefined : listen();
  await start();
  await settle();
  bench.sent = [];
  events.length = 0;
  return { ...opened, phone: early ?? listen(), events, played };
}

function openSipjs(options: object, audio: object): Opened {
  const manager = new Web.SessionManager("ws://far.invalid", {
    aor: "sip:user@localhost",
    media: { constraints: { audio: true, video: false }, remote: { audio: audio as HTMLAudioElement } },
    userAgentOptions: { logBuiltinEnabled: false },
    ...options,
  });
  const session = (): Parameters<typeof manager.hold>[0] => {
    const [{ session } = {}] = manager.managedSessions;
    if (session === undefined) {
      throw new Error("no session");
    }
    return session;
  };
  return {
    adapt: (ours) => sipjsPhone(manager, ours),
    start: () => manager.connect().then(() => void manager.register()),
    app: {
      call: () => manager.call("sip:+12025550177@localhost"),
      hold: () => manager.hold(session()),
      digits: (tones) => manager.sendDTMF(session(), tones),
      cancel: () => manager.hangup(session()),
      stop: () => manager.userAgent.stop(),
      delegate: (change) => {
        manager.delegate = change(manager.delegate ?? {});
      },
    },
  };
}

function openJssip(options: object): Opened {
  const ua = new JsSIP.UA({ sockets: [new JsSIP.WebSocketInterface("ws://far.invalid")], uri: "sip:user@localhost", password: "secret", session_timers: false, ...options });
  const sessions: { hold(): unknown; sendDTMF(tones: string): unknown; terminate(): unknown }[] = [];
  ua.on("newRTCSession", ({ session }: { session: (typeof sessions)[number] }) => sessions.push(session));
  return {
    adapt: (ours) => jssipPhone(ua, ours),
    start: () => ua.start(),
    app: {
      call: () => ua.call("sip:+12025550177@localhost", { mediaConstraints: { audio: true, video: false } }),
      hold: () => sessions.at(-1)?.hold(),
      digits: (tones) => sessions.at(-1)?.sendDTMF(tones),
      cancel: () => sessions.at(-1)?.terminate(),
      stop: () => ua.stop(),
    },
  };
}

/** A call ringing at the far end. */
export async function dialled({ phone }: Softphone): Promise<void> {
  void phone.dial("call", "+12025550123");
  await settle();
  bench.reply(bench.last("INVITE"), 180);
  await settle();
}

/** Rings with an incoming call. */
export async function rings(_: Softphone, headers: string[] = []): Promise<void> {
  bench.request("INVITE", { body: sdp(), headers });
  await settle();
}

/** A call with both sides talking: placed or taken. */
export async function talking(one: Softphone, start: "placed" | "taken"): Promise<string> {
  if (start === "placed") {
    await dialled(one);
    bench.dialog = bench.last("INVITE");
    bench.reply(bench.dialog, 200, { body: sdp() });
    await settle();
    return "call";
  }
  await rings(one);
  void one.phone.answer("in-1");
  await settle();
  bench.dialog = bench.last("200");
  bench.request("ACK", { of: bench.dialog });
  await settle();
  return "in-1";
}
