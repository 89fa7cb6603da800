// The channel between the user's windows, where any page of the origin may post anything. The
// rules are the core's: this tests that every message reaches the core, also in Node.
import assert from "node:assert/strict";
import { getEventListeners } from "node:events";
import { afterEach, beforeEach, mock, test } from "node:test";

import CallingExtensions from "calling-widget-sdk";
import { createHost, type TestHost } from "calling-widget-sdk/testing";

import { app } from "../support/app.ts";
import { enter, FakeLocks, FakeWindow, leave, WIDGET, WidgetPage } from "./fake-window.ts";
import { hostile } from "./hostile.ts";

/** An isolated channel: of two in one page the first receives the other's messages. */
class FakeChannel {
  static first: FakeChannel | undefined;
  onmessage: ((event: { data: unknown }) => void) | null = null;
  readonly said: unknown[] = [];
  /** True if the page's own message comes back at once; otherwise it is the last one. */
  isEchoing = true;
  echo: unknown;

  constructor(readonly name: string) {
    FakeChannel.first ??= this;
  }

  postMessage(message: unknown): void {
    const { first } = FakeChannel;
    if (first === this || first === undefined) {
      this.said.push(structuredClone(message));
    } else if (first.isEchoing) {
      first.onmessage?.({ data: structuredClone(message) });
    } else {
      first.echo = structuredClone(message);
    }
  }

