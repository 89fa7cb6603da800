// The page in which both packages run: a window with its frames and its time, for one process.
import { FakeWindow } from "../unit/fake-window.ts";

/** Where a program runs: the ways in which it is driven, and its reports. */
export type Stage = {
  /** Runs when the page posts a message; for a host to its frame. */
  posted: (message: unknown, target: string) => void;
  /** Runs for an error that nobody caught. */
  uncaught: (error: unknown) => void;
  /** Runs for a rejection that nobody handled. */
  rejected: (reason: unknown) => void;
  /** Lets the platform report rejections. */
  turn(): Promise<void>;
  /** Delivers a message of the peer's. */
  deliver(message: unknown, from?: "stranger", origin?: "other" | "null"): Promise<void> | void;
  /** The frame of a host has loaded, or could not. */
  frame(event: "load" | "error"): void;
  page(event: "hidden" | "shown" | "pagehide" | "pageshow"): void;
  /** Lets time pass. */
  wait(ms: number): Promise<void>;
  /** Moves the time of day alone. */
  jump(ms: number): void;
  /** The types of the page's listeners, sorted, and the number of its timers. */
  left(): { listeners: string[]; timers: number };
};

export const HOST = "https://app.hubspot.com";
export const WIDGET = "https://phone.example";
export const OTHER = "https://elsewhere.example";

/** Lets what is queued run: handlers may be asynchronous. */
export async function settled(): Promise<void> {
  for (let turns = 0; turns < 6; turns += 1) {
    await Promise.resolve();
  }
}

/** A target of events, whose listeners are isolated. */
class Target extends FakeWindow {
  constructor(private readonly fail: (error: unknown) => void) {
    super();
  }
  override fire(fields: { type: string; [field: string]: unknown }): void {
    const event = { isTrusted: true, eventPhase: 2, ...fields };
    for (const entry of this.listeners.filter(([type]) => type === event.type)) {
      // An earlier listener may have removed it.
      if (this.listeners.includes(entry)) {
        guarded(() => { (entry[1] as (event: object) => void)(event); }, this.fail);
      }
    }
    event.eventPhase = 0;
  }
  /** The methods as a window's or an element's own. */
  get methods(): object {
    return { addEventListener: this.addEventListener.bind(this), removeEventListener: this.removeEventListener.bind(this) };
  }
}

function guarded(run: () => void, fail: (error: unknown) => void): void {
  try {
    run();
  } catch (error) {
    fail(error);
  }
}

/** A clock that the program moves. Each reading differs, so ids that are made of it do. */
class Clock {
  private elapsed = 0;
  private day = 1_000_000_000;
  private readings = 0;
  private lastTimer = 0;
  readonly timers = new Map<number, { due: number; run: () => void }>();
  constructor(private readonly fail: (error: unknown) => void) {}
  /** A fraction that ends in a digit of its own keeps one id from being the beginning of another. */
  readonly now = (): number => this.day + this.elapsed + ((this.readings += 1) * 10 + 1) / 1e6;
  readonly ticks = (): number => this.elapsed;
  readonly setTimeout = (run: (...args: unknown[]) => void, ms = 0, ...args: unknown[]): number => {
    this.lastTimer += 1;
    this.timers.set(this.lastTimer, { due: this.elapsed + Math.max(0, ms), run: () => { run(...args); } });
    return this.lastTimer;
  };
  readonly clearTimeout = (timer?: number): void => {
    this.timers.delete(timer ?? 0);
  };
  jump(ms: number): void {
    this.day += ms;
  }
  async wait(ms: number): Promise<void> {
    const end = this.elapsed + ms;
    for (;;) {
      let next: [number, { due: number; run: () => void }] | undefined;
      for (const timer of this.timers) {
        next = timer[1].due <= end && timer[1].due < (next?.[1].due ?? Infinity) ? timer : next;
      }
      if (next === undefined) {
        break;
      }
      this.elapsed = Math.max(this.elapsed, next[1].due);
      this.timers.delete(next[0]);
      guarded(next[1].run, this.fail);
      await settled();
    }
    this.elapsed = end;
  }
}

/** Posts as a window does: by a copy, to an origin that is one. */
function poster(stage: Stage): (message: unknown, target: string) => void {
  return (message, target) => {
    const copy: unknown = structuredClone(message);
    if (target !== "*" && target !== "/" && !URL.canParse(target)) {
      throw new DOMException("invalid target origin", "SyntaxError");
    }
    stage.posted(copy, target);
  };
}

