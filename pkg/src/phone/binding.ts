import {
  CALL_RULES,
  type CallEvent,
  END_CAUSES,
  LINE_RULES,
  type LineEvent,
  type LineState,
  type LineStep,
  type PhoneCallState,
  type PhoneCode,
  TIMELINE_STATUS,
} from "../generated/phone.js";
import type { EndStatus, OnDialNumber, Open, RawEngagementPropertiesInput } from "../generated/messages.js";
import { isolated } from "../shared/isolated.js";
import { randomId } from "../shared/random-id.js";
import type { CallSnapshot, Options, ResumedEvent } from "../shared/types.js";
import type CallingExtensions from "../widget/calling-extensions.js";
import type { IncomingCallReceipt, OutgoingCallReceipt } from "../widget/tracked.js";
import { dialTarget } from "./number.js";
import { storedTimes, storeTimes } from "./times.js";
import type { Phone, PhoneBinding, PhoneCall, PhoneEvent, PhoneOptions, TransferTarget } from "./types.js";

/** A call, with what its steps need. */
type Call = { -readonly [Name in keyof PhoneCall]: PhoneCall[Name] } & {
  /** The user's own number. */
  ownNumber: string | undefined;
  /** What the phone dials. */
  target: string;
  /** DIAL_NUMBER's payload. */
  dialingContext?: Open<OnDialNumber>;
  receipt?: OutgoingCallReceipt | IncomingCallReceipt;
  engagementId?: number | string | undefined;
  properties?: RawEngagementPropertiesInput | undefined;
  /** When the page that had it was left. */
  lostAt?: number;
  timer?: ReturnType<typeof setTimeout> | undefined;
};

/** What an event brings along. */
type Extra = {
  call?: Call;
  cause?: unknown;
  detail?: string;
  target?: TransferTarget;
  control?: (id: string) => unknown;
};

/**
 * Looks up what follows from each event in the generated tables, and carries it out. It
 * decides nothing but which event it is, where that depends on more than one call.
 */
export class Binding implements PhoneBinding {
  calls: readonly PhoneCall[] = [];
  private readonly known = new Map<string, Call>();
  private readonly listeners = new Set<() => void>();
  /** Events, one after the other: what a phone reports within a command waits for its steps. */
  private readonly queue: (() => void)[] = [];
  private isRunning = false;
  /** Whether it follows the phone. */
  isBound = true;
  private line: LineState = "unregistered";
  private readonly stops: (() => void)[] = [];

