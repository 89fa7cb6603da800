// Leftovers of a destroyed instance, in a fake window.
import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { afterEach, beforeEach, mock, test } from "node:test";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

import CallingExtensions, {
  CallingError,
  IFrameManager,
  type HostWindow,
  type IframeManagerOptionsInput,
  type OnDialNumber,
  type OptionsInput,
} from "calling-widget-sdk";

import { FakeWindow, HOST, WIDGET, WidgetPage, enter, fakeStorage, leave } from "./fake-window.js";

const SYNC = { type: "SYNC", messageId: "h_1", portalId: 1, userId: 2 };

/** A port whose far end is the test. */
class FakePort extends FakeWindow {
  receive(data: object): void {
    this.fire({ type: "message", isTrusted: true, source: null, origin: "", data });
  }

  readonly start = (): void => undefined;
  readonly close = (): void => undefined;
  readonly posted: string[] = [];
  readonly postMessage = ({ type }: { type: string }): void => void this.posted.push(type);
}

type Listener = (event: unknown) => void;

let page: WidgetPage;
let stored: Map<string, string>;
/** Every journal written, in order. */
let written: string[];
let hasContainer: boolean;

beforeEach(() => {
  page = new WidgetPage();
  stored = new Map();
  written = [];
  hasContainer = true;
  const frame = {
    parentElement: { replaceChildren: () => undefined },
    onload: () => undefined,
  };
  // Like an element: on its class.
  Object.defineProperty(frame, "contentWindow", { value: { postMessage: () => undefined } });
  const sessionStorage = fakeStorage(stored, (name, text) => {
    if (name.includes(":journal:")) {
      written.push(text);
    }
  });
  const document = {
    referrer: "",
    createElement: () => frame,
    querySelector: () => (hasContainer ? { replaceChildren: () => undefined } : null),
    addEventListener: page.addEventListener.bind(page),
    removeEventListener: page.removeEventListener.bind(page),
    get hidden() {
      return page.hidden;
    },
  };
  enter({ window: page, self: page, document, sessionStorage });
});

afterEach(() => {
  mock.timers.reset();
  leave();
});

function widget(options: Partial<OptionsInput> = {}): CallingExtensions {
  return new CallingExtensions({ logger: null, eventHandlers: {}, ...options });
}

/** Opens the session from the host, and initialises the app. */
function open(cti: CallingExtensions, host: { receive: (message: object) => void }): void {
  host.receive(SYNC);
  cti.initialized({ isLoggedIn: true });
}

function over(port: FakePort): HostWindow {
  return { window: port as unknown as MessagePort, origin: HOST };
}

function hostRole(): IframeManagerOptionsInput {
  return {
    logger: null,
    iFrameOptions: { src: `${WIDGET}/phone`, width: 1, height: 1, hostElementSelector: "#phone" },
    onMessageHandler: () => undefined,
  };
}

test("a port's session is collected with the port", async () => {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  const use = (): WeakRef<FakePort> => {
    const port = new FakePort();
    const cti = widget({ hostWindow: over(port), resume: true });
    open(cti, port);
    cti.outgoingCall({ externalCallId: "c-1", toNumber: "+12025550123" });
    assert.equal(cti.state, "ready");
    cti.destroy();
    return new WeakRef(port);
  };
  const ports = Array.from({ length: 10 }, use);

  // Objects touched in a turn of the loop live until its end; a store writes 250 ms later.
  // Engines choose when to collect: only an object that is never freed fails.
  const left = (): number => ports.filter((port) => port.deref() !== undefined).length;
  for (let round = 0; round < 400 && left() > 0; round += 1) {
    await new Promise((resolve) => setTimeout(resolve, 25));
    collect();
  }

  assert.equal(left(), 0);
});