/** Makes a page the globals' one; returns it, and a function that restores the globals. */
export function enter(isHost: boolean): { stage: Stage; leave: () => void } {
  const fail = (error: unknown): void => {
    stage.uncaught(error);
  };
  const clock = new Clock(fail);
  const page = new Target(fail);
  const own = isHost ? HOST : WIDGET;
  const peer = isHost ? WIDGET : HOST;
  let isHidden = false;
  const stage: Stage = {
    posted: () => undefined,
    uncaught: () => undefined,
    rejected: () => undefined,
    turn: () => new Promise((resolve) => { setImmediate(resolve); }),
    deliver: (message, from, origin) => {
      let data: unknown;
      try {
        data = structuredClone(message);
      } catch {
        // No peer can post it.
        return;
      }
      page.fire({ type: "message", data, ports: [], origin: origin === "other" ? OTHER : (origin ?? peer), source: from === undefined ? peerWindow : stranger });
    },
    frame: (event) => {
      frames.forEach((frame) => {
        frame.fire(event);
        guarded(() => { (frame.element[`on${event}`] as ((event: object) => void) | undefined)?.call(frame.element, { type: event }); }, fail);
      });
    },
    page: (event) => {
      if (event === "hidden" || event === "shown") {
        isHidden = event === "hidden";
        page.fire({ type: "visibilitychange" });
      } else {
        page.fire({ type: event, persisted: event === "pageshow" });
      }
    },
    wait: (ms) => clock.wait(ms),
    jump: (ms) => {
      clock.jump(ms);
    },
    left: () => ({ listeners: page.heard(), timers: clock.timers.size }),
  };

  /** Frames in their element; the first has a window. */
  const frames: { element: Record<string, unknown>; fire(event: string): void }[] = [];
  const peerWindow: Record<string, unknown> = { postMessage: poster(stage) };
  const stranger = { postMessage: () => undefined };
  const makeFrame = (): object => {
    const target = new Target(fail);
    const attributes = new Map<string, string>();
    const reflected = Object.fromEntries(["width", "height"].map((name) => [name, { get: () => attributes.get(name) ?? "", set: (value: unknown) => attributes.set(name, String(value)), enumerable: true }]));
    const element = Object.defineProperties(
      { nodeType: 1, tagName: "IFRAME", title: "", allow: "", src: "", isConnected: false, contentWindow: null, ...target.methods },
      reflected,
    );
    Object.assign(element, {
      ownerDocument: document,
      hasAttribute: (name: string) => attributes.has(name),
      setAttribute: (name: string, value: string) => attributes.set(name, value),
      remove: () => { container.replaceChildren(); },
    });
    Object.defineProperty(element, "fire", { value: (type: string) => { target.fire({ type }); } });
    return element;
  };
  const container = {
    nodeType: 1,
    set innerHTML(_: string) {
      container.replaceChildren();
    },
    replaceChildren: (...elements: object[]) => {
      frames.splice(0).forEach(({ element }) => Object.assign(element, { contentWindow: null, isConnected: false, parentElement: null }));
      elements.forEach(container.appendChild);
    },
    appendChild: (element: object) => {
      Object.assign(element, { contentWindow: peerWindow, isConnected: true, parentElement: container });
      frames.push({ element: element as Record<string, unknown>, fire: (type) => { (element as { fire(type: string): void }).fire(type); } });
      return element;
    },
    querySelector: () => frames[0]?.element ?? null,
    get ownerDocument() {
      return document;
    },
  };
  const document = {
    ...page.methods,
    referrer: isHost ? "" : `${HOST}/`,
    baseURI: `${own}/`,
    createElement: (name: string) => (name === "iframe" ? makeFrame() : new Link(`${own}/`)),
    querySelector: (selector: string) => (selector === "#phone" ? container : null),
    get hidden() {
      return isHidden;
    },
    get defaultView() {
      return window;
    },
  };
  const window: Record<string, unknown> = {
    ...page.methods,
    document,
    ...{ setTimeout: clock.setTimeout, clearTimeout: clock.clearTimeout, name: "", origin: own, length: 0 },
    location: { origin: own, href: `${own}/`, pathname: "/" },
  };
  window["window"] = window;
  window["self"] = window;
  window["parent"] = isHost ? window : peerWindow;
  Object.assign(peerWindow, { window: peerWindow, parent: peerWindow, top: peerWindow, length: 1, 0: window });

  const now = clock.now;
  class FakeDate extends Date {
    constructor(...args: [] | [number]) {
      super(...(args.length === 0 ? ([Math.floor(now())] as const) : args));
    }
    static override now(): number {
      return now();
    }
  }
  let seed = 1;
  const random = (): number => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647;
  const quiet = { log: () => undefined, debug: () => undefined, warn: () => undefined, error: () => undefined };
  const globals: readonly [object, string, unknown][] = [
    ...Object.entries({ window, self: window, document, setTimeout: clock.setTimeout, clearTimeout: clock.clearTimeout, Date: FakeDate, reportError: fail }).map(([name, value]) => [globalThis, name, value] as [object, string, unknown]),
    [performance, "now", clock.ticks],
    [Math, "random", random],
    ...Object.entries(quiet).map(([name, value]) => [console, name, value] as [object, string, unknown]),
  ];
  const before = globals.map(([owner, name]) => Object.getOwnPropertyDescriptor(owner, name));
  globals.forEach(([owner, name, value]) => {
    Object.defineProperty(owner, name, { configurable: true, writable: true, value });
  });
  const report = (reason: unknown): void => {
    stage.rejected(reason);
  };
  // A test runner's own would fail the test.
  const others = process.listeners("unhandledRejection");
  process.removeAllListeners("unhandledRejection").on("unhandledRejection", report);
  const leave = (): void => {
    process.off("unhandledRejection", report);
    others.forEach((other) => process.on("unhandledRejection", other));
    globals.forEach(([owner, name], index) => {
      Reflect.deleteProperty(owner, name);
      const descriptor = before[index];
      if (descriptor !== undefined) {
        Object.defineProperty(owner, name, descriptor);
      }
    });
  };
  return { stage, leave };
}

/** A link, by which the published package parses addresses. */
class Link {
  protocol = ":";
  host = "";
  constructor(private readonly base: string) {}
  set href(url: string) {
    if (URL.canParse(url, this.base)) {
      ({ protocol: this.protocol, host: this.host } = new URL(url, this.base));
    }
  }
}
