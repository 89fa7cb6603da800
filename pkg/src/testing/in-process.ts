import { originOf } from "../shared/page.js";
import { hideAllBut } from "../shared/walks.js";
import type { CallingHost } from "../host/calling-host.js";
import type { InMemoryRecordStore } from "../host/memory-store.js";
import type { RecordStore } from "../host/records.js";
import type { HostContext, Outcome } from "../host/types.js";
import { waiting } from "./act.js";
import { CALLEE } from "./callee.js";
import { clockOf, type InstalledClock } from "./clock.js";
import { Cores } from "./cores.js";
import { Expectations } from "./expectations.js";
import { failure, listed, noWidget } from "./failure.js";
import { StoreFaults } from "./faulty-store.js";
import { HostPage } from "./frame.js";
import { Patches } from "./patches.js";
import { callerOf } from "./place.js";
import { quiet } from "./quiet.js";
import { checkTimers, microtasks, rendered, until } from "./real.js";
import { Surroundings } from "./surroundings.js";
import type {
  CreateHostOptions,
  FromHost,
  FromWidget,
  HostClock,
  HostFaults,
  MessageMatch,
  TestHost,
  TranscriptEntry,
  WidgetMessageData,
  WidgetMessageOf,
  WidgetMessageType,
} from "./types.js";
import { type Message, type Side, Wire } from "./wire.js";

/** The host half: the entry hands it in, so that there is one class and one core. */
export type HostHalf = { Host: typeof CallingHost; Store: typeof InMemoryRecordStore };

// Where the platform has no such symbol yet, the one that compilers use then.
const { dispose, asyncDispose } = Symbol as Partial<Pick<SymbolConstructor, "dispose" | "asyncDispose">>;
const DISPOSE: typeof Symbol.dispose = dispose ?? (Symbol.for("Symbol.dispose") as typeof Symbol.dispose);
const ASYNC_DISPOSE: typeof Symbol.asyncDispose = asyncDispose ?? (Symbol.for("Symbol.asyncDispose") as typeof Symbol.asyncDispose);

/** The host in this process: it connects two pages, and has no rules itself. */
export class InProcessHost<Store extends RecordStore> implements TestHost<Store> {
  readonly store: Store;
  readonly clock: HostClock;
  readonly faults: HostFaults;

  private readonly time: InstalledClock;
  private readonly origin: string;
  private readonly withinMs: number;
  private readonly startedAt: number;
  private readonly patches = new Patches();
  private readonly cores = new Cores();
  private readonly wire: Wire;
  private readonly around: Surroundings;
  private readonly expectations = new Expectations();
  private readonly storeFaults = new StoreFaults();
  private context: HostContext;
  private hostPage: HostPage;
  private parent: object;
  private host: CallingHost | undefined = undefined;
  private isOpen = false;
  /** Why the user's last action was not sent. */
  private refusal = "";
  /** The number of time moves under way. */
  private moves = 0;
  private isInstalled = false;

  readonly [DISPOSE] = (): void => {
    this.uninstall();
  };
  readonly [ASYNC_DISPOSE] = (): Promise<void> => {
    this.uninstall();
    return Promise.resolve();
  };

  constructor(
    private readonly options: CreateHostOptions<Store>,
    private readonly half: HostHalf,
  ) {
    const { clock = "virtual", startsAt = EPOCH, origin = HUBSPOT, withinMs = 1000, context } = options;
    this.origin = origin;
    this.withinMs = withinMs;
    this.context = { portalId: 1, userId: 2, ownerId: 3, iframeLocation: "remote", ...context };
    this.store = options.store ?? (new half.Store() as unknown as Store);
    const time = clockOf(clock, startsAt);
    this.time = time;
    this.clock = {
      get now() {
        return time.now;
      },
      advance: async (ms) => {
        this.moves += 1;
        try {
          await waiting(() => time.advance(ms));
        } finally {
          this.moves -= 1;
        }
      },
    };
    this.startedAt = time.now;
    this.wire = new Wire(
      () => time.now - this.startedAt,
      (from, message) => {
        this.deliver(from, message);
      },
    );
    this.around = new Surroundings(() => this.parent, `${origin}/`);
    this.hostPage = this.makeHostPage();
    this.parent = this.makeParent();
    this.faults = this.makeFaults();
    hideAllBut(this, "store", "clock", "faults");
  }

  get page(): CallingHost {
    if (this.host === undefined) {
      throw new Error("there is no host page yet: call install() first, before the app is imported");
    }
    return this.host;
  }

