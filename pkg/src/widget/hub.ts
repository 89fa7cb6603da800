import { build, start } from "#core";

import type { Glue } from "../../build/widget.js";
import { CallingError } from "../errors.js";
import type {
  Callee,
  CallSnapshot,
  Diagnostic,
  Diagnostics,
  HostWindow,
  LifecycleMode,
  WidgetState,
} from "../types.js";
import { Core } from "../wasm/core.js";
import { trapText } from "../wasm/trap.js";
import { hasWindow, isFramed, randomId } from "./environment.js";
import { isolated } from "../report.js";
import { Keeper, type Journals } from "./keeper.js";
import { type Peer, peerOf } from "./peer.js";
import type { Account, JoinOptions, Line, Member, Message, SendOutcome, Settled } from "./line.js";
import { frozenCopy, taken } from "./plain.js";
import { Unheard } from "./unheard.js";
import { UnloadGuard } from "./unload-guard.js";

/**
 * Joins the window's widget session, or makes it: all instances of a window
 * share one, also those of another copy of this package. Another host window is
 * another session.
 */
export function joinSession(member: Member, options: JoinOptions): Line {
  if (!hasWindow()) {
    return new Hub("", false).join(member, options);
  }
  const { hubs } = shared();
  const { hostWindow } = options;
  const peer = hostWindow?.window ?? window;
  const known = hubs.get(peer) ?? [];
  let hub = known.find((other) => other.isFor(hostWindow));
  if (hub === undefined) {
    const isEmbedded = hostWindow !== undefined || isFramed();
    hub = new Hub(window.location.origin, isEmbedded, hostWindow);
    hubs.set(peer, [...known, hub]);
  }
  const line = hub.join(member, options);
  hub.listen();
  return line;
}

/** A session of one member's own, which hears and posts nothing. */
export function joinNothing(member: Member, options: JoinOptions): Line {
  return new Hub("", false).join(member, options);
}

/**
 * The sessions of this window: by the peer's window or port, so that they go when
 * it does, and how many of them have a member. That with the pages around is by
 * this window itself, and stays.
 */
type Shared = { hubs: WeakMap<object, Hub[]>; open: number };

/** What all copies of this package share. */
function shared(): Shared {
  const owner = window as unknown as Record<symbol, Shared | undefined>;
  let value = owner[SHARED];
  if (value === undefined) {
    value = { hubs: new WeakMap(), open: 0 };
    Object.defineProperty(owner, SHARED, { configurable: true, value });
  }
  return value;
}

/** One session of a window: the core, the listener, the members. */
class Hub {
  private readonly core: Core<Glue>;
  private members = new Map<number, Member>();
  private waits = new Map<number, Settled>();
  private readonly peer: Peer;
  private peerIndex = 1;
  private readonly unheard = new Unheard((what, times) => {
    this.note(what, times);
  });
  private due: number | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private isListening = false;
  private keeper: Keeper | undefined;
  private readonly unloadGuard = new UnloadGuard(() => (this.standing(0) & HAS_ACTIVE_CALL) !== 0);
  private stop: () => void = () => undefined;

  constructor(
    ownOrigin: string,
    isEmbedded: boolean,
    hostWindow?: HostWindow,
  ) {
    this.peer = peerOf(hostWindow);
    this.core = new Core(
      start,
      (error) => {
        this.recovered(error);
      },
    );
    const id = randomId();
    this.core.feed((core) => {
      core.start(ownOrigin, id, isEmbedded);
    }, undefined);
  }

