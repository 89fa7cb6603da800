import { build, start } from "#core";

import { alarm } from "../shared/alarm.js";
import { CallingError } from "../shared/errors.js";
import { VALUE_TABLES, WIDGET_INPUTS, type WidgetInputs, type WidgetOutput } from "../generated/door.js";
import type { Message } from "./line.js";
import { isolated } from "../shared/isolated.js";
import { hasWindow } from "../shared/page.js";
import { randomId } from "../shared/random-id.js";
import type { Callee, CallSnapshot, Diagnostic, Diagnostics, HostWindow, WidgetState } from "../shared/types.js";
import { type Recorder, recorderOf } from "../trace/recorder.js";
import type { Plan, Viewed } from "../wasm/crossing.js";
import { Door, find } from "../wasm/door.js";
import { forbidsWebAssembly } from "../wasm/load.js";
import { measure } from "../wasm/measure.js";
import { trapText } from "../wasm/trap.js";
import { Unheard } from "../wasm/unheard.js";
import { isFramed } from "./environment.js";
import { Keeper, type Journals } from "./keeper.js";
import type { Account, JoinOptions, Line, Member, SendOutcome, Settled } from "./line.js";
import { type Peer, peerOf } from "./peer.js";
import { frozenCopy, unpostable } from "../shared/plain.js";
import { UnloadGuard } from "./unload-guard.js";
import { Windows } from "./windows.js";

/**
 * Joins the window's widget session, or makes it: all instances of a window
 * share one, also those of another copy of this package. Another host window is
 * another session.
 */
export function joinSession(member: Member, options: JoinOptions): Line {
  let line = noLine();
  // A page whose policy forbids WebAssembly keeps its other parts.
  isolated(() => {
    line = joined(member, options);
  }, forbidsWebAssembly);
  return line;
}

function joined(member: Member, options: JoinOptions): Line {
  if (!hasWindow()) {
    return new Session("", false, options).join(member, options);
  }
  const { sessions } = shared();
  const { hostWindow } = options;
  const peer = hostWindow?.window ?? window;
  const known = sessions.get(peer) ?? [];
  let session = known.find((other) => other.isFor(hostWindow));
  if (session === undefined) {
    session = new Session(window.location.origin, hostWindow !== undefined || isFramed(), options);
    sessions.set(peer, [...known, session]);
  }
  const line = session.join(member, options);
  session.listen();
  return line;
}

/**
 * A session of one member's own, which hears and posts nothing. It is made when it is
 * first asked for what it alone knows: the handlers of a message, say.
 */
export function joinNothing(): Line {
  let line: Line | undefined;
  let isGone = false;
  const own: Partial<Line> = {
    state: () => (isGone ? "destroyed" : "notEmbedded"),
    calls: () => [],
    callChanges: () => 0,
    leave: () => {
      isGone = true;
    },
  };
  return new Proxy(own as Line, {
    get: (_, name): unknown =>
      Reflect.get(own, name) ?? Reflect.get((line ??= new Session("", false, RELAY_ONLY).join(SILENT, RELAY_ONLY)), name),
  });
}

/**
 * The sessions of this window: by the peer's window or port, so that they go when
 * it does, and how many of them have a member. The one with the pages around is by
 * this window itself, and stays.
 */
type Shared = { sessions: WeakMap<object, Session[]>; open: number };

/** What all copies of this package share. */
function shared(): Shared {
  const owner = window as unknown as Record<symbol, Shared | undefined>;
  let value = owner[SHARED];
  if (value === undefined) {
    value = { sessions: new WeakMap(), open: 0 };
    Object.defineProperty(owner, SHARED, { configurable: true, value });
  }
  return value;
}

/** One instance of the application's, as its session knows it. */
type Joined = { member: Member; options: JoinOptions; isReady: boolean };

/** What the engine speaks. */
type WidgetDialect = { inputs: WidgetInputs; output: WidgetOutput };