test("a port is a host, and two ports are two", () => {
  const dialled: unknown[] = [];
  // The first is a page from a file, which has no origin.
  const [one, two] = ["null", HOST].map((origin) => {
    const port = new FakePort();
    return { port, cti: widget({ hostWindow: { window: port as unknown as MessagePort, origin }, eventHandlers: { onDialNumber: (data) => dialled.push([origin, data]) } }) };
  }) as [{ port: FakePort; cti: CallingExtensions }, { port: FakePort; cti: CallingExtensions }];

  open(one.cti, one.port);
  one.port.receive({ type: "DIAL_NUMBER", messageId: "h_2", data: { phoneNumber: "1" } });

  assert.deepEqual([one, two].map(({ port, cti }) => [cti.state, cti.diagnostics().hostOrigin, port.posted]), [
    ["ready", "null", ["SYNC_ACK", "INITIALIZED"]],
    ["waiting", undefined, []],
  ]);
  assert.deepEqual(dialled, [["null", { phoneNumber: "1" }]]);
  for (const { cti } of [one, two]) cti.destroy();
});

test("handlers of a getter are those of now, on a port too", () => {
  const port = new FakePort();
  const heard: string[] = [];
  const rendered = (name: string): OptionsInput["eventHandlers"] => ({ onVisibilityChanged: () => heard.push(name) });
  class Latest {
    logger = null;
    hostWindow = over(port);
    latest = rendered("first");
    get eventHandlers(): OptionsInput["eventHandlers"] {
      return this.latest;
    }
  }
  let now = rendered("own first");
  const options = Object.freeze({ logger: null, hostWindow: over(port), get eventHandlers() { return now; } });
  const [own, inherited] = [new CallingExtensions(options), new CallingExtensions(new Latest())];
  open(own, port);

  now = rendered("own second");
  (inherited.options as unknown as Latest).latest = rendered("second");
  port.receive({ type: "VISIBILITY_CHANGED", messageId: "h_2", data: {} });

  assert.deepEqual(heard.sort(), ["own second", "second"]);
  for (const cti of [own, inherited]) cti.destroy();
});

test("a later instance on the same port goes on with the session", () => {
  const port = new FakePort();
  const hostWindow = over(port);
  const first = widget({ hostWindow });
  open(first, port);
  first.outgoingCall({ externalCallId: "c-1", toNumber: "+12025550123" });
  assert.equal(first.diagnostics().sessions, 1);
  first.destroy();

  const second = widget({ hostWindow });

  assert.equal(second.state, "ready");
  assert.deepEqual(second.calls.map(({ externalCallId }) => externalCallId), ["c-1"]);
  assert.equal(second.diagnostics().sessions, 1);
  assert.equal(first.diagnostics().sessions, 1);
  second.destroy();
});

test("a session whose record is gone reports it once joined", () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  const port = new FakePort();
  const hostWindow = over(port);
  const first = widget({ hostWindow, resume: true });
  open(first, port);
  first.outgoingCall({ externalCallId: "c-1", toNumber: "+12025550123" });
  first.destroy();
  stored.clear();
  const events: string[] = [];

  const cti = widget({ hostWindow, resume: true, onDiagnostic: ({ code }) => events.push(code) });
  const atOnce = [...events];
  mock.timers.tick(1);

  assert.deepEqual(atOnce, []);
  // It has no handler for READY, which arrives as well.
  assert.deepEqual(events, ["JOURNAL_CLAIMED", "UNHANDLED"]);
  cti.destroy();
});

test("an unused session leaves its record to the next", async () => {
  const [port, other] = [new FakePort(), new FakePort()];
  const first = widget({ hostWindow: over(port), resume: true });
  open(first, port);
  first.outgoingCall({ externalCallId: "c-1", toNumber: "+12025550123" });
  first.destroy();
  const left = [...stored.keys()];

  const second = widget({ hostWindow: over(other), resume: true });
  await Promise.resolve();
  other.receive(SYNC);
  port.receive({ type: "END_CALL", messageId: "h_2" });

  assert.equal(left.length, 1);
  assert.deepEqual([...stored.keys()], left);
  assert.deepEqual(second.calls.map(({ externalCallId }) => externalCallId), ["c-1"]);
  second.destroy();
});

