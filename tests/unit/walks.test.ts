// What code meets that walks over an object of this package, as frameworks, loggers and
// serialisers do: no window, since one of another origin throws when it is read.
import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";

import CallingExtensions, { IFrameManager } from "../../pkg/src/entries/index.js";
import { createHost, FaultyFrame } from "../../pkg/src/entries/testing.js";
import { FakeWindow, enter, leave } from "./fake-window.js";

const HOST = "https://app.hubspot.com";

/** What a page may read of a window of another origin: HTML, "CrossOriginProperties". */
const READABLE = ["parent", "top", "window", "self", "frames", "length", "closed", "postMessage", "then", "addEventListener"];

/** A window of another origin. */
function foreign(): Window {
  const refuse = (name: string | symbol): never => {
    throw new DOMException(`Blocked a frame from accessing ${String(name)} of a cross-origin frame`, "SecurityError");
  };
  const own: Record<string, unknown> = { length: 0, closed: false, postMessage: () => undefined };
  const proxy: object = new Proxy(own, {
    get: (_, name) => {
      if (name === Symbol.toStringTag || name === "then") {
        return undefined;
      }
      return READABLE.includes(String(name)) ? (own[String(name)] ?? proxy) : refuse(name);
    },
    has: (_, name) => refuse(name),
    getOwnPropertyDescriptor: (_, name) => refuse(name),
    getPrototypeOf: () => null,
  });
  return proxy as Window;
}

/** Every object that can be reached from one over own enumerable properties. */
function reached(value: unknown, seen = new Set<unknown>()): Set<unknown> {
  if ((typeof value !== "object" && typeof value !== "function") || value === null || seen.has(value)) {
    return seen;
  }
  seen.add(value);
  if (value === window.parent || value === window) {
    return seen;
  }
  for (const name of Reflect.ownKeys(value)) {
    if (Object.prototype.propertyIsEnumerable.call(value, name)) {
      reached(Reflect.get(value, name), seen);
    }
  }
  return seen;
}

function assertNoWindow(value: object, ...windows: object[]): void {
  const found = reached(value);

  for (const window of windows) {
    assert.ok(!found.has(window));
  }
  JSON.stringify(value);
}

let page: FakeWindow & { parent: Window; location: object };

beforeEach(() => {
  page = Object.assign(new FakeWindow(), {
    parent: foreign(),
    location: { origin: "https://phone.example", href: "https://phone.example/" },
  });
  enter({ window: page, self: page, document: { referrer: "" } });
});

afterEach(leave);

test("a walk over a widget and what it hands out meets no window", () => {
  const events: unknown[] = [];
  const cti = new CallingExtensions({
    logger: null,
    eventHandlers: {
      defaultEventHandler: (...args: unknown[]) => events.push(args),
      onReady: (...args: unknown[]) => events.push(args),
    },
    onDiagnostic: (event) => events.push(event),
  });
  page.fire({ type: "message", isTrusted: true, source: page.parent, origin: HOST, data: { type: "SYNC", messageId: "h_1" } });
  const receipt = cti.tracked.outgoingCall({ externalCallId: "c-1", toNumber: "+12025550123", createEngagement: true });

  assert.equal(cti.iFrameManager.destinationWindow, page.parent);
  assert.ok(events.length > 0);
  assertNoWindow({ cti, view: { ...cti.getSnapshot(), cti }, receipt, diagnostics: cti.diagnostics(), events }, page.parent, page);
  cti.destroy();
});

test("a walk over a widget that was given its host's window meets neither that nor a port", () => {
  for (const target of [foreign(), new MessageChannel().port1]) {
    const hostWindow = { window: target as Window, origin: HOST };
    const cti = new CallingExtensions({ logger: null, eventHandlers: {}, hostWindow });
    const manager = new IFrameManager({ logger: null, onMessageHandler: () => undefined, hostWindow });

    assertNoWindow({ cti, manager }, target);
    assert.equal(cti.options.hostWindow?.window, target);
    cti.destroy();
    manager.remove();
  }
});

test("the window that messages go to is read and written by its name", () => {
  const cti = new CallingExtensions({ logger: null, eventHandlers: {} });
  const other = foreign();

  cti.iFrameManager.destinationWindow = other;

  assert.equal(cti.iFrameManager.destinationWindow, other);
  assertNoWindow(cti, other);
  cti.destroy();
});

test("a walk over a host in a test's process and over a frame with faults meets no window", () => {
  leave();
  const host = createHost().install();
  const contentWindow = foreign();
  const frame = { contentWindow, ownerDocument: { defaultView: page }, addEventListener: () => undefined };
  const faulty = new FaultyFrame(Object.create(frame) as HTMLIFrameElement);

  assertNoWindow({ host, page: host.page, faulty }, contentWindow, page);
  host.uninstall();
});
