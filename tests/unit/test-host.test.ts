// The host in the test's process, in Node without a window. The rules are the engines': this
// tests that the two pages meet like in a browser.
import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { afterEach, mock, test } from "node:test";
import { setTimeout as later } from "node:timers";

import CallingExtensions from "calling-widget-sdk";
import { createHost, FaultyFrame, type CreateHostOptions, type TestHost } from "calling-widget-sdk/testing";

import { app } from "../support/app.ts";

let host: TestHost;

afterEach(() => {
  host.uninstall();
  mock.timers.reset();
});

function open(options: CreateHostOptions = {}): TestHost {
  host = createHost({ withinMs: 200, ...options });
  return host.install();
}

function types(of: readonly { type: string }[]): string[] {
  return of.map(({ type }) => type);
}

test("no walk over a host or a frame with faults meets a page", () => {
  const frame = { contentWindow: null, ownerDocument: { defaultView: null }, addEventListener: () => undefined };
  const faulty = new FaultyFrame(frame as unknown as HTMLIFrameElement);

  assert.deepEqual(Object.keys(open()), ["store", "clock", "faults"]);
  assert.deepEqual(Object.keys(faulty), ["element"]);
});

test("an app renders while a test waits, outside of `act`", async () => {
  Reflect.set(globalThis, "IS_REACT_ACT_ENVIRONMENT", true);
  const flags: unknown[] = [];
  const note = (): void => {
    flags.push(Reflect.get(globalThis, "IS_REACT_ACT_ENVIRONMENT"));
  };
  open();
  const cti: CallingExtensions = app({
    eventHandlers: {
      onDialNumber: ({ phoneNumber }) => {
        note();
        later(note, 0);
        cti.outgoingCall({ externalCallId: "call-1", toNumber: phoneNumber });
      },
    },
  });
  await host.ready();

  host.dial("+12025550123");
  await Promise.all([host.expect("OUTGOING_CALL_STARTED"), host.clock.advance(0)]);
  note();

  assert.deepEqual(flags, [false, false, true]);
  Reflect.deleteProperty(globalThis, "IS_REACT_ACT_ENVIRONMENT");
});