test("changes of 250 ms are written once, or as the page goes", () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  const cti = widget({ resume: true });
  open(cti, page);
  mock.timers.tick(250);
  const calls = (text = "{}"): number => Object.keys((JSON.parse(text) as { calls: object }).calls).length;
  const counts: number[] = [];
  const count = (): void => {
    counts.push(written.length);
  };

  written.length = 0;
  for (let at = 1; at <= 40; at += 1) {
    cti.outgoingCall({ externalCallId: `c-${at}`, toNumber: "+12025550123" });
    mock.timers.tick(6);
  }
  count();
  mock.timers.tick(10);
  count();
  cti.outgoingCall({ externalCallId: "c-41", toNumber: "+12025550123" });
  page.fire({ type: "pagehide" });
  count();
  mock.timers.tick(1_000);
  count();

  assert.deepEqual(counts, [0, 1, 2, 2]);
  assert.deepEqual(written.map(calls), [40, 41]);
  cti.destroy();
});

/** The states of the stored calls. */
function states(): string[] {
  const journals = [...stored].filter(([name]) => name.includes(":journal:"));
  return journals.flatMap(([, text]) => {
    const { calls } = JSON.parse(text) as { calls: Record<string, { state: string }> };
    return Object.values(calls).map(({ state }) => state);
  });
}

test("a change while the page goes is kept", () => {
  mock.timers.enable({ apis: ["setTimeout", "Date"] });
  const cti = widget({ resume: true });
  open(cti, page);
  page.fire({ type: "pagehide", persisted: false });

  cti.outgoingCall({ externalCallId: "c-1", toNumber: "+12025550123" });
  const whileLeaving = states();
  page.fire({ type: "pageshow", persisted: true });
  cti.callAnswered({ externalCallId: "c-1" });

  assert.deepEqual(whileLeaving, ["dialing"]);
  assert.deepEqual(states(), ["dialing"]);
  mock.timers.tick(250);
  assert.deepEqual(states(), ["connected"]);
  cti.destroy();
});

test("a change in a hidden page is written at once", () => {
  mock.timers.enable({ apis: ["setTimeout", "Date"] });
  const cti = widget({ resume: true });
  open(cti, page);
  page.hidden = true;

  cti.outgoingCall({ externalCallId: "c-1", toNumber: "+12025550123" });

  assert.deepEqual(states(), ["dialing"]);
  cti.destroy();
});

test("an old library's toJSON of lists leaves the record as it is", () => {
  Object.defineProperty(Array.prototype, "toJSON", { configurable: true, value: () => "[]" });
  try {
    const cti = widget({ resume: true });
    open(cti, page);
    cti.outgoingCall({ externalCallId: "c-1", toNumber: "+12025550123" });
    page.fire({ type: "pagehide", persisted: false });
    cti.destroy();
  } finally {
    Reflect.deleteProperty(Array.prototype, "toJSON");
  }

  assert.deepEqual(states(), ["dialing"]);
});

test("a page that its router moves is found where it was", () => {
  mock.timers.enable({ apis: ["setTimeout", "Date"] });
  const first = widget({ resume: true });
  open(first, page);
  first.outgoingCall({ externalCallId: "c-1", toNumber: "+12025550123" });
  page.fire({ type: "pagehide", persisted: false });
  const [name] = stored.keys();
  page.location.pathname = "/calls/7";
  page.fire({ type: "pagehide", persisted: false });

  const [moved, ...others] = [...stored.keys()].filter((key) => key.includes(":journal:"));
  page.location.pathname = "/";
  page.fire({ type: "pagehide", persisted: false });

  assert.notEqual(moved, name);
  assert.deepEqual(others, []);
  assert.deepEqual([...stored.keys()].filter((key) => key.includes(":journal:")), [name]);
  first.destroy();
});

test("a repeated dial is known although a handler changed it", () => {
  const numbers: unknown[] = [];
  const onDialNumber = (data: OnDialNumber): void => {
    numbers.push(data.phoneNumber);
    data.phoneNumber = "made its own";
  };
  const cti = widget({ eventHandlers: { onDialNumber } });
  page.receive(SYNC);
  const data = { phoneNumber: "+12025550123", startTimestamp: 1_700_000_000_000 };

  page.receive({ type: "DIAL_NUMBER", messageId: "h_2", data: { ...data } });
  page.receive({ type: "DIAL_NUMBER", messageId: "h_3", data: { ...data } });

  assert.deepEqual(numbers, ["+12025550123"]);
  assert.equal(cti.diagnostics().counts.REPEATED_DIAL, 1);
  cti.destroy();
});

