// Whatever two halves say to each other, ours or the published package's, the
// traffic stops. Each half runs in a global of its own with a stub of a window,
// so that no browser is needed; posts go through one queue that is counted.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { test } from "node:test";
import vm from "node:vm";

import { messageHandlerNames, messageType } from "../../pkg/src/generated/constants.ts";

type Message = { type: string; messageId?: string; data?: unknown };
type Half = { sendMessage(message: Message): void };
type Timer = { at: number; run: () => void };
type Listener = (event: unknown) => void;

/** The most that may follow one pair of messages. */
const MOST = 24;

/** Where counting ends. */
const MANY = 200;

/** Simulated time after which everything is to be silent. */
const HORIZON = 60_000;

const OURS = "calling-widget-sdk";
const THEIRS = "published-0.9.7";

for (const [widget, host] of [
  [OURS, THEIRS],
  [THEIRS, OURS],
] as const) {
  test(`a ${widget} widget and a ${host} relay fall silent after any pair of messages`, () => {
    everyPair(new World(widget, host, "IFrameManager"));
  });

  test(`a ${widget} widget and a ${host} widget face to face fall silent after any pair`, () => {
    everyPair(new World(widget, host, "default"));
  });
}

test("the count tells a loop: an app and a page that answer each other never stop", () => {
  const world = new World(OURS, OURS, "IFrameManager", "CALL_PARKED");

  world.host.sendMessage(said("CALL_PARKED"));

  assert.equal(world.run(), MANY);
});

function everyPair(world: World): void {
  const types = [
    ...Object.values(messageType),
    "CALL_PARKED",
    "CALL_PARKED_FAILED",
    "toString",
    "__proto__",
    "constructor",
  ];
  assert.ok(world.greeted > 0, "the session opened");
  for (const one of types) {
    for (const other of types) {
      world.widget.sendMessage(said(one));
      world.host.sendMessage(said(other));

      const count = world.run();

      assert.ok(count <= MOST, `${count} messages follow ${one} and ${other}`);
      assert.equal(world.run(), 0, `no silence after ${one} and ${other}`);
    }
  }
}

function said(type: string): Message {
  return {
    type,
    data: { externalCallId: "c-1", engagementId: 7, phoneNumber: "+15550100", message: "x" },
  };
}

/** A widget's page in a host's page, and the wire between them. */
class World {
  readonly widget: Half;
  readonly host: Half;
  /** How often the widget was told that the session is open. */
  greeted = 0;
  private now = 1_000_000;
  private readonly queue: (() => void)[] = [];
  private readonly timers: Timer[] = [];

  /** Both sides answer a message of the type `echoed` with another. */
  constructor(
    widget: string,
    host: string,
    hostClass: "default" | "IFrameManager",
    echoed?: string,
  ) {
    const inner = new Page(this, "https://phone.example", "https://crm.example/");
    const outer = new Page(this, "https://crm.example", "");
    inner.global["parent"] = outer.seenBy(inner);
    outer.frame.contentWindow = inner.seenBy(outer);

    const options = {
      debugMode: false,
      iFrameOptions: {
        src: "https://phone.example/app",
        width: "400",
        height: "600",
        hostElementSelector: "#host",
      },
      logger: null,
    };
    this.host = outer.make(host, hostClass, (half) => ({
      ...options,
      onMessageHandler: (message: Message) => {
        const answers = HOST_ANSWERS.get(message.type) ?? [];
        for (const answer of message.type === echoed ? [echoed] : answers) {
          half().sendMessage(said(answer));
        }
      },
      eventHandlers: { defaultEventHandler: () => undefined },
    }));
    this.widget = inner.make(widget, "default", (half) => ({
      debugMode: false,
      logger: null,
      allowedHostOrigins: ["https://crm.example"],
      eventHandlers: {
        ...Object.fromEntries(
          Object.entries(messageHandlerNames).map(([type, name]) => [
            name,
            () => {
              this.greeted += Number(type === messageType.READY);
              for (const answer of APP_ANSWERS.get(type) ?? []) {
                half().sendMessage(said(answer));
              }
            },
          ]),
        ),
        defaultEventHandler: (_data: unknown, message: Message) => {
          if (message.type === echoed) {
            half().sendMessage(said(echoed));
          }
        },
      },
    }));
    outer.frame.load();
    this.run();
  }

  /** Delivers until nothing is under way; how many messages were. */
  run(): number {
    const end = this.now + HORIZON;
    let count = 0;
    for (;;) {
      const deliver = this.queue.shift();
      if (deliver !== undefined) {
        count += 1;
        if (count >= MANY) {
          return count;
        }
        deliver();
        continue;
      }
      this.timers.sort((one, other) => one.at - other.at);
      const [next] = this.timers;
      if (next === undefined || next.at > end) {
        this.now = end;
        return count;
      }
      this.timers.shift();
      this.now = Math.max(this.now, next.at);
      next.run();
    }
  }

  /** No two moments are the same: the published ids are times. */
  tick(): number {
    this.now += 1;
    return this.now;
  }

  post(deliver: () => void): void {
    this.queue.push(deliver);
  }

  after(millis: number, run: () => void): Timer {
    const timer = { at: this.now + Math.max(millis, 0), run };
    this.timers.push(timer);
    return timer;
  }

  cancel(timer: Timer): void {
    const at = this.timers.indexOf(timer);
    if (at >= 0) {
      this.timers.splice(at, 1);
    }
  }
}