/**
 * One session of a window: the engine, the listener, the members.
 *
 * It carries out what the engine orders: posts at once, what changed at once, and
 * what the application is to hear in turn.
 */
class Session {
  private door: Door<WidgetDialect>;
  private readonly joined = new Map<number, Joined>();
  private readonly waits = new Map<number, Settled>();
  private readonly peer: Peer;
  private readonly recorder: Recorder | undefined;
  private readonly unheard = new Unheard((code, times) => {
    this.enter("refuse", code, times);
  });
  private readonly unloadGuard = new UnloadGuard(() => this.underWay.size > 0);
  private keeper: Keeper | undefined;
  private windows: Windows | undefined;
  private readonly wakeAt = alarm(() => {
    // In a task of its own: no member is called while it joins.
    this.enter("timeout");
  });
  private isListening = false;
  private stop: () => void = () => undefined;

  /** Numbers of instances, receipts and waits. */
  private lastNumber = 0;
  /** What the application is to hear, in turn. */
  private readonly turns: (() => void)[] = [];
  /** A member is under construction. */
  private isJoining = false;
  /** The engine trapped, and none stands in for it yet. */
  private isBroken = false;
  /** Sends that wait for READY, by the handles of their messages. */
  private readonly queued = new Map<number, { instance: number; messageId: string }>();
  /** The delivery under way, which the handlers' plan belongs to. */
  private delivery: Delivery | undefined;
  /** Who may speak without being asked again; nobody until the engine says so. */
  private admitted: { source: number; origin: string } | undefined;

  private state: WidgetState = "waiting";
  private pinned: { origin: string; source: number; idPrefix: string; ready: unknown; mark: number | null } | undefined;
  /** INITIALIZED as it would be posted now, and the instance that posted it. */
  private presence: readonly [message: unknown, postedBy: number] = [null, 0];
  private isSilent = false;
  private readonly calls = new Map<number, CallSnapshot>();
  private readonly underWay = new Set<number>();
  private callList: CallSnapshot[] | undefined;
  private callChanges = 0;

  constructor(
    private readonly ownOrigin: string,
    private readonly isEmbedded: boolean,
    { hostWindow, trace }: JoinOptions,
  ) {
    this.peer = peerOf(hostWindow);
    this.recorder = recorderOf("widget", build, trace);
    this.door = this.open();
    this.begin();
  }

  private open(): Door<WidgetDialect> {
    return new Door<WidgetDialect>(start(), WIDGET_INPUTS, this.recorder);
  }

  private begin(): void {
    this.enter("start", this.ownOrigin, randomId(), this.isEmbedded, this.peer.given?.origin);
  }

  /** Whether it is the session for this host. */
  isFor(hostWindow: HostWindow | undefined): boolean {
    const { given } = this.peer;
    return given?.window === hostWindow?.window && given?.origin === hostWindow?.origin;
  }

  /**
   * Hears the window's messages until the last member leaves. The session itself
   * stays: a host does not repeat its SYNC for whoever comes next.
   */
  listen(): void {
    if (this.isListening) {
      return;
    }
    this.isListening = true;
    const stop = this.peer.listen((event) => {
      this.hear(event);
    });
    const all = shared();
    all.open += 1;
    this.stop = () => {
      stop();
      all.open -= 1;
      this.isListening = false;
      if (this.peer.given) {
        this.keeper?.stop();
      }
      this.windows?.leave();
      this.windows = undefined;
    };
  }