test("a relay that a handler removes hears no more of the message", () => {
  const heard: string[] = [];
  const relays: IFrameManager[] = ["first", "second"].map(
    (name) =>
      new IFrameManager({
        logger: null,
        onMessageHandler: ({ type }) => {
          heard.push(`${name} ${type}`);
          if (type === "DIAL_NUMBER") {
            relays[1]?.remove();
          }
        },
      }),
  );
  page.receive(SYNC);

  page.receive({ type: "DIAL_NUMBER", messageId: "h_2", data: { phoneNumber: "+12025550123" } });

  assert.deepEqual(heard, ["first READY", "second READY", "first DIAL_NUMBER"]);
  relays[0]?.remove();
});

test("an instance that a handler destroys hears no more of the message", () => {
  const heard: string[] = [];
  const cti = widget({
    eventHandlers: {
      FAILED: () => {
        heard.push("FAILED");
        cti.destroy();
      },
      onUpdateEngagementFailed: () => heard.push("onUpdateEngagementFailed"),
    },
  });
  open(cti, page);

  page.receive({ type: "UPDATE_ENGAGEMENT_FAILED", messageId: "h_2", data: {} });

  assert.deepEqual(heard, ["FAILED"]);
});

test("a host's queued messages precede those of its READY handler", () => {
  const posted: { type: string; messageId: string }[] = [];
  const relay = new IFrameManager({ ...hostRole(), onMessageHandler: ({ type }) => { relay.sendMessage({ type: `AFTER_${type}` }); } });
  const { iFrame } = relay as unknown as { iFrame: { contentWindow: object; onload: () => void } };
  Object.assign(iFrame.contentWindow, { postMessage: (message: (typeof posted)[0]) => posted.push(message) });
  relay.sendMessage({ type: "BEFORE" });

  iFrame.onload();
  relay.onMessage({ data: { type: "SYNC_ACK", messageId: posted[0]?.messageId } });

  assert.deepEqual(posted.map(({ type }) => type), ["SYNC", "BEFORE", "AFTER_READY"]);
  relay.remove();
});

test("a relay without a place for its frame has no listener", () => {
  hasContainer = false;

  for (const construct of [() => new IFrameManager(hostRole()), () => widget({ iFrameOptions: hostRole().iFrameOptions })]) {
    assert.throws(construct, { code: "MISSING_HOST_ELEMENT" });
  }

  assert.deepEqual(page.heard(), []);
});

for (const [name, guardUnload, mode, isAsked] of [
  ["asks before a page is left only while a call is active", true, "normal", true],
  ["never asks without the unload guard", false, "normal", false],
  ["never asks in published mode", true, "published", false],
] as const) {
  test(`an instance ${name}`, () => {
    const cti = widget({ guardUnload, mode });
    const seen: boolean[] = [];
    const leave = (): void => {
      let isPrevented = false;
      page.fire({ type: "beforeunload", preventDefault: () => (isPrevented = true) });
      seen.push(isPrevented);
    };
    open(cti, page);
    leave();
    page.receive({ type: "DIAL_NUMBER", messageId: "h_2", data: { phoneNumber: "+12025550123" } });
    leave();
    cti.outgoingCall({ externalCallId: "c-1" });
    leave();
    cti.callEnded({ externalCallId: "c-1" });
    leave();

    assert.deepEqual(seen, [false, false, isAsked, false]);
    cti.destroy();
  });
}

test("an instance in the host's role is destroyed like any other", () => {
  const cti = widget({ iFrameOptions: hostRole().iFrameOptions });
  const events: string[] = [];
  cti.on("stateChanged", (state) => events.push(state));
  const before = cti.state;

  cti.destroy();
  cti.destroy();

  assert.equal(before, "notEmbedded");
  assert.equal(cti.state, "destroyed");
  assert.deepEqual(events, ["destroyed"]);
  assert.deepEqual(page.heard(), []);
});

