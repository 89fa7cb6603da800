// The channel between the user's windows, where any page of the origin may put anything. The
// rules are the core's: what is tested is that nothing keeps a message from it, or from Node.
import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";

import CallingExtensions from "calling-widget-sdk";
import { createHost, type TestHost } from "calling-widget-sdk/testing";
import { enter, FakeWindow, leave } from "./fake-window.ts";
import { hostile } from "./hostile.ts";

/** A channel that nobody else has. */
class FakeChannel {
  static last: FakeChannel | undefined;
  onmessage: ((event: { data: unknown }) => void) | null = null;
  readonly said: unknown[] = [];

  constructor(readonly name: string) {
    FakeChannel.last = this;
  }

  postMessage(message: unknown): void {
    this.said.push(structuredClone(message));
  }

  close(): void {
    this.onmessage = null;
  }
}

const replaced = new Map<string, PropertyDescriptor | undefined>();
let host: TestHost;
let channel: FakeChannel;
let cti: CallingExtensions;

function replace(name: string, value: unknown): void {
  replaced.set(name, Object.getOwnPropertyDescriptor(globalThis, name));
  Object.defineProperty(globalThis, name, { configurable: true, value });
}

beforeEach(async () => {
  replace("BroadcastChannel", FakeChannel);
  replace("navigator", undefined);
  host = createHost({ withinMs: 200 }).install();
  cti = new CallingExtensions({
    logger: null,
    shareCalls: true,
    eventHandlers: {
      onReady: () => {
        cti.initialized({ isLoggedIn: true, isAvailable: true });
      },
    },
  });
  await host.ready();
  // Where there are no locks is known a moment later.
  await new Promise((resolve) => setImmediate(resolve));
  channel = FakeChannel.last as FakeChannel;
});

afterEach(() => {
  host.uninstall();
  for (const [name, property] of replaced) {
    Reflect.deleteProperty(globalThis, name);
    if (property !== undefined) {
      Object.defineProperty(globalThis, name, property);
    }
  }
});

test("without a navigator a window shares its calls all the same", () => {
  const hello = channel.said.find((said) => (said as { says: string }).says === "hello");

  assert.equal((hello as { hasLock?: boolean } | undefined)?.hasLock, false);
  assert.equal((hello as { host?: string } | undefined)?.host, "alive");
});

test("whatever is on the channel throws nothing, and is counted", () => {
  const loop: { self?: unknown } = {};
  loop.self = loop;
  const values = [
    ...(hostile("channel") as readonly unknown[]),
    // What JSON does not have, and what is long.
    undefined, 7n, Number.NaN, loop, new Map([["from", "b"]]), new Date(0), /x/, new Error("x"), new Uint8Array(3),
    { from: "x".repeat(1e5), says: "here", term: 1, hasLock: false, host: "alive" },
    { from: "b", says: "here", term: 1, hasLock: false, host: "alive", more: "x".repeat(2 ** 21) },
    { from: "b", says: "here", term: Number.POSITIVE_INFINITY, hasLock: false, host: "alive" },
  ];

  for (const value of values) {
    channel.onmessage?.({ data: value });
  }

  // A text as a message is what a command lacks; every other one is no message at all.
  assert.equal(cti.diagnostics().counts["WINDOW_MESSAGE_IGNORED"], values.length - 1);
  assert.equal(cti.diagnostics().counts["RECOVERED"], undefined);
});

test("a page without an origin of its own that another one opened throws nothing", () => {
  host.uninstall();
  const page = Object.assign(new FakeWindow(), {
    location: { href: "about:blank", origin: "null" },
    opener: {
      // As browsers do.
      postMessage: (_: unknown, origin: string) => new URL(origin),
    },
  });
  enter({ window: Object.assign(page, { parent: page, top: page }), self: page, document: page });
  try {
    cti = new CallingExtensions({ logger: null, shareCalls: true, eventHandlers: {} });

    assert.equal(cti.diagnostics().windows.link, "none");
    cti.destroy();
  } finally {
    leave();
  }
});

test("where the browser denies the channel, a window is alone and its session goes on", async () => {
  host.uninstall();
  Object.defineProperty(globalThis, "BroadcastChannel", {
    configurable: true,
    value: class {
      constructor() {
        throw new DOMException("The operation is insecure.", "SecurityError");
      }
    },
  });
  const alone = createHost({ withinMs: 200 }).install();
  try {
    cti = new CallingExtensions({
      logger: null,
      shareCalls: true,
      eventHandlers: {
        onReady: () => {
          cti.initialized({ isLoggedIn: true, isAvailable: true });
        },
      },
    });
    await alone.ready();
    await alone.expect("INITIALIZED");

    assert.equal(cti.diagnostics().windows.link, "none");
    assert.equal(cti.role, "alone");
  } finally {
    alone.uninstall();
  }
});