/** A page: a global with as much of a window as the two packages use. */
class Page {
  readonly global: Record<string, unknown>;
  readonly frame = new Frame();
  private readonly origin: string;
  private readonly world: World;
  private readonly listeners: Listener[] = [];

  constructor(world: World, origin: string, referrer: string) {
    this.world = world;
    this.origin = origin;
    const silent = Object.fromEntries(
      ["log", "debug", "warn", "error"].map((name) => [name, () => undefined]),
    );
    this.global = vm.createContext({
      URL,
      TextDecoder,
      TextEncoder,
      console: silent,
      location: { origin, href: `${origin}/` },
      document: {
        referrer,
        createElement: (name: string) => (name === "a" ? new Anchor() : this.frame),
        querySelector: () => ({
          innerHTML: "",
          appendChild: () => undefined,
          replaceChildren: () => undefined,
          querySelector: () => this.frame,
        }),
      },
      addEventListener: (type: string, listener: Listener) => {
        if (type === "message") {
          this.listeners.push(listener);
        }
      },
      removeEventListener: (_type: string, listener: Listener) => {
        this.listeners.splice(this.listeners.indexOf(listener), 1);
      },
      setTimeout: (run: () => void, millis = 0) => world.after(millis, run),
      clearTimeout: (timer: Timer) => {
        world.cancel(timer);
      },
      now: () => world.tick(),
    });
    vm.runInContext(
      "Date.now = now; window = self = globalThis; if (!globalThis.parent) parent = globalThis",
      this.global,
    );
  }

  /** The window as another page has it: it knows who posts. */
  seenBy(other: Page): { postMessage(data: unknown, target: string): void; parent: unknown } {
    const view = {
      parent: this.global,
      postMessage: (data: unknown, target: string) => {
        const text = JSON.stringify(data);
        this.world.post(() => {
          this.hear(other, text, target);
        });
      },
    };
    // The top of the chain is its own parent.
    view.parent = view;
    this.views.set(other, view);
    return view;
  }

  private readonly views = new Map<Page, unknown>();

  private hear(from: Page, text: string, target: string): void {
    if (target !== this.origin) {
      return;
    }
    const parse = vm.runInContext("JSON.parse", this.global) as (text: string) => unknown;
    const event = {
      isTrusted: true,
      source: from.views.get(this),
      origin: from.origin,
      data: parse(text),
    };
    for (const listener of [...this.listeners]) {
      listener(event);
    }
  }

  /** Loads a package into the page and makes its object. */
  make(
    library: string,
    name: "default" | "IFrameManager",
    options: (half: () => Half) => object,
  ): Half {
    const module = { exports: {} as Record<string, new (options: object) => Half> };
    const script = `(function (module, exports) {${source(library)}\n})`;
    const run = vm.runInContext(script, this.global) as (module: object, exports: object) => void;
    run(module, module.exports);
    const Class = module.exports[name];
    assert.ok(Class, `${library} has ${name}`);
    const half: Half = new Class(options(() => half));
    const manager = (half as { iFrameManager?: Half }).iFrameManager;
    return manager ?? half;
  }
}

/** A frame's element. */
class Frame {
  contentWindow: unknown = null;
  onload: (() => void) | undefined;
  title = "";
  allow = "";
  private readonly listeners: (() => void)[] = [];

  addEventListener(type: string, listener: () => void): void {
    if (type === "load") {
      this.listeners.push(listener);
    }
  }

  removeEventListener(): void {
    // The pages live as long as the test.
  }

  setAttribute(): void {
    // A stub has no size.
  }

  load(): void {
    this.onload?.();
    for (const listener of this.listeners) {
      listener();
    }
  }
}

/** A link's element, by which the published package takes addresses apart. */
class Anchor {
  protocol = "";
  host = "";

  set href(address: string) {
    ({ protocol: this.protocol, host: this.host } = new URL(address));
  }
}

/** A library's script. */
function source(library: string): string {
  const require = createRequire(import.meta.url);
  return readFileSync(require.resolve(library), "utf8");
}

/** What an eager app sends when it hears a message. */
const APP_ANSWERS = new Map<string, readonly string[]>([
  ["READY", ["INITIALIZED", "USER_AVAILABLE"]],
  ["DIAL_NUMBER", ["OUTGOING_CALL_STARTED"]],
  ["CREATE_ENGAGEMENT_SUCCEEDED", ["CALL_ANSWERED"]],
  ["END_CALL", ["CALL_ENDED", "CALL_COMPLETED"]],
  ["UPDATE_ENGAGEMENT_FAILED", ["ERROR"]],
  ["CALLER_ID_MATCH_SUCCEEDED", ["NAVIGATE_TO_RECORD"]],
  ["VISIBILITY_CHANGED", ["RESIZE_WIDGET"]],
]);

/** What a record page sends when it hears a message. */
const HOST_ANSWERS = new Map<string, readonly string[]>([
  ["OUTGOING_CALL_STARTED", ["CREATE_ENGAGEMENT_SUCCEEDED", "ENGAGEMENT_CREATED"]],
  ["INCOMING_CALL", ["CALLER_ID_MATCH_SUCCEEDED", "CREATE_ENGAGEMENT_SUCCEEDED"]],
  ["CALL_COMPLETED", ["UPDATE_ENGAGEMENT_SUCCEEDED"]],
  ["NAVIGATE_TO_RECORD", ["NAVIGATE_TO_RECORD_FAILED"]],
  ["FINALIZE_ENGAGEMENT", ["FINALIZE_ENGAGEMENT_FAILED"]],
  ["SET_WIDGET_URL", ["SET_WIDGET_URL_FAILED"]],
]);