test("an instance in the host's role starts no core early", () => {
  const { Instance } = WebAssembly;
  let started = 0;
  WebAssembly.Instance = function (module: WebAssembly.Module, imports: WebAssembly.Imports) {
    started += 1;
    return new Instance(module, imports);
  } as unknown as typeof WebAssembly.Instance;
  const heard: unknown[] = [];
  try {
    const cti = widget({
      iFrameOptions: hostRole().iFrameOptions,
      eventHandlers: { defaultEventHandler: ({ type }: { type: string }) => heard.push(type) } as unknown as OptionsInput["eventHandlers"],
    });
    cti.iFrameManager.iFrame?.onload?.({} as Event);
    widget({ iFrameOptions: hostRole().iFrameOptions }).destroy();
    const before = started;
    cti.onMessageHandler({ type: "CALL_DATA", data: { type: "CALL_DATA" } });
    cti.destroy();

    assert.equal(before, 0);
    assert.equal(started, 1);
    assert.deepEqual(heard, ["CALL_DATA"]);
  } finally {
    WebAssembly.Instance = Instance;
  }
});

test("a message by hand is answered to parent, stand-in or page", () => {
  const posted: unknown[] = [];
  const postMessage = ({ type }: { type: unknown }): unknown => posted.push(type);
  for (const [state, around] of [
    ["waiting", () => ({ postMessage })],
    ["notEmbedded", () => page],
    // Of a frame that was removed.
    ["notEmbedded", () => null],
  ] as const) {
    posted.length = 0;
    page = Object.defineProperties(new WidgetPage(), { parent: { get: around }, postMessage: { value: postMessage } });
    enter({ window: page, self: page });

    const cti = widget();
    assert.equal(cti.state, state);
    cti.iFrameManager.onMessage({ data: SYNC, origin: HOST });
    cti.initialized({ isLoggedIn: true });

    assert.deepEqual(posted, ["SYNC_ACK", "INITIALIZED"]);
    cti.destroy();
  }
});

test("each test of an app may give its page another parent", () => {
  const posted: string[] = [];
  const shown = ["first", "second"].map((name) => {
    const parent = { postMessage: ({ type }: { type: string }) => posted.push(`${name}: ${type}`) };
    Object.defineProperty(page, "parent", { configurable: true, value: parent });
    const cti = widget();
    cti.iFrameManager.onMessage({ data: SYNC, origin: HOST });
    return cti;
  });

  shown.forEach((cti) => {
    cti.userUnavailable();
  });

  assert.deepEqual(posted, ["first: SYNC_ACK", "second: SYNC_ACK", "first: USER_UNAVAILABLE", "second: USER_UNAVAILABLE"]);
  shown.forEach((cti) => {
    cti.destroy();
  });
});

test("a session opens beside the zones of an old Angular", (context) => {
  const { defineProperty } = Object;
  context.mock.method(Object, "defineProperty", (owner: Record<string, unknown>, ...rest: [string, PropertyDescriptor]) => {
    // zone.js up to 0.11 asks what it noted there before.
    void owner["__zone_symbol__unconfigurables"];
    return defineProperty(owner, ...rest);
  });

  const cti = widget();
  page.receive(SYNC);
  cti.initialized({ isLoggedIn: true });

  assert.deepEqual(page.said, ["SYNC_ACK", "INITIALIZED"]);
  cti.destroy();
});

for (const [kept, choose] of [
  ["the first", (listeners: Listener[]) => listeners.slice(0, 1)],
  ["the last", (listeners: Listener[]) => listeners.slice(-1)],
  ["every", (listeners: Listener[]) => listeners],
] as const) {
  test(`a test that keeps ${kept} message listener reaches the app once`, () => {
    const listeners: Listener[] = [];
    page.addEventListener = (type, listener) => {
      if (type === "message") {
        listeners.push(listener as Listener);
      }
    };
    const dialled: unknown[] = [];
    const cti = widget({ eventHandlers: { onDialNumber: ({ phoneNumber }) => dialled.push(phoneNumber) } });
    const fire = (data: object): void => {
      const event = { data, origin: HOST };
      choose(listeners).forEach((listener) => {
        listener(event);
      });
    };

    fire(SYNC);
    fire({ type: "DIAL_NUMBER", messageId: "h_2", data: { phoneNumber: "+12025550123" } });

    assert.deepEqual(dialled, ["+12025550123"]);
    cti.destroy();
  });
}