  /** Adds a member. */
  join(member: Member, options: JoinOptions): Line {
    const id = this.next();
    this.joined.set(id, { member, options, isReady: false });
    // No member is called while it joins.
    this.isJoining = true;
    try {
      this.attach(id, options);
    } catch (error) {
      this.joined.delete(id);
      this.isJoining = false;
      throw error;
    }
    this.keeper?.restart();
    if (options.resume && options.mode === "normal" && hasWindow()) {
      this.keeper ??= this.keep();
    }
    if (options.sharesCalls && options.mode === "normal" && hasWindow()) {
      this.windows ??= this.shareCalls();
      this.turns.push(() => {
        this.joinWindows();
      });
    }
    if (options.guardsUnload && hasWindow()) {
      this.unloadGuard.add(id);
    }
    this.isJoining = false;
    if (this.turns.length > 0) {
      setTimeout(() => {
        this.takeTurns();
      });
    }
    let isGone = false;
    return {
      send: (message, messageId) => this.send(id, message, messageId),
      inject: (origin, message) => {
        if (typeof message !== "object" || message === null) {
          this.enter("note", "MALFORMED", "");
        } else {
          this.enter("inject", id, origin, { value: frozenCopy(message) });
        }
      },
      assumeReady: (origin) => {
        this.enter("assumeReady", origin);
      },
      route: (type, data, handlers) => this.route(id, type, data, handlers),
      isReady: () => this.joined.get(id)?.isReady === true,
      state: () => (isGone ? "destroyed" : this.state),
      hostOrigin: () => this.pinned?.origin,
      isHostSilent: () => this.isSilent,
      peer: () => this.peer.window(this.pinned?.source ?? 1),
      calls: () => (this.callList ??= [...this.calls.values()]),
      callChanges: () => this.callChanges,
      callee: (data) => this.callee(data),
      counts: () => this.counts(),
      instances: () => this.joined.size,
      journal: () => this.keeper?.place ?? "off",
      trace: () => this.recorder?.text() ?? "",
      role: () => this.windows?.role ?? "alone",
      setRole: (role) => {
        this.windows?.setRole(role);
      },
      windows: () => ({ role: this.windows?.role ?? "alone", link: this.windows?.link ?? "none", others: this.windows?.others ?? 0 }),
      forget: (key) => {
        this.enter("forgetCall", key);
      },
      sessions: () => (hasWindow() ? shared().open : 0),
      track: (type) => {
        const receipt = this.next();
        this.enter("track", id, receipt, type);
        return receipt;
      },
      trackedEnd: (receipt) => {
        this.enter("trackEnd", receipt);
      },
      ask: (receipt, question, timeoutMs, settled) => {
        const wait = this.next();
        this.waits.set(wait, settled);
        this.enter("wait", wait, receipt, question, typeof timeoutMs === "number" ? timeoutMs : undefined);
        return () => {
          this.enter("abort", wait);
        };
      },
      tell: (code, detail) => {
        this.enter("note", code, detail);
      },
      leave: () => {
        if (isGone) {
          return;
        }
        isGone = true;
        this.joined.delete(id);
        this.unloadGuard.delete(id);
        this.tellsAll();
        this.enter("detach", id);
        if (this.joined.size === 0) {
          this.stop();
        }
      },
    };
  }

  private next(): number {
    this.lastNumber += 1;
    return this.lastNumber;
  }

  private attach(id: number, options: JoinOptions, isReady = false): void {
    const { debugMode, lifecycle, isStrict, isRelay, mode, keepsRepeatedDials, resume, hostWindow } = options;
    const origins = hostWindow === undefined ? options.allowedHostOrigins : undefined;
    this.tellsAll();
    const outputs = this.enter(
      "attach",
      id,
      debugMode,
      lifecycle,
      isStrict,
      origins,
      isRelay,
      mode,
      keepsRepeatedDials,
      resume,
      isReady,
    );
    const bad = find(outputs, "badOrigin");
    if (bad) {
      throw new CallingError(
        "INVALID_OPTION",
        `allowedHostOrigins: "${bad[1]}" is no http or https origin; write it as "https://crm.example.com", or connect a page without one by a port in hostWindow`,
      );
    }
  }

  /** Views tell all that a check could ask for only where one is made. */
  private tellsAll(): void {
    this.door.isFull = [...this.joined.values()].some(({ options }) => options.debugMode || options.isStrict);
  }