  constructor(
    private readonly cti: CallingExtensions,
    private readonly phone: Phone,
    private readonly options: PhoneOptions,
  ) {
    this.addHandlers();
    this.stops.push(cti.on("resumed", (event) => {
      this.resume(event);
    }));
    const stop = phone.listen((event) => {
      this.hear(event);
    });
    this.stops.push(() => {
      stop();
    });
    if (cti.state === "ready") {
      this.initialize();
    }
  }

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => {
      this.listeners.delete(listener);
    };
  };

  dial(number: string): string {
    return this.place(number);
  }

  answer(callId?: string): void {
    this.ask("answer", callId ?? this.newest((state) => state === "ringing"));
  }

  decline(callId?: string): void {
    this.ask("decline", callId ?? this.newest((state) => state === "ringing" || state === "answering"));
  }

  hangUp(callId?: string): void {
    this.ask("hangUp", callId);
  }

  mute(isOn: boolean, callId?: string): void {
    this.control((id) => this.phone.mute(id, isOn), { isMuted: isOn }, callId);
  }

  hold(isOn: boolean, callId?: string): void {
    this.control((id) => this.phone.hold(id, isOn), { isHeld: isOn }, callId);
  }

  sendDigits(digits: string, callId?: string): void {
    this.control((id) => this.phone.sendDigits(id, digits), {}, callId);
  }

  transfer(target: TransferTarget, callId?: string): void {
    const to = typeof target === "string" ? dialTarget(target) : target;
    if (to === undefined) {
      this.report("PHONE_BAD_NUMBER", callId ?? "", "transfer");
    } else {
      this.ask("transfer", callId, { target: to });
    }
  }

  logOut(): void {
    this.enterLine("logOut");
    this.callsOver();
  }

  unbind(): void {
    this.isBound = false;
    for (const stop of this.stops.splice(0)) {
      isolated(stop);
    }
    for (const { timer } of this.known.values()) {
      clearTimeout(timer);
    }
    this.listeners.clear();
  }

  // What happens.

  /** The host and the app: a number is to be dialled. */
  private place(number: unknown, dialingContext?: Open<OnDialNumber>): string {
    const id = `${randomId()}${Date.now().toString(36)}`;
    this.enter(() => {
      const target = dialTarget(number);
      const event = this.isFull() ? "dialBusy" : target === undefined ? "dialBadNumber" : "dial";
      const call = newCall(id, "outbound", typeof number === "string" ? number : "", this.options.fromNumber, target);
      this.happen(id, event, { call: dialingContext === undefined ? call : { ...call, dialingContext } });
    });
    return id;
  }

  /** The user, or the host, asks for something about a call. */
  private ask(event: CallEvent, callId = this.newest(isOpen), extra: Extra = {}): void {
    this.enter(() => {
      this.happen(callId ?? "", event, extra);
    });
  }

  private control(control: (id: string) => unknown, flags: Partial<PhoneCall>, callId = this.newest(isOpen)): void {
    this.ask("control", callId, {
      control: (id) => {
        const done = control(id);
        Object.assign(this.known.get(id) ?? {}, flags);
        return done;
      },
    });
  }

  /** The phone reports something; a vendor's adapter may report anything. */
  private hear(event: PhoneEvent): void {
    this.enter(() => {
      const { type, callId } = Object(event) as { type?: unknown; callId?: unknown };
      if (type === "registered" || type === "unregistered") {
        this.enterLine(type);
      } else if (typeof type !== "string" || !PHONE_EVENTS.has(type)) {
        this.report("PHONE_EVENT_UNKNOWN", "", "");
      } else if (typeof callId !== "string" || callId === "") {
        this.report("PHONE_UNKNOWN_CALL", "", type);
      } else {
        this.happen(callId, this.eventOf(event as PhoneEvent & { callId: string }), this.extraOf(event));
      }
    });
  }

  /** Which event of the table it is, where that depends on other calls and windows. */
  private eventOf(event: PhoneEvent & { callId: string }): CallEvent {
    const { type, callId } = event;
    const call = this.known.get(callId);
    if (type === "incoming") {
      return call === undefined && this.isFull() ? "incomingBusy" : "incoming";
    }
    if ((type === "ended" || type === "failed") && isOpen(call?.state)) {
      const said = this.said(callId)?.state;
      const isElsewhere = event.cause === "elsewhere";
      if (said === "ended" || said === "completed" || said === "transferred" || (said === "connected" && isElsewhere)) {
        return "taken";
      }
      return isElsewhere ? "elsewhere" : type;
    }
    return type as CallEvent;
  }

  private extraOf(event: PhoneEvent): Extra {
    if (event.type === "incoming") {
      return { call: newCall(event.callId, "inbound", event.from, event.to) };
    }
    return "cause" in event ? { cause: event.cause } : {};
  }

  /** The calls of the page before: the phone has them, or they are over. */
  private resume({ calls, ageMs }: Pick<ResumedEvent, "calls" | "ageMs">): void {
    for (const { externalCallId: id, direction, state, callEndStatus, owner } of calls) {
      if (id === undefined || owner !== undefined || this.known.has(id) || !isResumable(state)) {
        continue;
      }
      const call: Call = {
        ...newCall(id, direction, "", undefined),
        startedAt: undefined,
        ...storedTimes(id),
        state,
        status: callEndStatus,
      };
      this.known.set(id, call);
      this.enter(() => {
        if (state === "ended" || !this.phoneHas(id)) {
          call.lostAt = Date.now() - ageMs;
          this.happen(id, "lost");
        }
      });
    }
    this.changed();
  }

  private happen(id: string, event: CallEvent, { call: fresh, cause, detail = "", target, control }: Extra = {}): void {
    let call = this.known.get(id);
    const state = call?.state ?? "none";
    const rule = CALL_RULES[state][event];
    const where = `${event} in ${state}${detail}`;
    if (typeof rule === "string") {
      this.report(rule, id, where);
      return;
    }
    const [to, steps, code] = rule;
    if (code !== undefined) {
      this.report(code, id, where);
    }
    const [status, ofCause] = this.endOf(event, cause);
    if (ofCause !== undefined) {
      this.report(ofCause, id, where);
    }
    call ??= fresh;
    if (to === "none" || call === undefined) {
      return;
    }
    this.known.set(id, call);
    if (to !== state) {
      clearTimeout(call.timer);
    }
    call.state = to;
    for (const step of steps) {
      this.take(step, call, status, target, control);
    }
    if (to === "closed") {
      storeTimes(id);
      this.forget();
      this.callsOver();
    }
    this.changed();
  }

  /** The end status of a cause, and the code that is reported beside it. */
  private endOf(event: CallEvent, cause: unknown): readonly [EndStatus, PhoneCode?] {
    if (event !== "ended" && event !== "failed") {
      return ["FAILED"];
    }
    const key = cause ?? (event === "ended" ? "normal" : "failed");
    const isSip = typeof key === "number" && key >= 400 && key <= 699;
    return END_CAUSES.get(key) ?? (isSip ? ["FAILED"] : ["FAILED", "PHONE_CAUSE_UNKNOWN"]);
  }

  // What follows.

  private take(
    step: string | number,
    call: Call,
    status: EndStatus,
    target: TransferTarget | undefined,
    control: Extra["control"],
  ): void {
    const { id } = call;
    const { cti, phone } = this;
    const { hideWidget } = this.options;
    if (typeof step === "number") {
      clearTimeout(call.timer);
      call.timer = step === 0 ? undefined : setTimeout(() => {
        this.ask("silent", id);
      }, step);
      return;
    }
    const [name, fixed] = step.split(":") as [string, EndStatus?];
    const about = { externalCallId: id };
    switch (name) {
      case "outgoingCall":
      case "incomingCall":
        isolated(() => {
          this.start(call, name);
        });
        storeTimes(id, call);
        break;
      case "callAnswered":
        call.answeredAt = Date.now();
        storeTimes(id, call);
        isolated(() => {
          cti.callAnswered(about);
        });
        break;
      case "callEnded": {
        call.endedAt = call.lostAt ?? Date.now();
        call.status = fixed ?? status;
        const engagementId = this.said(id)?.engagementId;
        isolated(() => {
          cti.callEnded({
            ...about,
            ...(typeof engagementId === "number" ? { engagementId } : {}),
            callEndStatus: call.status,
          });
        });
        break;
      }
      case "callTransferred":
        isolated(() => {
          cti.callTransferred(about);
        });
        break;
      case "complete":
        void this.complete(call);
        break;
      case "callCompleted":
        isolated(() => {
          cti.callCompleted({ ...about, ...(hideWidget === undefined ? {} : { hideWidget }), ...this.outcome(call) });
        });
        break;
      case "dial":
        this.order(id, () => phone.dial(id, call.target));
        break;
      case "answer":
        this.order(id, () => phone.answer(id));
        break;
      case "reject":
      case "rejectBusy":
        this.order(id, () => phone.reject(id, name === "reject" ? "declined" : "busy"));
        break;
      case "hangUp":
        this.order(id, () => phone.hangUp(id));
        break;
      case "transfer":
        this.order(id, () => phone.transfer(id, target ?? ""));
        break;
      case "control":
        this.order(id, () => control?.(id));
        break;
    }
  }

  private start(call: Call, method: "outgoingCall" | "incomingCall"): void {
    const { createEngagement = true } = this.options;
    const common = { externalCallId: call.id, callStartTime: call.startedAt, createEngagement };
    if (method === "outgoingCall") {
      const { dialingContext } = call;
      call.receipt = this.cti.tracked.outgoingCall({
        ...common,
        toNumber: call.number,
        fromNumber: call.ownNumber ?? "",
        ...(dialingContext === undefined ? {} : { dialingContext }),
      });
    } else {
      call.receipt = this.cti.tracked.incomingCall({
        ...common,
        fromNumber: call.number,
        toNumber: call.ownNumber ?? this.options.fromNumber ?? "",
      });
    }
  }

  /** Waits for what the completion says. */
  private async complete(call: Call): Promise<void> {
    const { createEngagement = true, engagementTimeoutMs: timeoutMs, properties } = this.options;
    const engagement = async (): Promise<unknown> => createEngagement && call.receipt?.engagement({ timeoutMs });
    const [engaged, own] = await Promise.allSettled([engagement(), (async () => properties?.(shownCall(call)))()]);
    call.engagementId = this.said(call.id)?.engagementId;
    if (engaged.status === "rejected" && call.engagementId === undefined) {
      this.report("PHONE_NO_ENGAGEMENT", call.id, String((engaged.reason as { code?: unknown } | undefined)?.code));
    }
    if (own.status === "fulfilled") {
      call.properties = own.value;
    } else {
      this.report("PHONE_PROPERTIES_FAILED", call.id, nameOf(own.reason));
    }
    this.ask("completed", call.id);
  }

  private outcome({ engagementId, startedAt, answeredAt, endedAt, status = "FAILED", ...call }: Call): object {
    if (engagementId === undefined) {
      return {};
    }
    const [from, to] = call.direction === "outbound" ? [call.ownNumber, call.number] : [call.number, call.ownNumber];
    return {
      engagementId,
      engagementProperties: {
        ...(startedAt === undefined ? {} : { hs_timestamp: startedAt }),
        hs_call_direction: call.direction.toUpperCase(),
        hs_call_status: TIMELINE_STATUS[status],
        ...(answeredAt === undefined || endedAt === undefined ? {} : { hs_call_duration: String(Math.max(0, endedAt - answeredAt)) }),
        ...(from ? { hs_call_from_number: from } : {}),
        ...(to ? { hs_call_to_number: to } : {}),
        ...call.properties,
      },
    };
  }

  /** Has the phone do something; a failure is an event of its own. */
  private order(id: string, command: () => unknown): void {
    const failed = (error: unknown): void => {
      if (DENIED.has(nameOf(error))) {
        this.report("PHONE_MICROPHONE_DENIED", id, nameOf(error));
      }
      this.ask("threw", id, { detail: `: ${nameOf(error)}` });
    };
    try {
      Promise.resolve(command()).catch(failed);
    } catch (error) {
      failed(error);
    }
  }

  // The line.

  private enterLine(event: LineEvent): void {
    const [to, ...steps] = LINE_RULES[this.line][event] ?? [this.line];
    this.line = to;
    for (const step of steps) {
      isolated(() => {
        this.takeLine(step);
      });
    }
  }

  private takeLine(step: LineStep): void {
    if (step === "hangUpAll") {
      for (const { id, state } of this.known.values()) {
        if (isOpen(state)) {
          this.ask("hangUp", id);
        }
      }
    } else if (this.cti.state === "ready" || this.options.initialized === false) {
      this.cti[step]();
    }
    // Before READY there is nothing to say: INITIALIZED will.
  }

  private callsOver(): void {
    if ([...this.known.values()].every(({ state }) => state === "closed")) {
      this.enterLine("callsOver");
    }
  }

  private initialize(): void {
    const { initialized = {} } = this.options;
    if (initialized !== false) {
      this.cti.initialized({ isLoggedIn: this.line !== "loggedOut", isAvailable: this.line === "available", ...initialized });
    }
  }

  // The rest.

  /** The app's handlers stay, and run first. */
  private addHandlers(): void {
    const { cti } = this;
    const before = cti.options;
    const after = (name: "onReady" | "onDialNumber" | "onEndCall", act: (data: unknown) => void): PropertyDescriptor => ({
      value: (...args: unknown[]) => {
        const handler: unknown = before.eventHandlers[name];
        isolated(() => typeof handler === "function" && (handler as (...args: unknown[]) => unknown)(...args));
        act(args[0]);
      },
    });
    const own = {
      onReady: after("onReady", () => {
        this.initialize();
      }),
      onDialNumber: after("onDialNumber", (data) => {
        this.place((data as { phoneNumber?: unknown } | undefined)?.phoneNumber, data as Open<OnDialNumber>);
      }),
      onEndCall: after("onEndCall", (data) => {
        const id = (data as { externalCallId?: unknown } | undefined)?.externalCallId;
        this.ask("endCall", typeof id === "string" && id !== "" ? id : undefined);
      }),
    };
    const handlers = (): Options["eventHandlers"] =>
      this.isBound ? (Object.create(before.eventHandlers, own) as Options["eventHandlers"]) : before.eventHandlers;
    cti.options = Object.create(before, { eventHandlers: { get: handlers } }) as Options;
    this.stops.push(() => {
      if (Object.getPrototypeOf(cti.options) === before) {
        cti.options = before;
      }
    });
  }

  private enter(event: () => void): void {
    this.queue.push(event);
    if (this.isRunning) {
      return;
    }
    this.isRunning = true;
    for (let next = this.queue.shift(); next !== undefined; next = this.queue.shift()) {
      if (this.isBound) {
        isolated(next);
      }
    }
    this.isRunning = false;
  }

  /** What the SDK knows of a call, whichever window said it. */
  private said(id: string): CallSnapshot | undefined {
    return this.cti.calls.find(({ externalCallId }) => externalCallId === id);
  }

  private phoneHas(id: string): boolean {
    let has = false;
    isolated(() => {
      has = this.phone.has?.(id) === true;
    });
    return has;
  }

  private newest(is: (state: PhoneCallState) => boolean): string | undefined {
    return [...this.known.values()].reverse().find(({ state }) => is(state))?.id;
  }

  private isFull(): boolean {
    return [...this.known.values()].filter(({ state }) => isOpen(state)).length >= (this.options.maxCalls ?? 1);
  }

  /** Of the calls that are closed the last are remembered, to know a late event. */
  private forget(): void {
    const closed = [...this.known.values()].filter(({ state }) => state === "closed");
    for (const { id } of closed.slice(0, -REMEMBERED)) {
      this.known.delete(id);
    }
  }

  private changed(): void {
    this.calls = [...this.known.values()].map(shownCall);
    for (const listener of this.listeners) {
      isolated(listener);
    }
  }

  report(code: PhoneCode, callId: string, detail: string): void {
    const { onDiagnostic } = this.options;
    isolated(() => {
      if (onDiagnostic === undefined) {
        console.warn(`calling-widget-sdk/phone: ${code}: ${detail}`);
      } else {
        onDiagnostic({ code, callId, detail });
      }
    });
  }
}