test("an event that a sandbox wraps for each listener is heard once", () => {
  const add = page.addEventListener.bind(page);
  page.addEventListener = (type, listener) => {
    add(type, typeof listener === "function" ? (event) => listener({ ...(event as object) }) : listener);
  };
  const dialled: unknown[] = [];
  const cti = widget({ eventHandlers: { onDialNumber: ({ phoneNumber }) => dialled.push(phoneNumber) } });

  page.receive(SYNC);
  page.receive({ type: "DIAL_NUMBER", messageId: "h_2", data: { phoneNumber: "+12025550123" } });

  assert.deepEqual(dialled, ["+12025550123"]);
  cti.destroy();
});

test("a relay without a referrer names the page's own origin", () => {
  const relay = new IFrameManager({ logger: null, onMessageHandler: () => undefined });

  assert.equal(relay.destinationHost, WIDGET);
  assert.equal(IFrameManager.extractHostFromUrl(""), WIDGET);
  relay.remove();
});

test("a host's own SYNC is acknowledged without the app", () => {
  const cti = widget({ beforeSend: () => null });
  cti.iFrameManager.sendMessage = () => assert.fail("it is no message of the app's");

  page.receive(SYNC);

  assert.deepEqual(page.said, ["SYNC_ACK"]);
  cti.destroy();
});

/** The input or output of a hook, and the code that reports it. */
const ofHooks: readonly [how: string, data: object, beforeSend: NonNullable<OptionsInput["beforeSend"]>, code: string][] = [
  ["gets a message that cannot be copied", throwingInCopies(), () => undefined, "NOT_CLONEABLE"],
  ["makes a message whose type throws", {}, () => ({ get type(): never { throw new Error("type"); } }), "HANDLER_THREW"],
  ["makes a message whose id throws", {}, () => ({ type: "CALL_DATA", get messageId(): never { throw new Error("id"); } }), "HANDLER_THREW"],
];

for (const [how, data, beforeSend, code] of ofHooks) {
  test(`a message is sent as it was if beforeSend ${how}`, () => {
    const thrown: string[] = [];
    enter({ reportError: (error: Error) => thrown.push(error.name) });
    const codes: string[] = [];
    const cti = widget({
      beforeSend: (message) => (message.type === "CALL_DATA" ? beforeSend(message) : undefined),
      onDiagnostic: (diagnostic) => codes.push(diagnostic.code),
    });
    open(cti, page);
    codes.length = 0;

    cti.callData(data);

    assert.deepEqual(codes, [code]);
    assert.equal(thrown.length, code === "HANDLER_THREW" ? 1 : 0);
    assert.deepEqual(page.posted.flatMap((posted) => (posted.type === "CALL_DATA" ? [posted.data === data] : [])), [true]);
    cti.destroy();
  });
}

/** A payload that can be read, but neither cloned for a hook nor copied. */
function throwingInCopies(): object {
  let reads = 0;
  return {
    get value(): number {
      reads += 1;
      if (reads === 2 || reads === 3) {
        throw new Error("not now");
      }
      return reads;
    },
  };
}

test("a deep message is thrown by no hook", () => {
  const cti = widget({ beforeSend: () => undefined });
  open(cti, page);

  let value = {};
  for (let depth = 1; depth <= 20_000; depth += 1) {
    value = { value };
    if (depth % 500 === 0) {
      const data = value;
      assert.doesNotThrow(() => {
        cti.callData(data);
      }, String(depth));
    }
  }

  cti.destroy();
});