  /** Whether it is the session with this host. */
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
    const listener = (event: MessageEvent): void => {
      // Most of what a page hears is not for us; it never enters wasm.
      const source = event.isTrusted ? this.peer.indexOf(event) : 0;
      if (source === 0) {
        if (this.unheard.count(event.isTrusted ? FOREIGN_SOURCE : UNTRUSTED_EVENT)) {
          this.drain();
        }
        return;
      }
      const origin = this.peer.originOf(event);
      const message: unknown = event.data;
      const now = Date.now();
      this.core.feed((core) => {
        core.receive(now, true, source, origin, message);
      }, undefined);
      this.drain();
    };
    const stop = this.peer.listen(listener);
    const all = shared();
    all.open += 1;
    this.stop = () => {
      stop();
      all.open -= 1;
      this.isListening = false;
      if (this.peer.given) {
        this.keeper?.stop();
      }
    };
  }

  /** Adds a member. */
  join(member: Member, options: JoinOptions): Line {
    const id = this.attach(options);
    this.members.set(id, member);
    this.keeper?.restart();
    if (options.resume && options.mode === "normal" && hasWindow()) {
      this.keeper ??= this.keep();
    }
    if (options.guardsUnload && hasWindow()) {
      this.unloadGuard.add(id);
    }
    this.wakeAt(0);
    let isGone = false;
    return {
      send: (message, messageId) => this.send(id, message, messageId),
      inject: (origin, message) => {
        const now = Date.now();
        const kept = frozenCopy(message);
        this.core.feed((core) => {
          core.inject(now, id, origin, kept);
        }, undefined);
        this.drain();
      },
      assumeReady: (origin) => {
        const now = Date.now();
        this.core.proceed((core) => {
          core.assume_ready(now, origin);
        }, undefined);
        this.drain();
      },
      route: (type, data, handlers) => {
        const plan = this.core.feed((core) => core.route(id, type, data, handlers) as string, "");
        this.drain();
        return plan === "" ? [] : plan.split(" ");
      },
      isReady: () => (this.standing(id) & IS_READY) !== 0,
      state: () => (isGone ? "destroyed" : (STATES[this.standing(id) >> 3] ?? "waiting")),
      hostOrigin: () => this.core.ask((core) => core.host_origin() as string | undefined, undefined),
      isHostSilent: () => (this.standing(id) & IS_HOST_SILENT) !== 0,
      peer: () => this.peer.window(this.peerIndex),
      calls: () => this.core.ask((core) => core.calls() as CallSnapshot[], []),
      callee: (data) => this.core.ask((core) => core.callee(data) as Callee | undefined, undefined),
      counts: () => this.counts(),
      instances: () => this.members.size,
      journal: () => this.keeper?.place ?? "off",
      forget: (key) => {
        this.core.proceed((core) => {
          core.forget(key, false);
        }, undefined);
        this.drain();
      },
      sessions: () => (hasWindow() ? shared().open : 0),
      track: (type) => this.core.proceed((core) => core.track(id, type), 0),
      trackedEnd: (receipt) => {
        this.core.proceed((core) => {
          core.tracked_end(receipt);
        }, undefined);
      },
      ask: (receipt, question, timeoutMs, settled) => {
        const now = Date.now();
        const wait = this.core.proceed(
          (core) => core.wait(now, receipt, question, typeof timeoutMs === "number" ? timeoutMs : NaN),
          0,
        );
        if (wait === 0) {
          settled("SESSION_LOST", undefined);
        } else {
          this.waits.set(wait, settled);
        }
        this.drain();
        return () => {
          this.core.proceed((core) => {
            core.abort(wait);
          }, undefined);
          this.drain();
        };
      },
      tell: (code, detail) => {
        this.note(NOTES[code], 1, detail);
        this.drain();
      },
      leave: () => {
        if (isGone) {
          return;
        }
        isGone = true;
        this.members.delete(id);
        this.unloadGuard.delete(id);
        this.core.proceed((core) => core.detach(id), 0);
        if (this.members.size === 0) {
          this.stop();
        }
        this.drain();
      },
    };
  }

  private attach(options: JoinOptions): number {
    const { debugMode, lifecycle, isStrict, isRelay, mode, keepsRepeatedDials, resume, hostWindow } = options;
    const origins = hostWindow === undefined ? frozenCopy(options.allowedHostOrigins) : [hostWindow.origin];
    const flags =
      Number(debugMode) |
      (LIFECYCLES.indexOf(lifecycle) << 1) |
      (Number(isStrict) << 3) |
      (Number(isRelay) << 4) |
      (Number(mode === "published") << 5) |
      (Number(resume) << 7) |
      (Number(keepsRepeatedDials) << 8);
    const id = this.core.proceed((core) => core.attach(flags, origins ?? undefined), 0);
    if (id < 0) {
      throw new CallingError(
        "INVALID_OPTION",
        `allowedHostOrigins: "${origins?.[-1 - id] ?? ""}" is no http or https origin; write it as "https://crm.example.com"`,
      );
    }
    return id;
  }

  private send(id: number, message: Message, messageId: string): SendOutcome {
    // The core keeps it: to be sent later, or to stand where it stood after a trap.
    const kept = taken(message, "");
    if (kept.path !== undefined) {
      this.refuse(kept.path);
      this.drain();
      return "refused";
    }
    const now = Date.now();
    const outcome = this.core.feed((core) => core.send(now, id, kept.copy, messageId), REFUSED);
    this.drain(this.members.get(id));
    return OUTCOMES[outcome] ?? "refused";
  }

  /** Carries out what the core orders; safe to be called from a handler. */
  private drain(sender?: Member): void {
    let order: Order | number | undefined;
    const poll = (core: Glue): Order | number | undefined => core.poll() as Order | number | undefined;
    while (typeof (order = this.core.proceed(poll, undefined)) === "object") {
      const [tag, message, text, detail, number] = order;
      switch (tag) {
        case POST:
          this.post(message, text, number, sender);
          break;
        case DELIVER:
          this.deliver(message, number);
          break;
        case REPORT:
          this.diagnose({
            code: text as Diagnostic["code"],
            level: LEVELS[number] ?? "note",
            detail,
            count: message as unknown as number,
          });
          break;
        case SETTLED:
          this.waits.get(number)?.(text, frozenCopy(message));
          this.waits.delete(number);
          break;
        case PERSIST:
          this.keeper?.changed(number === 1);
          break;
        case RESUMED:
          this.resumed(message as unknown as Account);
          break;
        default:
          this.unloadGuard.update();
          this.members.forEach((member) => {
            member.changed();
          });
      }
    }
    this.wakeAt(order);
  }

  /**
   * Looks after what is due, in a task of its own: no member is called while it
   * joins.
   */
  private wakeAt(due: number | undefined): void {
    if (due === this.due) {
      return;
    }
    this.due = due;
    clearTimeout(this.timer);
    if (due !== undefined) {
      this.timer = setTimeout(
        () => {
          this.due = undefined;
          const now = Date.now();
          this.core.proceed((core) => {
            core.handle_timeout(now);
          }, undefined);
          this.drain();
        },
        Math.max(0, due - Date.now()),
      );
    }
  }

  private post(message: Message, origin: string, peer: number, sender?: Member): void {
    this.peerIndex = peer;
    if (!this.peer.post(peer, message, origin)) {
      this.refuse(message.type);
      return;
    }
    (sender ?? this.members.values().next().value)?.posted(message);
  }

  /** Tells of something that cannot be posted. */
  private refuse(path: string): void {
    this.note(NOT_CLONEABLE, 1, `${path} cannot be posted; take functions, symbols and live objects out`);
  }

  private deliver(message: Message, id: number): void {
    // The core goes by what arrived, whatever the app's handlers make of it.
    const given = frozenCopy(message);
    for (const [key, member] of [...this.members]) {
      // One that an earlier one's handler took away hears no more.
      if ((id === 0 || id === key) && this.members.has(key)) {
        isolated(() => {
          member.deliver(given);
        });
      }
    }
    this.delivered();
  }

  private resumed(account: Account): void {
    this.members.forEach((member) => {
      isolated(() => {
        member.resumed(account);
      });
    });
    this.delivered();
  }

  private delivered(): void {
    const now = Date.now();
    this.core.proceed((core) => {
      core.delivered(now);
    }, undefined);
  }

  /** Takes over what the page before kept, and keeps what there is from now on. */
  private keep(): Keeper {
    const journals: Journals = {
      journal: (frame, isClosed) => {
        const now = Date.now();
        return this.core.ask((core) => core.journal(now, frame, isClosed), undefined);
      },
      resume: (frame, facts, journal) => {
        const now = Date.now();
        return this.core.feed((core) => core.resume(now, frame, facts, journal), USELESS);
      },
      lost: () => {
        this.core.proceed((core) => {
          core.forget(0, true);
        }, undefined);
        this.wakeAt(0);
      },
      failed: () => {
        this.note(NOT_KEPT);
        this.wakeAt(0);
      },
    };
    return new Keeper(journals, this.peer.given?.origin ?? "");
  }

  /** A new instance of the core stands in for one that trapped. */
  private recovered(error: unknown): void {
    this.note(RECOVERED, 1, trapText(error, build));
    this.wakeAt(0);
  }

  private standing(id: number): number {
    return this.core.ask((core) => core.standing(id), 0);
  }

  /** Hands in what the page saw; what the core has to say of it comes with the next drain. */
  private note(what: number, times = 1, detail = ""): void {
    this.core.proceed((core) => {
      core.note(what, times, detail);
    }, undefined);
  }

  private diagnose(diagnostic: Diagnostic): void {
    let isPrinted = false;
    this.members.forEach((member) => {
      isPrinted = member.diagnosed(diagnostic, isPrinted) || isPrinted;
    });
  }

  private counts(): Diagnostics["counts"] {
    this.unheard.settle();
    const counts = this.core.ask((core) => core.counts() as Record<string, number>, {});
    return Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0));
  }
}