  close(): void {
    this.onmessage = null;
  }
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

let host: TestHost;
let channel: FakeChannel;
let cti: CallingExtensions;
let locks: FakeLocks;

/** A widget whose session is open, in a browser with these shared objects. */
async function open(browser: Record<string, unknown> = { BroadcastChannel: FakeChannel, navigator: { locks } }, resume = false): Promise<void> {
  host = createHost({ withinMs: 200 }).install();
  enter(browser);
  cti = app({ shareCalls: true, resume });
  await host.ready();
  await host.expect("INITIALIZED");
  // A lock is granted a moment later.
  await turn();
  await turn();
  channel = FakeChannel.first as unknown as FakeChannel;
}

beforeEach(() => {
  FakeChannel.first = undefined;
  locks = new FakeLocks();
});

afterEach(() => {
  leave();
  host.uninstall();
});

test("a window takes its locks, greets and leads", async () => {
  await open();
  const [hello] = channel.said as { says: string; leads: boolean }[];

  assert.deepEqual([hello?.says, hello?.leads], ["hello", false]);
  assert.equal(cti.role, "leader");
  assert.deepEqual([...locks.held].map((name) => name.replace(/\d+|w[\da-z]{9,}$/g, "")), ["calling-widget-sdk:windows:::", "calling-widget-sdk:windows:::leader"]);
});

test("a lock is taken behind what its last holder said", async () => {
  await open();
  channel.isEchoing = false;
  channel.onmessage?.({ data: { from: "b", says: "hello", leads: false } });
  await turn();
  assert.equal(cti.diagnostics().windows.others, 1);

  // Its lock was free; its last message is still pending.
  channel.onmessage?.({ data: { from: "b", says: "calls", leads: false, calls: [] } });
  assert.equal(cti.diagnostics().windows.others, 1);
  channel.onmessage?.({ data: channel.echo });

  assert.equal(cti.diagnostics().windows.others, 0);
});

test("a window that is gone leaves nothing behind", async () => {
  const { mock: requests } = mock.method(locks, "request");
  await open();
  const listeners = (): number => getEventListeners(requests.calls[0]?.arguments[1].signal as AbortSignal, "abort").length;
  const before = listeners();

  for (const from of ["b", "c", "d"]) {
    channel.onmessage?.({ data: { from, says: "hello", leads: false } });
  }
  await turn();
  await turn();

  assert.equal(cti.diagnostics().windows.others, 0);
  assert.equal(listeners(), before);
});

test("a popout's port that was closed is dropped", () => {
  const page = new WidgetPage();
  const said: unknown[] = [];
  const port = Object.assign(new EventTarget(), { close: () => undefined, postMessage: (message: unknown) => said.push(message) });
  enter({ window: page, self: page, document: page });
  cti = new CallingExtensions({ logger: null, shareCalls: true, eventHandlers: {} });
  page.fire({ type: "message", isTrusted: true, origin: WIDGET, data: "calling-widget-sdk:windows", ports: [port] });
  page.fire({ type: "pagehide" });
  assert.equal(said.length, 1);

  port.dispatchEvent(new Event("close"));
  cti.destroy();

  assert.equal(said.length, 1);
});

test("the locks are given up by destroy, and after a trap for good", async () => {
  for (const traps of [false, true]) {
    await open();
    assert.equal(locks.held.size, 2);

    if (traps) {
      host.faults.trap();
      cti.userAvailable();
      await host.clock.advance(0);
      assert.equal(cti.role, "follower");
      new CallingExtensions({ logger: null, shareCalls: true, eventHandlers: {} });
    } else {
      cti.destroy();
    }
    await turn();

    assert.equal(locks.held.size, 0);
    host.uninstall();
  }
});

test("any value on the channel is counted", async () => {
  await open();
  const loop: { self?: unknown } = {};
  loop.self = loop;
  const values = [
    ...(hostile("channel") as readonly unknown[]),
    // Values without a JSON form, and long ones.
    undefined, 7n, Number.NaN, loop, new Map([["from", "b"]]), new Date(0), /x/, new Error("x"), new Uint8Array(3),
    { from: "x".repeat(1e5), says: "hello", leads: false },
    { from: "b", says: "hello", leads: false, more: "x".repeat(2 ** 21) },
    { from: "b", says: "ack", leads: false, to: "a", number: Number.POSITIVE_INFINITY },
  ];

  for (const value of values) {
    channel.onmessage?.({ data: value });
  }

  assert.equal(cti.diagnostics().counts["WINDOW_MESSAGE_IGNORED"], values.length);
  assert.equal(cti.diagnostics().counts["CORE_LOST"], undefined);
});

test("a popup without an origin constructs", () => {
  const page = Object.assign(new FakeWindow(), {
    location: { href: "about:blank", origin: "null" },
    opener: {
      // Like browsers.
      postMessage: (_: unknown, origin: string) => new URL(origin),
    },
  });
  enter({ window: Object.assign(page, { parent: page, top: page }), self: page, document: page });

  cti = new CallingExtensions({ logger: null, shareCalls: true, eventHandlers: {} });

  assert.equal(cti.diagnostics().windows.link, "none");
  cti.destroy();
});

class Denied {
  constructor() {
    throw new DOMException("The operation is insecure.", "SecurityError");
  }
}

for (const [what, browser] of [
  ["the channel", { BroadcastChannel: Denied }],
  ["locks", { BroadcastChannel: FakeChannel, navigator: { locks: { request: () => Promise.reject(new DOMException("denied", "SecurityError")) } } }],
  ["locks on plain http", { BroadcastChannel: FakeChannel, navigator: {} }],
  ["a navigator", { BroadcastChannel: FakeChannel, navigator: undefined }],
] as const) {
  test(`a window without ${what} is alone, and says so`, async () => {
    await open({ navigator: { locks }, ...browser });

    cti.incomingCall({ externalCallId: "c-1", fromNumber: "+12025550143", toNumber: "" });
    await host.expect("INCOMING_CALL");

    const { windows, advice } = cti.diagnostics();
    assert.deepEqual(windows, { role: "alone", link: "denied", others: 0 });
    assert.match(advice.join(), /No call is shared/);
  });
}

test("a window without storage says that a reload loses its calls", async () => {
  await open({ sessionStorage: undefined }, true);

  assert.match(cti.diagnostics().advice.join(), /No call survives a reload/);
});