function newCall(id: string, direction: PhoneCall["direction"], number: string, ownNumber: string | undefined, target = ""): Call {
  return { id, direction, number, ownNumber, target, state: "none", startedAt: Date.now(), isMuted: false, isHeld: false };
}

function shownCall({ id, state, direction, number, startedAt, answeredAt, endedAt, status, isMuted, isHeld }: Call): PhoneCall {
  return { id, state, direction, number, startedAt, answeredAt, endedAt, status, isMuted, isHeld };
}

function isOpen(state: PhoneCallState | undefined): boolean {
  return state !== undefined && !SETTLED.has(state);
}

function isResumable(state: CallSnapshot["state"]): state is "dialing" | "ringing" | "connected" | "ended" {
  return state === "dialing" || state === "ringing" || state === "connected" || state === "ended";
}

function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : typeof error;
}

/** States of a call that does not go on. */
const SETTLED: ReadonlySet<PhoneCallState> = new Set<PhoneCallState>(["none", "transferred", "ended", "closed"]);

/** The types of a phone's events that are about a call. */
const PHONE_EVENTS: ReadonlySet<string> = new Set(["incoming", "ringing", "answered", "ended", "failed", "reconnecting", "transferred", "transferFailed", "microphoneLost"]);

/** What `getUserMedia` rejects with where there is no microphone to be had. */
const DENIED: ReadonlySet<string> = new Set(["NotAllowedError", "NotFoundError", "NotReadableError"]);

/** How many closed calls are remembered. */
const REMEMBERED = 64;
