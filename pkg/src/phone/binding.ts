import { ANSWERED_STATES, CALL_RULES, type CallEvent, type PhoneCallState, type PhoneCode, TAKEN, TAKEN_ELSEWHERE } from "../generated/phone.js";
import type { OnDialNumber, Open } from "../generated/messages.js";
import { Emitter } from "../shared/emitter.js";
import { isolated } from "../shared/isolated.js";
import { randomId } from "../shared/random-id.js";
import type { ResumedEvent } from "../shared/types.js";
import type CallingExtensions from "../widget/calling-extensions.js";
import { type Call, isOpen, isResumable, newCall, shownCall, timeOf } from "./call.js";
import { addHandlers } from "./handlers.js";
import { Line } from "./line.js";
import { callerAddress, callerNumber, dialTarget } from "./number.js";
import { endOf } from "./outcome.js";
import { type Extra, saidOf, Steps } from "./steps.js";
import { storedTimes } from "./times.js";
import type { Phone, PhoneBinding, PhoneCall, PhoneEvent, PhoneOptions, TransferTarget } from "./types.js";

/**
 * Looks up each event in the generated tables and carries out its steps. Decides only which
 * event it is, if that depends on more than one call.
 */
export class Binding implements PhoneBinding {
  calls: readonly PhoneCall[] = [];
  private readonly known = new Map<string, Call>();
  private readonly emitter = new Emitter<{ changed: [] }>();
  /** The events of calls that are not this window's yet; undefined where they are another one's. */
  private readonly aside = new Map<string, (PhoneEvent & { callId: string })[] | undefined>();
  /** Queued events: a phone's report during a command waits for the command's steps. */
  private readonly queue: (() => void)[] = [];
  private isRunning = false;
  /** True while it follows the phone. */
  isBound = true;
  private readonly line: Line;
  private readonly steps: Steps;
  private readonly stops: (() => void)[] = [];

  constructor(
    private readonly cti: CallingExtensions,
    private readonly phone: Phone,
    private readonly options: PhoneOptions,
  ) {
    this.line = new Line(cti, phone, options.initialized, {
      hangUpAll: this.hangUpAll.bind(this),
      onLoop: () => {
        this.report("PHONE_REGISTRATION_LOOP", "", "");
      },
    });
    this.steps = new Steps(cti, phone, options, {
      ask: this.ask.bind(this),
      report: this.report.bind(this),
    });
    const takeUp = this.takeUp.bind(this);
    const look = (): void => {
      if (cti.state === "destroyed") {
        this.unbind();
      }
    };
    this.stops.push(
      this.line.watch(),
      this.addHandlers(),
      cti.on("resumed", this.resume.bind(this)),
      cti.on("callsChanged", takeUp),
      cti.on("roleChanged", takeUp),
      cti.on("stateChanged", look),
      phone.listen(this.receive.bind(this)),
    );
    if (cti.state === "ready") {
      this.line.initialize();
      for (const { externalCallId = "", state } of cti.calls) {
        if (isResumable(state)) {
          void this.takeOver(externalCallId, state === "ended");
        }
      }
    }
    BOUND.add(this);
    look();
  }