/** An order, as the export `poll` documents it. */
type Order = [tag: number, message: Message, text: string, detail: string, number: number];

/** The orders' first items. */
const POST = 0;
const DELIVER = 1;
const REPORT = 2;
const SETTLED = 4;
const PERSIST = 5;
const RESUMED = 6;

/** What the export `note` takes. */
const NOTES = { HANDLER_THREW: 0, DROPPED_BY_HOOK: 5, HOOK_RESULT_IGNORED: 6 };
const NOT_CLONEABLE = 1;
const FOREIGN_SOURCE = 2;
const UNTRUSTED_EVENT = 3;
const RECOVERED = 4;
const NOT_KEPT = 7;

/** An answer of the export `resume`. */
const USELESS = 2;

/** The bits of the export `standing`; the state's position follows them. */
const IS_READY = 1;
const IS_HOST_SILENT = 2;
const HAS_ACTIVE_CALL = 4;
const STATES: readonly WidgetState[] = ["notEmbedded", "waiting", "ready"];

/** In the order of the export `attach`. */
const LIFECYCLES: readonly LifecycleMode[] = ["warn", "strict", "off"];

/** Where it stands in the next list. */
const REFUSED = 3;
const OUTCOMES: readonly SendOutcome[] = ["posted", "queued", "suppressed", "refused"];
const LEVELS: readonly Diagnostic["level"][] = ["note", "warn", "error", "count"];

/** Where a window keeps its session, across copies of this package. */
const SHARED = /* @__PURE__ */ Symbol.for("calling-widget-sdk:widget:3");