test("no walk over what an app holds meets a window", () => {
  const opener = Object.assign(new FakeWindow(), { postMessage: () => undefined, window: null });
  Object.assign(opener, { window: opener });
  const popout = widget({ hostWindow: { window: opener as unknown as Window, origin: HOST } });
  const cti = widget();
  const hosting = new IFrameManager(hostRole());
  open(cti, page);

  const met = new Set<unknown>();
  const walk = (value: unknown): void => {
    if (((typeof value === "object" && value !== null) || typeof value === "function") && !met.has(value)) {
      met.add(value);
      for (const key of Reflect.ownKeys(value).filter((key) => Object.prototype.propertyIsEnumerable.call(value, key))) {
        walk((value as Record<PropertyKey, unknown>)[key]);
      }
    }
  };
  for (const held of [cti, popout, hosting, cti.getSnapshot(), cti.diagnostics()]) walk(held);

  for (const window of [page, page.parent, opener, hosting.destinationWindow]) assert.ok(!met.has(window));
  assert.equal(typeof JSON.stringify([cti, popout]), "string");
  // They exist by their names, to be read and to be replaced.
  assert.equal(cti.iFrameManager.destinationWindow, page.parent);
  assert.equal(popout.options.hostWindow?.window, opener);
  cti.iFrameManager.destinationWindow = null;
  assert.deepEqual([cti.iFrameManager.destinationWindow, Object.keys(cti.iFrameManager).includes("destinationWindow")], [null, false]);
  for (const instance of [cti, popout]) instance.destroy();
  hosting.remove();
});

test("an instance hears what its onMessage passes on", () => {
  const heard: string[] = [];
  const instance = (name: string): CallingExtensions => widget({ eventHandlers: { onReady: () => heard.push(`${name} READY`), onVisibilityChanged: () => heard.push(name) } });
  const [replaced, wrapped, removed, plain] = ["replaced", "wrapped", "removed", "plain"].map(instance) as [CallingExtensions, CallingExtensions, CallingExtensions, CallingExtensions];
  const events: string[] = [];
  replaced.iFrameManager.onMessage = ({ data }) => events.push((data as { type: string }).type);
  const onMessage = wrapped.iFrameManager.onMessage.bind(wrapped.iFrameManager);
  wrapped.iFrameManager.onMessage = (event) => {
    onMessage(event);
  };
  page.removeEventListener("message", removed.iFrameManager.messageHandler);

  page.receive(SYNC);
  page.receive({ type: "VISIBILITY_CHANGED", messageId: "h_2", data: {} });
  assert.deepEqual(events, ["SYNC", "VISIBILITY_CHANGED"]);
  assert.deepEqual(heard, ["wrapped READY", "plain READY", "wrapped", "plain"]);

  // An event that a wrapper passes on later is checked like any other.
  heard.length = 0;
  const event = { type: "message", isTrusted: true, eventPhase: 0, data: { type: "VISIBILITY_CHANGED", messageId: "h_3", data: {} } };
  onMessage({ ...event, source: page, origin: HOST } as never);
  assert.deepEqual(heard, []);
  onMessage({ ...event, source: page.parent, origin: HOST } as never);
  assert.deepEqual(heard, ["wrapped"]);

  plain.destroy();
  wrapped.destroy();
  page.receive({ type: "VISIBILITY_CHANGED", messageId: "h_4", data: {} });
  assert.deepEqual(heard, ["wrapped"]);
  // No listener is left: it does not open a session for the others.
  assert.equal(replaced.diagnostics().counts.FOREIGN_SOURCE, 1);
  for (const one of [replaced, removed]) one.destroy();
  assert.deepEqual(page.heard(), []);
});

test("a listener that is added anew hears the next message", () => {
  const heard: unknown[] = [];
  const cti = widget({ eventHandlers: { onVisibilityChanged: ({ isHidden }) => heard.push(isHidden) } });
  const { messageHandler } = cti.iFrameManager;
  open(cti, page);

  page.removeEventListener("message", messageHandler);
  page.receive({ type: "VISIBILITY_CHANGED", messageId: "h_2", data: { isHidden: 2 } });
  page.addEventListener("message", messageHandler);
  for (const n of [3, 4]) page.receive({ type: "VISIBILITY_CHANGED", messageId: `h_${String(n)}`, data: { isHidden: n } });

  assert.deepEqual(heard, [3, 4]);
  cti.destroy();
});