  subscribe = (listener: () => void): (() => void) => this.emitter.on("changed", listener);

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
    this.control("mute", (id) => this.muteNowOrLater(id, isOn), callId);
  }

  hold(isOn: boolean, callId?: string): void {
    this.control("control", async (id) => {
      await this.phone.hold(id, isOn);
      this.show(id, { isHeld: isOn });
    }, callId);
  }

  sendDigits(digits: string, callId?: string): void {
    this.control("digits", (id) => this.phone.sendDigits(id, digits), callId);
  }

  transfer(target: TransferTarget, callId?: string): void {
    const { target: to, extension } = typeof target === "string" ? (dialTarget(target) ?? {}) : { target };
    if (to === undefined) {
      this.report("PHONE_BAD_NUMBER", callId ?? "", "transfer");
    } else {
      this.leaveOut(extension, callId, "transfer");
      this.ask("transfer", callId, { target: to });
    }
  }

  setAvailable(isAvailable: boolean): void {
    this.line.choose(isAvailable);
  }

  logOut(): void {
    this.line.enter("logOut");
    this.callsOver();
  }

  unbind(): void {
    this.isBound = false;
    BOUND.delete(this);
    LEFT.set(this.phone, this.calls);
    for (const stop of this.stops.splice(0)) {
      isolated(stop);
    }
    for (const { timer } of this.known.values()) {
      clearTimeout(timer);
    }
    this.emitter.clear();
  }

  // Events.

  /** Places a call for the host or the app. */
  private place(number: unknown, dialingContext?: Open<OnDialNumber>): string {
    const id = `${randomId()}${Date.now().toString(36)}`;
    this.enter(() => {
      const { target, extension } = dialTarget(number) ?? {};
      const event = this.isFull() ? "dialBusy" : target === undefined ? "dialBadNumber" : "dial";
      const call = newCall(id, "outbound", typeof number === "string" ? number : "", this.options.fromNumber, target);
      this.leaveOut(event === "dial" ? extension : undefined, id, event);
      this.happen(id, event, { call: { ...call, extension, ...(dialingContext === undefined ? {} : { dialingContext }) } });
    });
    return id;
  }

  private leaveOut(extension: string | undefined, callId = "", detail: string): void {
    if (extension !== undefined) {
      this.report("PHONE_EXTENSION", callId, detail);
    }
  }

  /** Handles a command of the user or the host about a call. */
  private ask(event: CallEvent, callId = this.newest(isOpen), extra: Extra = {}): void {
    this.enter(() => {
      this.happen(callId ?? "", event, extra);
    });
  }

  private control(event: CallEvent, control: (id: string) => unknown, callId = this.newest(isOpen)): void {
    this.ask(event, callId, { control });
  }

  /** Mutes a call. Before its answer the phone may have nothing to mute yet: it is muted then. */
  private async muteNowOrLater(id: string, isOn: boolean): Promise<void> {
    const isEarly = !ANSWERED_STATES.has(this.known.get(id)?.state ?? "none");
    if (isEarly) {
      this.show(id, { isMuted: isOn });
    }
    try {
      await this.phone.mute(id, isOn);
    } catch (error) {
      if (!isEarly) {
        throw error;
      }
    }
    this.show(id, { isMuted: isOn });
  }

  private show(id: string, flags: Partial<PhoneCall>): void {
    const call = this.known.get(id);
    if (call !== undefined && isOpen(call.state)) {
      Object.assign(call, flags);
      this.changed();
    }
  }

  /** Handles a report of the phone; a vendor's adapter may report anything. */
  private receive(event: PhoneEvent): void {
    this.enter(() => {
      const { type, callId, cause } = Object(event) as { type?: unknown; callId?: unknown; cause?: unknown };
      const call = this.known.get(callId as string);
      if (type === "registered" || type === "unregistered") {
        if (cause !== undefined) {
          this.report("PHONE_UNREGISTERED", "", `${type}: ${typeof cause === "number" ? String(cause) : "failed"}`);
        }
        this.line.register(type);
      } else if (typeof type !== "string" || !PHONE_EVENTS.has(type)) {
        this.report("PHONE_EVENT_UNKNOWN", "", "");
      } else if (typeof callId !== "string" || callId === "") {
        this.report("PHONE_UNKNOWN_CALL", "", type);
      } else if (type === "ended" && call?.state === "transferring" && call.transfer !== undefined) {
        // A transfer may end the call before its promise is settled.
        const settled = Promise.race([call.transfer, new Promise((resolve) => setTimeout(resolve, TRANSFER_MS))]);
        call.transfer = undefined;
        void settled.then(() => setTimeout(() => this.receive(event)));
      } else if (!this.isAside(event as PhoneEvent & { callId: string })) {
        if (type === "incoming" || type === "outgoing") {
          this.freeId(callId);
        }
        this.happen(callId, this.eventOf(event as PhoneEvent & { callId: string }), this.extraOf(event));
      }
    });
  }

  /** Frees the id of a call that is over: a queue offers a missed call again, under its id. */
  private freeId(id: string): void {
    const call = this.known.get(id);
    if (call === undefined || isOpen(call.state)) {
      return;
    }
    if (call.state === "ended") {
      this.happen(id, "completed", { call });
    }
    clearTimeout(call.timer);
    this.known.delete(id);
  }

  /** The event of the table, which may depend on other calls and windows. */
  private eventOf(event: PhoneEvent & { callId: string }): CallEvent {
    const { type, callId } = event;
    const call = this.known.get(callId);
    if (type === "incoming") {
      return call === undefined && this.isFull() ? "incomingBusy" : "incoming";
    }
    if ((type === "ended" || type === "failed") && call !== undefined && isOpen(call.state)) {
      const said = saidOf(this.cti, callId);
      const [cause, status] = endOf(type, event.cause);
      const isElsewhere = cause === "elsewhere";
      const isShared = this.cti.role !== "alone";
      const isRinging = !ANSWERED_STATES.has(call.state);
      // Where another window answered, this one's phone reports only the end of its ringing.
      const isAnothers = isElsewhere || (isShared && (said?.owner ?? said?.taker) !== undefined);
      if (said !== undefined && (isAnothers && isRinging ? TAKEN_ELSEWHERE : TAKEN).has(said.state)) {
        return "taken";
      }
      if (event.cause === "here") {
        // A failure is this window's alone; the others ring on.
        return isShared && isRinging ? "failed" : type;
      }
      if (cause === "rejected" && (call.state === "ringing" || call.state === "answering")) {
        return "declined";
      }
      // Some phones fail each call that nobody took, or that they hung up.
      const isEnd = isRinging ? status !== "FAILED" : cause === "normal";
      return isElsewhere ? (isShared ? "left" : "elsewhere") : isEnd ? "ended" : type;
    }
    return type as CallEvent;
  }

  /**
   * True for a call that each window's phone reports, while it is not this window's: one that
   * placed a call has it, or reports it; without one the leader is to report it first.
   */
  private isAside(event: PhoneEvent & { callId: string }): boolean {
    const { cti } = this;
    const { type, callId } = event;
    if (type === "outgoing" && event.isEverywhere === true && cti.role !== "alone" && !this.known.has(callId)) {
      const placed = cti.calls.filter(
        ({ externalCallId, direction, state }) => direction === "outbound" && externalCallId !== callId && state !== "completed" && state !== "transferred",
      );
      const isPlaced = placed.some(({ owner }) => owner !== undefined);
      // The window that placed a call knows which contact is another, and reports that at once.
      if (isPlaced || (placed.length === 0 && cti.role === "follower" && saidOf(cti, callId) === undefined)) {
        this.aside.set(callId, isPlaced ? undefined : []);
      }
    }
    const isAside = this.aside.has(callId);
    this.aside.get(callId)?.push(event);
    if ((type === "ended" || type === "failed") && this.aside.get(callId) === undefined) {
      this.aside.delete(callId);
    }
    return isAside;
  }

  /** Takes up the calls that the leader has reported, or has left to this window. */
  private takeUp(): void {
    for (const [callId, events] of this.aside) {
      if (events !== undefined && (this.cti.role !== "follower" || saidOf(this.cti, callId) !== undefined)) {
        this.aside.delete(callId);
        for (const event of events) {
          this.receive(event);
        }
      }
    }
  }

  private extraOf(event: PhoneEvent): Extra {
    if (event.type === "incoming") {
      const from: unknown = event.from;
      const number = callerNumber(from) || (typeof from === "string" ? callerAddress(from).replace(/^client:/i, "") : "");
      return { call: newCall(event.callId, "inbound", number, callerNumber(event.to) || this.options.fromNumber) };
    }
    if (event.type === "outgoing") {
      const to: unknown = event.to;
      const number = callerNumber(to) || (typeof to === "string" ? to : "");
      return { call: newCall(event.callId, "outbound", number, this.options.fromNumber, number) };
    }
    if (event.type !== "ended" && event.type !== "failed") {
      return {};
    }
    return { ...(event.cause === "here" ? {} : { cause: event.cause }), ageMs: event.ageMs };
  }

  /** Follows a call that a binding before left to the phone or did not complete, as a hot reload does. */
  private async takeOver(id: string, isEnded: boolean): Promise<void> {
    const isOurs = isEnded || (await this.has(id));
    const call = saidOf(this.cti, id);
    const isFollowed = [...BOUND].some(({ phone, known }) => phone === this.phone && known.has(id));
    if (isOurs && call !== undefined && this.isBound && !isFollowed) {
      this.resume({ calls: [call], ageMs: 0 });
    }
  }

  /** Resumes the calls of a page that is gone: the phone has them, or they are over. */
  private resume({ calls, ageMs }: Pick<ResumedEvent, "calls" | "ageMs">): void {
    for (const { externalCallId: id, direction, state, callEndStatus, owner } of calls) {
      if (id === undefined || owner !== undefined || !isResumable(state)) {
        continue;
      }
      // A call of another window that is gone: it was taken from this one, or still rings here.
      const known = this.known.get(id);
      const isElsewhere = state === "connected" && known !== undefined && !ANSWERED_STATES.has(known.state);
      if (known !== undefined && known.state !== "closed" && known.state !== "left" && !isElsewhere) {
        continue;
      }
      clearTimeout(known?.timer);
      const call: Call = {
        ...(known ?? { ...newCall(id, direction, "", undefined), startedAt: undefined, ...LEFT.get(this.phone)?.find((left) => left.id === id) }),
        ...storedTimes(id),
        state,
        status: callEndStatus,
      };
      this.known.set(id, call);
      this.aside.delete(id);
      void this.ifGone(call, timeOf(call) - ageMs);
    }
    this.changed();
  }

  /**
   * True if another window or device took a call, as the window reported. While no window
   * reports that it has the call, the leader hangs; its own phone will tell it.
   */
  private isTakenElsewhere(id: string): boolean {
    const said = saidOf(this.cti, id);
    return said === undefined || said.taker !== undefined || TAKEN_ELSEWHERE.has(said.state);
  }

  private happen(id: string, event: CallEvent, { call: fresh, cause, ageMs, detail = "", target, control }: Extra = {}): void {
    let call = this.known.get(id);
    const state = call?.state ?? "none";
    // A completion waits for the app, and the id may be another call's by then.
    if (event === "completed" && (call !== fresh || state === "closed")) {
      return;
    }
    const isTaken = state === "left" && event === "silent" && this.isTakenElsewhere(id);
    const rules = CALL_RULES[state];
    const rule = rules[isTaken ? "taken" : event] ?? rules.otherwise;
    const where = `${event} in ${state}${detail}`;
    if (typeof rule === "string") {
      this.report(rule, id, where);
      return;
    }
    const [to, steps, code] = rule;
    if (code !== undefined) {
      this.report(code, id, where);
    }
    const [, status, ofCause] = endOf(event, cause);
    // The end of a conversation needs no cause.
    if (ofCause !== undefined && (event === "failed" || !ANSWERED_STATES.has(state))) {
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
    if (typeof ageMs === "number" && ageMs > 0) {
      call.lostAt = timeOf(call) - ageMs;
    }
    for (const step of steps) {
      isolated(() => {
        this.steps.take(step, call, { status, target, control });
      });
    }
    if (to === "closed") {
      this.forget();
      this.callsOver();
    }
    this.changed();
  }

  // Helpers.

  private hangUpAll(): void {
    for (const { id, state } of this.known.values()) {
      if (isOpen(state)) {
        this.ask("hangUp", id);
      }
    }
  }

  private callsOver(): void {
    if ([...this.known.values()].every(({ state }) => state === "closed")) {
      this.line.enter("callsOver");
    }
  }

  private addHandlers(): () => void {
    return addHandlers(
      this.cti,
      {
        onReady: () => {
          this.line.initialize();
        },
        onDialNumber: (data) => {
          this.place((data as { phoneNumber?: unknown } | undefined)?.phoneNumber, data as Open<OnDialNumber>);
        },
        onEndCall: (data) => {
          const id = (data as { externalCallId?: unknown } | undefined)?.externalCallId;
          this.ask("endCall", typeof id === "string" && id !== "" ? id : undefined);
        },
      },
      () => this.isBound,
    );
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

  /** Closes a call whose phone went with the previous page, unless the phone has reported it since. */
  private async ifGone(call: Call, lostAt: number): Promise<void> {
    const { id, state } = call;
    if (state !== "ended" && (await this.has(id))) {
      return;
    }
    this.enter(() => {
      if (call.state === state) {
        call.lostAt = lostAt;
        this.happen(id, "lost");
      }
    });
  }

  /** Asks the phone for a call; without an answer in time it does not have it. */
  private async has(id: string): Promise<boolean> {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise((resolve) => {
      timer = setTimeout(resolve, HAS_MS);
    });
    try {
      return (await Promise.race([this.phone.has?.(id), late])) === true;
    } catch {
      return false;
    } finally {
      clearTimeout(timer);
    }
  }

  private newest(is: (state: PhoneCallState) => boolean): string | undefined {
    return [...this.known.values()].reverse().find(({ state }) => is(state))?.id;
  }

  private isFull(): boolean {
    return [...this.known.values()].filter(({ state }) => isOpen(state)).length >= (this.options.maxCalls ?? 1);
  }

  /** Forgets closed calls but the last, which are needed to recognise late events. */
  private forget(): void {
    const closed = [...this.known.values()].filter(({ state }) => state === "closed");
    for (const { id } of closed.slice(0, -REMEMBERED)) {
      this.known.delete(id);
    }
  }

  private changed(): void {
    this.calls = [...this.known.values()].map(shownCall);
    this.emitter.tell("changed");
  }

  /** @param callId the app's or the phone's: an app that passes the call itself would have its number reported. */
  report(code: PhoneCode, callId: unknown, detail: string): void {
    const { onDiagnostic } = this.options;
    isolated(() => {
      if (onDiagnostic === undefined) {
        console.warn(`calling-widget-sdk/phone: ${code}: ${detail}`);
      } else {
        onDiagnostic({ code, callId: typeof callId === "string" ? callId : "", detail });
      }
    });
  }
}

/** The bindings of the page: an instance that the app forgot keeps its calls. */
const BOUND = new Set<Binding>();

/** The calls of a phone's last binding. */
const LEFT = new WeakMap<Phone, readonly PhoneCall[]>();

/** The types of a phone's events about a call. */
const PHONE_EVENTS: ReadonlySet<string> = new Set(["incoming", "outgoing", "ringing", "answered", "ended", "failed", "reconnecting", "reconnected", "transferred", "transferFailed", "microphoneLost", "held", "unheld"]);

/** The time a transfer has to succeed once its call is over. */
const TRANSFER_MS = 5_000;

/** The time a phone has to look for a call of the previous page. */
const HAS_MS = 10_000;

/** The number of closed calls remembered. */
const REMEMBERED = 64;