  /** A message event: who speaks is asked before anything of it is read. */
  private hear(event: MessageEvent): void {
    const source = event.isTrusted ? this.peer.indexOf(event) : 0;
    if (source === 0) {
      this.unheard.count(event.isTrusted ? "FOREIGN_SOURCE" : "UNTRUSTED_EVENT");
      return;
    }
    const origin = this.peer.originOf(event);
    if (this.admitted?.source !== source || this.admitted.origin !== origin) {
      this.admitted = undefined;
      const outputs = this.enter("hear", true, source, origin, undefined);
      if (find(outputs, "askSync")) {
        this.enter("hear", true, source, origin, (event.data as { type?: unknown } | null)?.type === "SYNC");
      }
      if (!find(outputs, "admitted")) {
        return;
      }
      this.admitted = { source, origin };
    }
    const message: unknown = event.data;
    const refusal = measure(message);
    if (refusal === undefined) {
      this.enter("receive", source, origin, { value: message });
    } else {
      this.unheard.count(refusal);
    }
  }

  private send(id: number, message: Message, messageId: string): SendOutcome {
    const path = unpostable(message);
    if (path !== undefined) {
      this.refuse(path);
      return "refused";
    }
    let value: unknown = message;
    // What waits is the app's to change meanwhile.
    const isWaiting = this.joined.get(id)?.isReady !== true || this.delivery !== undefined;
    if (isWaiting) {
      try {
        value = frozenCopy(message);
      } catch {
        this.refuse("the message");
        return "refused";
      }
    }
    const viewed: Viewed = { value };
    const outcome = find(this.enter("send", id, viewed, messageId), "sent")?.[1] ?? "refused";
    if (outcome === "queued" && viewed.handle !== undefined) {
      this.queued.set(viewed.handle, { instance: id, messageId });
    }
    return outcome;
  }

  /** The names of the handlers to call for a message. */
  private route(id: number, type: string, data: unknown, handlers: unknown): string[] {
    const { delivery } = this;
    const isDelivered = delivery?.type === type && delivery.data === data;
    const known = isDelivered ? delivery.plans.find(([instance]) => instance === id) : undefined;
    const plan = known ?? find(this.enter("route", id, { value: { type, data } }), "route")?.[1];
    const [, all = [], firstOf = []] = plan ?? [];
    const own = handlers as Readonly<Record<string, unknown>>;
    const has = (name: string): boolean => typeof own[name] === "function";
    const first = [...firstOf, DEFAULT_HANDLER].find(has);
    const names = [...all.filter(has), ...(first === undefined ? [] : [first])];
    const took = first ?? names[0] ?? "";
    if (known === undefined) {
      this.enter("routed", id, took);
    } else {
      delivery?.served.push(`${id}:${took}`);
    }
    return names;
  }

  private callee(data: unknown): Callee | undefined {
    if (typeof data !== "object" || data === null) {
      return undefined;
    }
    const answer = find(this.enter("callee", { value: data, table: VALUE_TABLES.OnDialNumber }), "callee");
    return (answer?.[1] ?? undefined) as Callee | undefined;
  }

  private counts(): Diagnostics["counts"] {
    this.unheard.settle();
    return Object.fromEntries(find(this.enter("count"), "counts")?.[1] ?? []);
  }

  /**
   * Hands in an input and carries out what comes of it: posts and changes at once,
   * what the application is to hear in turn, since a handler may be under way.
   *
   * @returns the outputs, for who waits for an answer.
   */
  private enter<Name extends keyof WidgetInputs>(
    name: Name,
    ...fields: WidgetInputs[Name]
  ): readonly WidgetOutput[] {
    let outputs: readonly WidgetOutput[] = [];
    try {
      if (this.isBroken) {
        this.restore();
      }
      outputs = this.door.process(name, ...fields);
    } catch (error) {
      this.recover(error);
    }
    let hasChanged = false;
    for (const output of outputs) {
      if (this.carryOut(output) && !hasChanged) {
        hasChanged = true;
        this.turns.push(() => {
          this.tellChanged();
        });
      }
    }
    if (!this.isJoining) {
      this.takeTurns();
    }
    return outputs;
  }