test("ids and times are the same in every run", async () => {
  const transcripts: string[] = [];
  for (let run = 0; run < 2; run += 1) {
    open();
    app();
    await host.ready();
    await host.clock.advance(1500);
    host.dial("+12025550123");
    await host.expect("OUTGOING_CALL_STARTED");
    transcripts.push(JSON.stringify(host.transcript));
    host.uninstall();
  }
  open({ seed: 2 });
  app();
  await host.ready();

  assert.equal(transcripts[0], transcripts[1]);
  assert.match(transcripts[0] ?? "", /"at":1500,"from":"host","message":\{"type":"DIAL_NUMBER".*"startTimestamp":1767225601500/);
  assert.notEqual(host.transcript[0]?.message.messageId, (JSON.parse(transcripts[0] ?? "") as typeof host.transcript)[0]?.message.messageId);
});

test("uninstall leaves no trace", async () => {
  const names = ["window", "self", "document", "location", "parent", "sessionStorage", "setTimeout", "Date", "reportError"];
  const before = names.map((name) => Reflect.getOwnPropertyDescriptor(globalThis, name)?.value as unknown);
  const { random } = Math;
  open();
  app({ resume: true });
  await host.ready();

  host.uninstall();
  host.uninstall();

  assert.deepEqual(names.map((name) => Reflect.getOwnPropertyDescriptor(globalThis, name)?.value as unknown), before);
  assert.equal(Math.random, random);
  assert.equal(typeof window, "undefined");
});

test("a reloaded widget finds its call, its former page is gone", async () => {
  open();
  const before = app({ resume: true });
  await host.ready();
  host.dial("+12025550123");
  await host.expect("OUTGOING_CALL_STARTED");
  let resumed: CallingExtensions | undefined;

  await host.reloadWidget(() => {
    resumed = app({ resume: true });
  });
  before.callEnded({ externalCallId: "call-1" });
  await host.clock.advance(0);
  const heard = types(host.received).includes("CALL_ENDED");
  host.endCall();
  await host.expect("CALL_ENDED");

  assert.deepEqual(resumed?.calls.map(({ externalCallId }) => externalCallId), ["call-1"]);
  assert.equal(heard, false);
});

test("a reloaded host page has a new session, and its store", async () => {
  open();
  app();
  await host.ready();
  host.dial("+12025550123");
  await host.expect("OUTGOING_CALL_STARTED");
  await host.clock.advance(0);
  const { page } = host;

  await host.reload(() => app());

  assert.notEqual(host.page, page);
  assert.equal(page.state, "destroyed");
  assert.equal(host.page.state, "initialized");
  assert.equal(host.store.engagements.length, 1);
});

test("the host's faults are those of its wire", async () => {
  open();
  const cti = app();
  await host.ready();

  host.faults.delay("USER_AVAILABLE", 400);
  cti.userAvailable();
  await host.clock.advance(399);
  const early = types(host.received).slice(2);
  await host.clock.advance(1);

  assert.deepEqual([early, types(host.received).slice(2)], [[], ["USER_AVAILABLE"]]);
  assert.deepEqual(host.transcript.flatMap(({ fate }) => fate ?? []), ["delayed"]);
});

test("a silent host hears later, a host that is gone never", async () => {
  open();
  const cti = app();
  await host.ready();

  const speak = host.faults.silence();
  cti.userAvailable();
  await host.clock.advance(5_000);
  const silent = types(host.received).slice(2);
  speak();
  await host.expect("USER_AVAILABLE");
  host.faults.hostGone();
  cti.userUnavailable();
  await host.clock.advance(0);

  assert.deepEqual(silent, []);
  assert.equal(host.transcript.at(-1)?.fate, "undeliverable");
  assert.deepEqual(types(host.received).slice(2), ["USER_AVAILABLE"]);
});

test("the host's last SYNC comes once more", async () => {
  open();
  app();
  await host.ready();

  // A widget answers a repeating host twice a second.
  await host.clock.advance(1_000);
  host.faults.syncAgain();
  await host.clock.advance(0);

  assert.deepEqual(types(host.received), ["SYNC_ACK", "INITIALIZED", "SYNC_ACK", "INITIALIZED"]);
});

test("a failed expectation names the nearest message", async () => {
  open();
  app();
  await host.ready();
  host.dial("+12025550123");
  await host.expect("OUTGOING_CALL_STARTED");
  await host.clock.advance(0);
  host.endCall();

  const failing = host.expect("CALL_ENDED", { externalCallId: "call-2" });

  await assert.rejects(failing, ({ message }: Error) => {
    assert.match(message, /^expected the widget to send CALL_ENDED with \{"externalCallId":"call-2"\}; the host did not get it within 200 ms/);
    assert.match(message, /The nearest is CALL_ENDED \(message \w+\): data\.externalCallId is "call-1" and not "call-2"\./);
    assert.match(message, / {2}host -> widget {2}DIAL_NUMBER \{.*"phoneNumber":"\+12025550123"/);
    return true;
  });
});

test("dates, maps, sets and bytes are expected by what they hold", async () => {
  const data = { at: new Date(5), map: new Map([["a", { b: 1, c: 2 }]]), set: new Set([1, { d: 2 }]), bytes: new Uint8Array([1, 2]), buffer: new Uint8Array([3]).buffer, big: 7n };
  open({ withinMs: 1 });
  const cti = app();
  await host.ready();

  cti.callData(data);
  for (const [name, value] of Object.entries({
    at: new Date(6),
    map: new Map([["a", { b: 2 }]]),
    set: new Set([{ d: 3 }]),
    bytes: new Uint8Array([1]),
    buffer: new Uint8Array([4]).buffer,
    big: 8n,
  })) {
    for (const wrong of [value, {}, [], null]) {
      await assert.rejects(host.expect("CALL_DATA", { [name]: wrong }), new RegExp(`data\\.${name}`));
    }
  }
  await assert.rejects(host.expect("CALL_DATA", { set: new Set([3]) }), /data\.set is \[1,\{"d":2\}\] and not \[3\]/);
  const found = await host.expect("CALL_DATA", { ...data, map: new Map([["a", { b: 1 }]]), set: new Set([{ d: 2 }]) });

  assert.deepEqual(found.data, data);
});

test("each message is expected once", async () => {
  open();
  const cti = app();
  await host.ready();
  cti.userAvailable();
  await host.expect("USER_AVAILABLE");

  await assert.rejects(host.expect("USER_AVAILABLE"), /it was expected before/);
});

test("two equal expectations wait for a message each", async () => {
  open();
  const cti = app();
  await host.ready();

  const both = Promise.all([host.expect("CALL_DATA"), host.expect("CALL_DATA")]);
  cti.callData(1);
  await new Promise<void>((resolve) => later(resolve, 20));
  cti.callData(2);

  assert.deepEqual((await both).map(({ data }) => data), [1, 2]);
});

test("a message from before a reload is not the new page's", async () => {
  open();
  app();
  await host.ready();
  await host.clock.advance(0);

  await host.reloadWidget(() => new CallingExtensions({ logger: null, eventHandlers: {} }));

  await assert.rejects(host.expect("INITIALIZED"), /The nearest is INITIALIZED .*: it came before a reload/);
});

test("nothing was posted: the failure says what may be wrong", async () => {
  open();
  host.dial("+12025550123");

  await assert.rejects(host.expect("INITIALIZED"), /was the host installed before the app was imported[^]*not sent \(HELD_LOADING\)/);
});

test("the runner's fake timers move the host", async () => {
  mock.timers.enable({ apis: ["setTimeout", "Date"], now: 1_000_000 });
  open({ clock: mock.timers });
  app();
  host.faults.drop("SYNC_ACK", Infinity);
  const refused = assert.rejects(host.ready(), /the host's state is failed[^]*widget -> host {2}SYNC_ACK .*\(dropped\)/);

  await host.clock.advance(31_000);
  await refused;

  assert.equal(host.clock.now, 1_031_000);
  assert.deepEqual(host.transcript[0]?.at, 0);
});

test("the real clock is waited for, and is not replaced", async () => {
  const { setTimeout: before } = globalThis;
  open({ clock: "real" });
  app();
  await host.ready();
  const start = performance.now();

  await host.clock.advance(20);

  assert.equal(globalThis.setTimeout, before);
  assert.ok(performance.now() - start >= 15);
  const earliest = Date.now();
  const { now } = host.clock;
  assert.ok(earliest <= now && now <= Date.now());
});

test("timers of the app run at their time", async () => {
  const times: number[] = [];
  open();
  const { now } = host.clock;
  const every = setInterval(() => times.push(Date.now() - now), 40);
  const stopped = setTimeout(() => times.push(-1), 10);
  clearTimeout(stopped);
  setTimeout(() => {
    clearInterval(every);
    throw new Error("the app's own");
  }, 100);

  await assert.rejects(host.clock.advance(200), /the app's own/);

  assert.deepEqual(times, [40, 80]);
  assert.equal(new Date().getTime(), now + 100);
});

test("a wait for a timer moves the time", async () => {
  open();
  app();
  await host.ready();
  const { now } = host.clock;
  const every: number[] = [];
  const interval = setInterval(() => every.push(Date.now() - now), 5);
  const started = host.expect("OUTGOING_CALL_STARTED");

  await new Promise((resolve) => setTimeout(resolve, 12));
  clearInterval(interval);
  const moved = host.clock.now - now;
  host.dial("+12025550123");
  await started;

  assert.deepEqual(every, [5, 10]);
  assert.equal(moved, 12);
  // On a slow machine the app's own timers may have run by now.
  const end = host.clock.now + 5_000;
  await host.clock.advance(5_000);
  assert.equal(host.clock.now, end);
});

test("no timer runs while the session is opened", async () => {
  open();
  const runs: string[] = [];
  setTimeout(() => runs.push("ready"), 0);

  await assert.rejects(host.ready(), /did not/);
  const before = [...runs];
  await host.clock.advance(0);

  assert.deepEqual([before, runs], [[], ["ready"]]);
});

test("listeners are called in a browser's order, until they are removed", async () => {
  open();
  const heard: string[] = [];
  const note = (what: string) => (): void => void heard.push(what);
  const controller = new AbortController();
  const twice = note("twice");
  window.addEventListener("message", twice);
  window.addEventListener("message", twice, true);
  window.addEventListener("message", note("bubbling"));
  window.addEventListener("message", note("capturing"), { capture: true, signal: controller.signal });
  app();
  await host.ready();
  const whole = heard.splice(0);

  window.removeEventListener("message", twice, true);
  controller.abort();
  host.page.setVisibility({ isMinimized: true });
  await host.clock.advance(0);

  assert.deepEqual(whole, ["twice", "capturing", "twice", "bubbling"]);
  assert.deepEqual(heard, ["twice", "bubbling"]);
});

test("other listeners of the page outlast the host", () => {
  open();
  const heard: string[] = [];
  const listener = ({ type }: Event): void => void heard.push(type);
  document.addEventListener("focusin", listener);
  document.addEventListener("visibilitychange", listener);
  const { document: page } = globalThis;

  host.uninstall();
  for (const type of ["focusin", "visibilitychange"]) {
    page.dispatchEvent(new Event(type));
  }

  assert.deepEqual(heard, ["focusin"]);
});

test("a refused call is in the transcript with its reason", async () => {
  open();
  const cti = app();
  await host.ready();

  cti.userUnavailable();
  cti.incomingCall({ externalCallId: "call-2", fromNumber: "+12025550123", toNumber: "+12025550199" });
  await host.expect("INCOMING_CALL");

  const reports = host.transcript.flatMap((entry) => entry.reports ?? []);
  assert.match(reports.join("\n"), /^USER_UNAVAILABLE: /);
  await assert.rejects(host.expect("CALL_ANSWERED"), /INCOMING_CALL .*\(USER_UNAVAILABLE: /);
});

test("a fraction of a millisecond is waited for", async () => {
  open();
  const cti = app();
  await host.ready();
  const { now } = host.clock;
  host.faults.hangEngagement();
  const times: number[] = [];
  setTimeout(() => times.push(Date.now() - now), 1000 / 3);

  for (let step = 0; step < 60; step += 1) {
    await host.clock.advance(1000 / 60);
  }
  const after = host.clock.now - now;
  const engagement = cti.tracked.outgoingCall({ externalCallId: "call-1", createEngagement: true }).engagement({ timeoutMs: 1000 / 3 });
  const refused = assert.rejects(engagement, { code: "TIMED_OUT" });
  await host.clock.advance(334);
  await refused;

  assert.ok(after === 999 || after === 1000, String(after));
  assert.deepEqual(times, [333]);
  assert.ok(Number.isInteger(host.clock.now));
});

test("a timer that sets itself again holds no clock up", async () => {
  open();
  const { now } = host.clock;
  let runs = 0;
  const poll = (): void => {
    runs += 1;
    setTimeout(poll, 0);
  };
  poll();

  await host.clock.advance(100);

  assert.equal(host.clock.now, now + 100);
  assert.ok(runs > 100 && runs < 200, String(runs));
});

test("the clock never goes back", async () => {
  open();
  const { now } = host.clock;

  await Promise.all([host.clock.advance(100), host.clock.advance(10)]);
  await host.clock.advance(-50);
  await host.clock.advance(NaN);

  assert.equal(host.clock.now, now + 100);
});

test("an app for the published SDK makes the same call", async () => {
  open();
  // Its script reads the window when it loads.
  const published = createRequire(`${process.cwd()}/tests/unit/`)("published-0.9.7") as { default: typeof CallingExtensions };
  app({ debugMode: false }, published.default);
  await host.ready();

  const { sent } = host.dial("+12025550123");
  await host.expect("OUTGOING_CALL_STARTED");
  await host.clock.advance(0);
  host.endCall();
  await host.expect("CALL_ENDED");

  assert.equal(sent, true);
  assert.deepEqual(types(host.sent), ["SYNC", "DIAL_NUMBER", "CREATE_ENGAGEMENT_SUCCEEDED", "ENGAGEMENT_CREATED", "END_CALL"]);
  assert.deepEqual(types(host.received), ["SYNC_ACK", "INITIALIZED", "OUTGOING_CALL_STARTED", "CALL_ENDED"]);
  assert.equal(host.store.engagements.length, 1);
});