test("an error of another entry or copy is one of the package's", () => {
  const { CallingError: Other } = createRequire(import.meta.url)("calling-widget-sdk/rest") as { CallingError: typeof CallingError };
  const error: unknown = new Other("ABORTED", "stopped");

  assert.ok(!(error instanceof CallingError));
  assert.ok(CallingError.is(error));
  for (const other of [null, undefined, "ABORTED", new Error("stopped"), { code: "ABORTED" }, new DOMException("", "AbortError")]) {
    assert.ok(!CallingError.is(other));
  }
});

test("a misspelt option is named with the nearest in debug mode", () => {
  const said: unknown[] = [];
  const logger = { log: () => undefined, debug: () => undefined, error: () => undefined, warn: (line: unknown) => said.push(line) };
  const misspelt = { logger, allowedHostOrigin: [], eventHandlers: { onDialNumer: () => undefined, onCallEnd: () => undefined, onDial: () => undefined, onReady: () => undefined } };

  for (const debugMode of [false, true]) {
    const cti = widget({ ...misspelt, debugMode });
    cti.on("callChanged" as never, () => undefined);
    cti.on("ready" as never, () => undefined);
    cti.on("dial", () => undefined);
    cti.destroy();
  }

  assert.deepEqual(said, [
    "[calling-widget-sdk] option allowedHostOrigin is unknown; the nearest is allowedHostOrigins",
    "[calling-widget-sdk] eventHandlers.onDialNumer is unknown; the nearest is onDialNumber",
    "[calling-widget-sdk] eventHandlers.onCallEnd is unknown; the nearest is onEndCall",
    "[calling-widget-sdk] eventHandlers.onDial is unknown; the nearest is onDialNumber",
    "[calling-widget-sdk] on: event callChanged is unknown; the nearest is callsChanged",
    "[calling-widget-sdk] on: event ready is unknown; there are stateChanged, dial, resumed, roleChanged, callsChanged, diagnostic",
  ]);
});

test("a script's own origin and self are not the page's", () => {
  Object.assign(page, { origin: "+12025550123" });
  enter({ self: {} });
  const cti = widget();

  open(cti, page);

  const [acknowledgement] = page.posted as { iFrameUrl?: string }[];
  assert.deepEqual([page.said, acknowledgement?.iFrameUrl], [["SYNC_ACK", "INITIALIZED"], WIDGET]);
  cti.destroy();
});

test("a clock put forward makes no start of a call stale", () => {
  const cti = widget();
  cti.outgoingCall({ externalCallId: "c-1", toNumber: "+12025550143" });

  mock.timers.enable({ apis: ["Date"], now: Date.now() + 20_000 });
  open(cti, page);

  assert.deepEqual(page.said, ["SYNC_ACK", "INITIALIZED", "OUTGOING_CALL_STARTED"]);
  cti.destroy();
});

test("a record is dated by the day although the machine slept", () => {
  const cti = widget({ resume: true });
  open(cti, page);
  const morning = Date.now() + 14 * 3_600_000;

  mock.timers.enable({ apis: ["setTimeout", "Date"], now: morning });
  cti.outgoingCall({ externalCallId: "c-1", toNumber: "+12025550143" });
  page.fire({ type: "pagehide", persisted: false });

  const { at } = JSON.parse(written.pop() ?? "") as { at: number };
  assert.ok(Math.abs(at - morning) < 1000, String(at - morning));
  cti.destroy();
});

test("a stand-in for performance without a clock leaves the date's", () => {
  enter({ performance: { mark: () => undefined } });
  const cti = widget();
  cti.outgoingCall({ externalCallId: "c-1", toNumber: "+12025550143" });
  open(cti, page);

  assert.deepEqual(page.said, ["SYNC_ACK", "INITIALIZED", "OUTGOING_CALL_STARTED"]);
  cti.destroy();
});