  /** Has the application hear what waits for its turn. */
  private takeTurns(): void {
    for (let turn; (turn = this.turns.shift()) !== undefined; ) {
      turn();
    }
  }

  /** Carries out one output; whether what the application can observe changed. */
  private carryOut(output: WidgetOutput): boolean {
    const { door, turns } = this;
    switch (output[0]) {
      case "post":
        // It waits no longer, however long the engine may still name it.
        this.queued.delete(door.handleOf(output[1]) ?? 0);
        this.post(door.resolve(output[1]) as Message, output[2], output[3], output[4]);
        return false;
      case "state":
        this.state = output[1];
        return true;
      case "pinned":
        // Who was not pinned may have been admitted.
        this.admitted = undefined;
        this.pinned =
          output[1] === null
            ? undefined
            : { origin: output[1], source: output[2], idPrefix: output[3], ready: door.resolve(output[4]), mark: door.resolve(output[5]) as number | null };
        turns.push(() => {
          this.joinWindows();
        });
        return false;
      case "presence":
        this.presence = [door.resolve(output[1]), output[2]];
        return false;
      case "silent":
        this.isSilent = output[1];
        return true;
      case "ready": {
        const joined = this.joined.get(output[1]);
        if (joined !== undefined) {
          joined.isReady = output[2];
        }
        return false;
      }
      case "call":
        this.calls.set(output[1], door.resolve(output[3]) as CallSnapshot);
        this.setUnderWay(output[1], output[2]);
        return true;
      case "gone":
        this.calls.delete(output[1]);
        this.setUnderWay(output[1], false);
        return true;
      case "wake":
        this.wakeAt(output[1]);
        return false;
      case "release":
        door.release(output[1]);
        for (const handle of output[1]) {
          this.queued.delete(handle);
        }
        return false;
      case "persist":
        this.keeper?.changed();
        return false;
      case "windows":
        this.windows?.show(output[1], output[2]);
        return true;
      case "ask":
        this.windows?.ask();
        return false;
      case "announce":
        this.windows?.announce(door.resolve(output[1]) as object, output[2]);
        return false;
      case "forward":
        this.windows?.forward(output[1], door.resolve(output[2]) as Message);
        return false;
      case "deliver": {
        const message = door.resolve(output[1]) as Message;
        turns.push(() => {
          this.deliver(message, output[2], output[3]);
        });
        return false;
      }
      case "resumed": {
        const account = door.resolve(output[1]) as Account;
        turns.push(() => {
          this.resumed(account);
        });
        return false;
      }
      case "report":
        turns.push(() => {
          this.report({ code: output[1], level: output[2], detail: output[3], count: output[4] });
        });
        return false;
      case "settled": {
        const value = output[3] === null ? undefined : frozenCopy(door.resolve(output[3]));
        turns.push(() => {
          this.settle(output[1], output[2], value);
        });
        return false;
      }
      default:
        // An answer, which whoever asked looks for.
        return false;
    }
  }

  private setUnderWay(key: number, isUnderWay: boolean): void {
    this.callList = undefined;
    this.callChanges += 1;
    if (isUnderWay) {
      this.underWay.add(key);
    } else {
      this.underWay.delete(key);
    }
  }

  private settle(wait: number, outcome: string, value: unknown): void {
    const settled = this.waits.get(wait);
    this.waits.delete(wait);
    settled?.(outcome, value);
  }

  private post(message: Message, origin: string, to: number, by: number): void {
    if (!this.peer.post(to, message, origin)) {
      this.refuse(message.type);
      return;
    }
    const sender = this.joined.get(by) ?? this.joined.values().next().value;
    sender?.member.posted(message);
  }