  get transcript(): readonly TranscriptEntry[] {
    return this.wire.entries;
  }

  get sent(): readonly FromHost[] {
    return this.transcript.flatMap((entry) => (entry.from === "host" ? [entry.message] : []));
  }

  get received(): readonly FromWidget[] {
    return this.expectations.all.map(({ message }) => message as FromWidget);
  }

  install(): this {
    if (this.isInstalled) {
      throw new Error("this host is installed already: install it once, or make another");
    }
    checkTimers();
    if (installed !== undefined) {
      const left = installed.place ?? "an unknown place";
      installed.end();
      console.warn(
        `[calling-widget-sdk] the host that was installed at ${left} was still there, and was uninstalled: call its uninstall() in afterEach`,
      );
    }
    const place = callerOf(Reflect.get(this, "install"));
    installed = {
      place,
      end: () => {
        this.uninstall();
      },
    };
    this.isInstalled = true;
    try {
      this.patches.set(Math, "random", { value: randomOf(this.options.seed ?? 1) });
      this.time.install(this.patches);
      this.cores.install(this.patches);
      this.around.install(this.patches);
      if (this.options.log !== true) {
        quiet(this.patches);
      }
      this.begin();
    } catch (error) {
      this.uninstall();
      throw error;
    }
    return this;
  }

  uninstall(): void {
    if (!this.isInstalled) {
      return;
    }
    installed = undefined;
    this.isInstalled = false;
    this.time.hold();
    this.wire.load += 1;
    if (this.host !== undefined) {
      this.around.leave();
      this.around.clearStorage();
      this.host.destroy();
    }
    this.patches.restore();
  }

  async ready(context?: Partial<HostContext>): Promise<void> {
    this.context = { ...this.context, ...context };
    if (this.isOpen) {
      this.page.destroy();
    }
    if (this.isOpen || context !== undefined) {
      this.begin();
    }
    await waiting(() => this.open());
  }

  dial(phoneNumber: string, data: Parameters<TestHost["dial"]>[1] = {}): Outcome {
    return this.acted(this.page.dialNumber(Object.assign({ phoneNumber }, CALLEE, data, { phoneNumber })));
  }

  endCall(): Outcome {
    return this.acted(this.page.endCall());
  }

  async expect<Type extends WidgetMessageType>(
    type: Type,
    match?: MessageMatch<WidgetMessageData<Type>>,
  ): Promise<WidgetMessageOf<Type>> {
    const found = await this.expectations.take(type, match, (isFound) => waiting(() => this.until(isFound, HELD_TURNS)));
    if (found === undefined) {
      throw new Error(failure(type, match, this.expectations.all, this.transcript, this.withinMs, NOTHING_POSTED) + this.refusal);
    }
    return found;
  }

  exportTrace(): string {
    return this.page.exportTrace();
  }

  async reload(start: () => unknown): Promise<void> {
    this.leavePage();
    this.page.destroy();
    this.wire.isCut = false;
    this.begin();
    await start();
    await waiting(() => this.open());
  }

  async reloadWidget(start: () => unknown): Promise<void> {
    this.leavePage();
    this.page.reload();
    await start();
    await waiting(() => this.open());
  }

  private acted(outcome: Outcome): Outcome {
    this.refusal = outcome.sent ? "" : `\n\nThe last dial() or endCall() was not sent (${outcome.code}): ${outcome.message}`;
    return outcome;
  }

  /** Makes the host's page and its session, which begins once the widget's page has loaded. */
  private begin(): void {
    const { allowedWidgetOrigins, authorize, inCallTask, lifecycle, navigate, settings, trace } = this.options;
    this.isOpen = false;
    this.hostPage = this.makeHostPage();
    this.host = new this.half.Host({
      url: this.around.url,
      frame: this.hostPage.frame,
      context: this.context,
      store: this.storeFaults.over<RecordStore>(this.store),
      allowedWidgetOrigins,
      authorize,
      inCallTask,
      lifecycle,
      navigate,
      settings,
      trace,
    });
  }