  /** Reports what cannot be posted. */
  private refuse(path: string): void {
    const detail = `${path} cannot be posted; take functions, symbols and live objects out`;
    this.enter("note", "NOT_CLONEABLE", detail);
  }

  /** Hands a message to the members it is for; says which handlers took it. */
  private deliver(message: Message, plans: readonly Plan[], isForOne: boolean): void {
    const outer = this.delivery;
    const delivery: Delivery = { type: message.type, data: message.data, plans, served: [] };
    this.delivery = delivery;
    const chosen = isForOne ? this.taker(plans) : undefined;
    // The oldest hears first.
    for (const [id] of [...plans].reverse()) {
      // One that an earlier one's handler took away hears no more.
      const joined = chosen === undefined || chosen === id ? this.joined.get(id) : undefined;
      if (joined !== undefined) {
        isolated(() => {
          joined.member.deliver(message);
        });
      }
    }
    this.delivery = outer;
    this.enter("delivered", delivery.served);
  }

  /** The first that has a handler for a message; else the first that takes any. */
  private taker(plans: readonly Plan[]): number | undefined {
    const of = (names: (plan: Plan) => readonly string[]): Plan | undefined =>
      plans.find((plan) => this.joined.get(plan[0])?.member.takes(names(plan)));
    return (of(([, , firstOf]) => firstOf) ?? of(() => [DEFAULT_HANDLER]) ?? plans[0])?.[0];
  }

  private resumed(account: Account): void {
    this.joined.forEach(({ member }) => {
      isolated(() => {
        member.resumed(account);
      });
    });
    this.enter("delivered", []);
  }

  /** Takes over what the page before left, and keeps what there is from now on. */
  private keep(): Keeper {
    const journals: Journals = {
      journal: (frame) => {
        const record = find(this.enter("journal", frame), "journal")?.[1] ?? null;
        return record === null ? undefined : this.door.resolve(record);
      },
      resume: (frame, journal) => {
        const record = { value: Object(journal) as unknown, table: VALUE_TABLES.Journal };
        return find(this.enter("resume", frame, record), "resumable")?.[1] ?? "useless";
      },
      lost: () => {
        this.enter("loseJournal");
      },
      inUse: () => {
        this.enter("note", "JOURNAL_IN_USE", "");
      },
      failed: () => {
        this.enter("note", "NOT_KEPT", "");
      },
    };
    return new Keeper(journals, this.peer.given?.origin ?? "");
  }

  /** Shares the calls with the user's other windows. */
  private shareCalls(): Windows {
    const windows = new Windows({
      join: (window, canLead, was) => {
        this.enter("joinWindows", window, canLead, was);
      },
      leave: () => {
        this.enter("leaveWindows");
      },
      setRole: (role) => {
        this.enter("setRole", role);
      },
      present: (window, isWatched) => {
        this.enter("windowPresent", window, isWatched);
      },
      welcome: () => {
        this.enter("welcome");
      },
      announced: (window, calls, isLeader) => {
        this.enter("announced", window, { value: calls, table: VALUE_TABLES.Snapshot }, isLeader);
      },
      forwarded: (to, message) => {
        this.enter("forwarded", to, { value: message }, `${randomId()}_1`);
      },
      gone: (window) => {
        this.enter("windowGone", window);
      },
    });
    return windows;
  }

  /** Which windows are the user's is known once the host has said who that is. */
  private joinWindows(): void {
    const mark = this.pinned?.mark;
    if (typeof mark === "number") {
      this.windows?.join(mark);
    }
  }

  /** Reports to the members that what they show may be another. */
  private tellChanged(): void {
    this.unloadGuard.update();
    this.joined.forEach(({ member }) => {
      member.changed();
    });
  }

  /** The engine trapped: a fresh one goes on from what is kept here. */
  private recover(error: unknown): void {
    if (this.isBroken) {
      // No fresh one can be had yet; the next input tries again.
      return;
    }
    this.isBroken = true;
    const panic = this.door.panicText();
    const waiting = [...this.queued].map(([handle, sent]) => ({ ...sent, message: this.door.payload(handle) }));
    const waits = [...this.waits.keys()];
    this.queued.clear();
    try {
      this.restore();
    } catch {
      return;
    }
    this.enter("note", "RECOVERED", trapText(error, build, panic));
    for (const { instance, message, messageId } of waiting) {
      this.send(instance, message as Message, messageId);
    }
    if (this.delivery === undefined) {
      this.enter("delivered", []);
    }
    for (const wait of waits) {
      this.settle(wait, "SESSION_LOST", undefined);
    }
  }

  /** Begins a fresh engine with the host, the calls and the members there are. */
  private restore(): void {
    this.door = this.open();
    this.isBroken = false;
    this.tellsAll();
    const { pinned } = this;
    const [presence, postedBy] = this.presence;
    const calls = [...this.calls].map(([key, call]) => ({ key, ...call }));
    this.admitted = undefined;
    this.begin();
    this.enter(
      "restore",
      pinned?.origin,
      pinned?.source ?? 0,
      pinned?.idPrefix ?? "",
      { value: pinned?.ready ?? {} },
      { value: presence ?? {} },
      postedBy,
      { value: { calls }, table: VALUE_TABLES.Snapshot },
    );
    for (const [id, { options, isReady }] of this.joined) {
      this.attach(id, options, isReady);
    }
    this.windows?.repeat();
  }

  private report(diagnostic: Diagnostic): void {
    let isPrinted = false;
    this.joined.forEach(({ member }) => {
      isPrinted = member.diagnosed(diagnostic, isPrinted) || isPrinted;
    });
  }
}

/** What a member asks for that brings its own rules: no checks of any kind. */
export const RELAY_ONLY: JoinOptions = {
  debugMode: false,
  lifecycle: "off",
  isStrict: false,
  isRelay: true,
  keepsRepeatedDials: false,
  mode: "normal",
  hostWindow: undefined,
  resume: false,
  sharesCalls: false,
  guardsUnload: false,
  allowedHostOrigins: undefined,
  trace: undefined,
};

/** The line where no core can run: it hears and sends nothing. */
const noLine = (): Line => {
  let state: WidgetState = "failed";
  return {
    send: () => "refused",
    inject: () => undefined,
    assumeReady: () => undefined,
    route: () => [],
    isReady: () => false,
    state: () => state,
    hostOrigin: () => undefined,
    isHostSilent: () => false,
    peer: () => undefined,
    calls: () => [],
    callChanges: () => 0,
    callee: () => undefined,
    counts: () => ({}),
    instances: () => 1,
    sessions: () => 0,
    track: () => 0,
    trackedEnd: () => undefined,
    ask: (_receipt, _question, _timeoutMs, settled) => {
      settled("NOT_SENT", undefined);
      return () => undefined;
    },
    journal: () => "off",
    role: () => "alone",
    setRole: () => undefined,
    windows: () => ({ role: "alone", link: "none", others: 0 }),
    trace: () => "",
    forget: () => undefined,
    tell: () => undefined,
    leave: () => {
      state = "destroyed";
    },
  };
};

/** A member that hears nothing. */
const SILENT: Member = {
  deliver: () => undefined,
  posted: () => undefined,
  diagnosed: () => false,
  changed: () => undefined,
  resumed: () => undefined,
  takes: () => false,
};

/** A message on its way to handlers. */
type Delivery = { type: string; data: unknown; plans: readonly Plan[]; served: string[] };

const DEFAULT_HANDLER = "defaultEventHandler";

/** Where a window keeps its sessions, across copies of this package. */
const SHARED = /* @__PURE__ */ Symbol.for("calling-widget-sdk:widget:4");