  /** Loads the widget's page, and waits until it answers. */
  private async open(): Promise<void> {
    const { page, hostPage } = this;
    this.isOpen = true;
    // The app's work while it is imported comes first.
    await microtasks();
    hostPage.loaded();
    const isConnected = (): boolean => page.state === "connected" || page.state === "initialized";
    const isDone = await this.until(() => isConnected() || page.state === "failed" || page.state === "destroyed", Infinity);
    if (!isDone || !isConnected()) {
      const isSilent = !this.transcript.some(({ from }) => from === "widget");
      const reason = isSilent ? `${noWidget(this.around.listeners, this.around.hadSessions || hadWidget)}\n\n` : "";
      throw new Error(
        `expected the widget to answer SYNC, and it did not: the host's state is ${page.state}\n\n${reason}The transcript up to here:\n${listed(this.transcript, NOTHING_POSTED)}`,
      );
    }
  }

  /**
   * Waits until something holds and the app has rendered it; the time that the test moves by hand
   * does not count.
   *
   * @param heldTurns turns of the loop in which no timer of the test runs by itself.
   */
  private async until(holds: () => boolean, heldTurns: number): Promise<boolean> {
    const release = this.time.hold();
    let turns = 0;
    const check = (): boolean => {
      turns += 1;
      if (turns > heldTurns) {
        release();
      }
      return holds() || !this.isInstalled;
    };
    try {
      const isDone = await until(check, this.withinMs, () => this.moves > 0);
      if (!this.isInstalled && !holds()) {
        throw new Error("the host is not installed, or no longer: await ready() and expect() before uninstall(), and run no two tests of a file at once");
      }
      await rendered();
      return isDone;
    } finally {
      release();
    }
  }

  /** Ends the widget's page. */
  private leavePage(): void {
    this.around.leave();
    this.expectations.reload();
    this.wire.load += 1;
    this.parent = this.makeParent();
  }

  private makeHostPage(): HostPage {
    const page: HostPage = new HostPage(this.origin, (from, message, isMeant) => {
      this.wire.carry(from, message, isMeant && page === this.hostPage, this.wire.load);
    });
    return page;
  }

  /** The host's window, as the widget's page sees it. */
  private makeParent(): object {
    const { load } = this.wire;
    const parent = {
      length: 1,
      get 0() {
        return window;
      },
      get window() {
        return parent;
      },
      get parent() {
        return parent;
      },
      get top() {
        return parent;
      },
      postMessage: (message: unknown, to: unknown) => {
        const target = typeof to === "string" ? to : String((to as { targetOrigin?: unknown } | undefined)?.targetOrigin);
        this.wire.carry("widget", message, target === "*" || originOf(target) === this.origin, load);
      },
    };
    return parent;
  }

  private deliver(from: Side, message: Message): void {
    if (from === "widget") {
      hadWidget = true;
      this.expectations.add(message);
      const stop = this.host?.on("diagnostic", ({ code, message: text }) => {
        this.wire.report(message.messageId, `${code}: ${text}`);
      });
      this.hostPage.receive(message);
      stop?.();
    } else {
      this.around.fire({ type: "message", isTrusted: true, origin: this.origin, source: this.parent, data: message, ports: [] });
    }
  }

  private makeFaults(): HostFaults {
    const { wire, storeFaults, cores } = this;
    return {
      delay: (type, ms) => {
        wire.add(type, "delayed", { ms });
      },
      drop: (type, times) => {
        wire.add(type, "dropped", { times });
      },
      double: (type) => {
        wire.add(type, "doubled");
      },
      reorder: (type) => {
        wire.add(type, "reordered");
      },
      silence: () => wire.hold(),
      refuseEngagement: (message = "the engagement could not be created") => {
        storeFaults.refuse("createEngagement", message);
      },
      hangEngagement: () => storeFaults.hang("createEngagement"),
      syncAgain: () => {
        const last = this.sent.filter(({ type }) => type === "SYNC").pop();
        if (last === undefined) {
          throw new Error("the host has sent no SYNC yet: await ready() first");
        }
        this.wire.carry("host", last, true, this.wire.load);
      },
      hostGone: () => {
        wire.isCut = true;
      },
      trap: () => {
        cores.traps = true;
      },
    };
  }
}

/** Numbers between 0 and 1 that are the same in each run (mulberry32). */
function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** The host that has replaced the globals. */
let installed: { readonly place: string | undefined; readonly end: () => void } | undefined;

/** An app answered some host of this process. */
let hadWidget = false;

/** Enough turns for all work that waits for no timer. */
const HELD_TURNS = 100;

/** 2026-01-01T00:00:00Z. */
const EPOCH = 1_767_225_600_000;

const HUBSPOT = "https://app.hubspot.com";

const NOTHING_POSTED = "was the host installed before the app was imported, and is `ready` awaited?";
