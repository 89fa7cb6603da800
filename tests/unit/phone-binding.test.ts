// A fake phone behind a widget: the host's messages, and the phone's orders.
import assert from "node:assert/strict";
import { afterEach, test } from "node:test";

import CallingExtensions, { type WidgetState } from "calling-widget-sdk";
import { bindPhone, type Phone, type PhoneBinding, type PhoneDiagnostic, type PhoneEvent, type PhoneOptions } from "calling-widget-sdk/phone";
import { createHost, type TestHost } from "calling-widget-sdk/testing";

let host: TestHost;
afterEach(() => {
  host.uninstall();
});

/** A phone that acts by the test's orders, and records requests. */
class FakePhone implements Phone {
  readonly asked: string[] = [];
  readonly faults = new Map<string, () => unknown>();
  readonly calls = new Set<string>();
  private listener: ((event: PhoneEvent) => void) | undefined;

  private note(name: string, ...args: unknown[]): unknown {
    this.asked.push([name, ...args.map((arg) => (typeof arg === "string" ? arg : JSON.stringify(arg)))].join(" "));
    return this.faults.get(name)?.();
  }

  dial = (_: string, number: string) => this.note("dial", number);
  answer = () => this.note("answer");
  reject = (_: string, reason: string) => this.note("reject", reason);
  hangUp = () => this.note("hangUp");
  mute = (_: string, isOn: boolean) => this.note("mute", isOn);
  hold = (_: string, isOn: boolean) => this.note("hold", isOn);
  sendDigits = (_: string, digits: string) => this.note("sendDigits", digits);
  transfer = (_: string, target: unknown) => this.note("transfer", target);
  has = (callId: string) => this.calls.has(callId);
  listen = (listener: (event: PhoneEvent) => void) => {
    this.listener = listener;
    return () => {
      this.listener = undefined;
    };
  };

  /** Reports anything. */
  says(type: string, callId?: string, more: object = {}): void {
    this.listener?.({ type, callId, ...more } as PhoneEvent);
  }
}

type Bench = { cti: CallingExtensions; phone: FakePhone; binding: PhoneBinding; codes: string[]; diagnostics: PhoneDiagnostic[] };

/** A page with an app that has only a phone. */
function page(options: PhoneOptions = {}, phone = new FakePhone()): Bench {
  const cti = new CallingExtensions({ logger: null, resume: true, lifecycle: "strict", eventHandlers: {} });
  const diagnostics: PhoneDiagnostic[] = [];
  const codes: string[] = [];
  const binding = bindPhone(cti, phone, {
    fromNumber: "+12025550199",
    onDiagnostic: (diagnostic) => {
      diagnostics.push(diagnostic);
      codes.push(diagnostic.code);
    },
    ...options,
  });
  return { cti, phone, binding, codes, diagnostics };
}

/** The same, in a host's frame and ready. */
async function bench(options: PhoneOptions = {}): Promise<Bench> {
  host = createHost({ withinMs: 500 }).install();
  const bench = page(options);
  // A host rejects incoming calls for an unavailable user.
  bench.phone.says("registered");
  await host.ready({ iframeLocation: "remote" });
  await host.expect("INITIALIZED");
  return bench;
}

/** The host's messages about calls, without the handshake. */
function said(): string[] {
  return host.received
    .filter(({ type }) => type !== "SYNC_ACK" && type !== "INITIALIZED")
    .map((message) => {
      const { callEndStatus, engagementProperties } = ((message as { data?: unknown }).data ?? {}) as Record<string, Record<string, string> & string>;
      return [message.type, callEndStatus, engagementProperties?.["hs_call_status"], engagementProperties?.["hs_call_duration"]].filter((word) => word !== undefined).join(" ");
    });
}

/** Waits for promises and the host's answers. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 5; turn++) {
    await host.clock.advance(1);
  }
}

/** Dials from the host, and returns the call's id. */
async function dialled({ binding }: Bench): Promise<string> {
  host.dial("+1 (202) 555-0123");
  await settle();
  const call = binding.calls.at(-1);
  assert.ok(call);
  return call.id;
}

/** Rings with an incoming call. */
async function rung({ phone }: Bench, id = "in-1"): Promise<string> {
  phone.says("incoming", id, { from: "+12025550123" });
  await settle();
  return id;
}

test("a dialled call has one start, one answer and one end", async () => {
  const one = await bench();
  const id = await dialled(one);
  one.phone.says("ringing", id);
  await host.clock.advance(5000);
  one.phone.says("answered", id);
  one.phone.says("answered", id);
  await host.clock.advance(7000);
  // The end of a conversation needs no known cause.
  one.phone.says("ended", id, { cause: 200 });
  one.phone.says("ended", id, { cause: "normal" });
  await settle();

  assert.deepEqual(said(), ["OUTGOING_CALL_STARTED", "CALL_ANSWERED", "CALL_ENDED COMPLETED", "CALL_COMPLETED COMPLETED 7000"]);
  assert.deepEqual(one.phone.asked, ["dial +12025550123"]);
  assert.deepEqual(one.codes, ["PHONE_EVENT_REPEATED", "PHONE_EVENT_LATE"]);
  const [engagement] = host.store.engagements;
  assert.equal(engagement?.externalCallId, id);
});

test("an end that is noticed late has the duration until then", async () => {
  for (const [ageMs, durationMs] of [[68_000, 7000], [90_000, 0], [0, 75_000]] as const) {
    const one = await talking();
    await host.clock.advance(75_000);
    one.phone.says("ended", one.binding.calls[0]?.id, { ageMs });
    await settle();

    assert.deepEqual(said().slice(-2), ["CALL_ENDED COMPLETED", `CALL_COMPLETED COMPLETED ${String(durationMs)}`]);
    host.uninstall();
  }
});

test("a call that lost its sound has the duration until then", async () => {
  for (const [type, code] of [[undefined, "PHONE_SILENT"], ["failed", undefined]] as const) {
    const one = await talking();
    const id = one.binding.calls[0]?.id;
    await host.clock.advance(7000);
    one.phone.says("reconnecting", id);
    await host.clock.advance(20_000);
    one.phone.says("reconnecting", id);
    if (type !== undefined) {
      one.phone.says(type, id);
    }
    await host.clock.advance(40_000);

    assert.deepEqual(said().slice(-2), ["CALL_ENDED FAILED", "CALL_COMPLETED FAILED 7000"]);
    assert.deepEqual(one.codes, code === undefined ? [] : [code]);
    host.uninstall();
  }
});

for (const jump of [3_600_000, -3_600_000]) {
  test(`a clock set by ${String(jump)} ms changes no duration`, async () => {
    const one = await bench();
    const id = await dialled(one);
    one.phone.says("answered", id);
    const { now } = Date;
    Object.defineProperty(globalThis, "Date", { value: new Proxy(Date, { get: (date, name) => (name === "now" ? () => now() + jump : (Reflect.get(date, name) as unknown)) }), configurable: true });
    await host.clock.advance(3000);
    one.phone.says("ended", id);
    await settle();

    assert.equal(said().at(-1), "CALL_COMPLETED COMPLETED 3000");
    const [call] = one.binding.calls;
    assert.equal((call?.endedAt ?? 0) - (call?.answeredAt ?? 0), 3000);
  });
}

test("the app's properties go to their own engagement", async () => {
  let done: (notes: { hs_call_body: string }) => void = () => undefined;
  const one = await bench({ maxCalls: 2, properties: ({ number }) => (number.startsWith("+1 (202)") ? new Promise((resolve) => (done = resolve)) : { hs_call_body: "other" }) });
  const first = await dialled(one);
  one.phone.says("ended", first, { cause: 486 });
  await settle();
  host.dial("+12025550777");
  await settle();
  const second = one.binding.calls.at(-1)?.id ?? "";
  one.phone.says("ended", second, { cause: 480 });
  await settle();
  done({ hs_call_body: "busy, again" });
  await settle();

  const completed = host.received.filter(({ type }) => type === "CALL_COMPLETED").map((message) => (message as { data: { externalCallId: string; engagementId: number; engagementProperties: object } }).data);
  const ids = new Map(host.store.engagements.map(({ externalCallId, id }) => [externalCallId, id]));
  assert.deepEqual(completed.map(({ externalCallId }) => externalCallId), [second, first]);
  for (const { externalCallId, engagementId } of completed) {
    assert.equal(engagementId, ids.get(externalCallId));
  }
  assert.deepEqual(completed.map(({ engagementProperties }) => (engagementProperties as { hs_call_body: string }).hs_call_body), ["other", "busy, again"]);
});

// The end status by the cause; tests/phone.rs has the numbers of the table.
for (const [cause, type, expected, code] of [
  [486, "ended", "BUSY", undefined],
  [600, "failed", "BUSY", undefined],
  [404, "ended", "FAILED", undefined],
  [699, "failed", "FAILED", undefined],
  ["busy", "ended", "BUSY", undefined],
  ["USER_BUSY", "ended", "BUSY", undefined],
  [17, "ended", "BUSY", undefined],
  ["SIP/2.0 486 Busy Here", "failed", "BUSY", undefined],
  ["480", "ended", "NO_ANSWER", undefined],
  ["No Answer", "failed", "NO_ANSWER", undefined],
  ["4861", "ended", "FAILED", "PHONE_CAUSE_UNKNOWN"],
  [undefined, "ended", "NO_ANSWER", undefined],
  [undefined, "failed", "FAILED", undefined],
  ["microphone", "failed", "FAILED", "PHONE_MICROPHONE_DENIED"],
  ["toString", "ended", "FAILED", "PHONE_CAUSE_UNKNOWN"],
  [{}, "failed", "FAILED", "PHONE_CAUSE_UNKNOWN"],
  [200, "ended", "FAILED", "PHONE_CAUSE_UNKNOWN"],
  [Number.NaN, "ended", "FAILED", "PHONE_CAUSE_UNKNOWN"],
] as const) {
  test(`an unanswered call is ${expected} by ${JSON.stringify(cause)} (${type})`, async () => {
    const one = await bench();
    const id = await dialled(one);
    one.phone.says(type, id, { cause });
    await settle();

    assert.deepEqual(said().slice(1), [`CALL_ENDED ${expected}`, `CALL_COMPLETED ${expected}`]);
    assert.deepEqual(one.codes, code === undefined ? [] : [code]);
  });
}

test("a call that comes in is missed, declined, or taken", async () => {
  for (const [act, lines, asked] of [
    [(one: Bench) => one.phone.says("ended", "in-1", { cause: 487 }), ["INCOMING_CALL", "CALL_ENDED MISSED", "CALL_COMPLETED NO_ANSWER"], []],
    [(one: Bench) => one.phone.says("failed", "in-1", { cause: "Canceled" }), ["INCOMING_CALL", "CALL_ENDED MISSED", "CALL_COMPLETED NO_ANSWER"], []],
    [(one: Bench) => one.phone.says("failed", "in-1", { cause: 404 }), ["INCOMING_CALL", "CALL_ENDED FAILED", "CALL_COMPLETED FAILED"], []],
    [(one: Bench) => one.phone.says("ended", "in-1", { cause: 603 }), ["INCOMING_CALL", "CALL_ENDED REJECTED", "CALL_COMPLETED NO_ANSWER"], []],
    [(one: Bench) => one.binding.decline(), ["INCOMING_CALL", "CALL_ENDED REJECTED", "CALL_COMPLETED NO_ANSWER"], ["reject declined"]],
    [(one: Bench) => { one.binding.answer(); one.phone.says("answered", "in-1"); }, ["INCOMING_CALL", "CALL_ANSWERED", "CALL_ENDED COMPLETED", "CALL_COMPLETED COMPLETED 0"], ["answer"]],
    [(one: Bench) => one.phone.says("ended", "in-1", { cause: "here" }), ["INCOMING_CALL", "CALL_ENDED MISSED", "CALL_COMPLETED NO_ANSWER"], []],
    [(one: Bench) => one.phone.says("ended", "in-1", { cause: "elsewhere" }), ["INCOMING_CALL", "CALL_ENDED CANCELED", "CALL_COMPLETED CANCELED"], []],
  ] as const) {
    const one = await bench();
    await rung(one);
    act(one);
    one.phone.says("ended", "in-1", { cause: "normal" });
    await settle();

    assert.deepEqual(said(), lines);
    assert.deepEqual(one.phone.asked, asked);
    assert.ok(!one.codes.includes("PHONE_CAUSE_UNKNOWN"));
    host.uninstall();
  }
});

for (const waits of [true, false]) {
  test(`a missed call is offered again under its id (${waits ? "before" : "after"} its completion)`, async () => {
    const one = await bench({ properties: ({ status }) => (waits && status === "MISSED" ? new Promise(() => undefined) : {}) });
    await rung(one);
    one.phone.says("ended", "in-1", { cause: "canceled" });
    await settle();
    await rung(one);
    one.phone.says("answered", "in-1");
    one.phone.says("ended", "in-1");
    await settle();

    assert.deepEqual(said(), ["INCOMING_CALL", "CALL_ENDED MISSED", "CALL_COMPLETED NO_ANSWER", "INCOMING_CALL", "CALL_ANSWERED", "CALL_ENDED COMPLETED", "CALL_COMPLETED COMPLETED 0"]);
    assert.deepEqual(host.store.engagements.map(({ callEndStatus }) => callEndStatus), ["MISSED", "COMPLETED"]);
  });
}

for (const [settles, line] of [[true, "CALL_TRANSFERRED"], [false, "CALL_ENDED COMPLETED"]] as const) {
  test(`a transfer that ends the call before it settles is ${line}`, async () => {
    const one = await bench();
    await rung(one);
    one.phone.says("answered", "in-1");
    let settled = (): void => undefined;
    one.phone.faults.set("transfer", () => new Promise<void>((resolve) => (settled = resolve)).then(() => one.phone.says("transferred", "in-1")));
    one.binding.transfer("+12025550177");
    one.phone.says("ended", "in-1");
    if (settles) settled();
    await host.clock.advance(6_000);

    assert.equal(said()[2], line);
  });
}

test("the extension of a number is not dialled, but the call's", async () => {
  const one = await bench();
  host.dial("+1 202 555 0123 ext. 55");
  await settle();
  const [call] = one.binding.calls;
  assert.deepEqual([call?.number, call?.extension], ["+1 202 555 0123 ext. 55", "55"]);
  one.phone.says("answered", call?.id);
  one.binding.transfer("+12025550111 x7");

  assert.deepEqual(one.phone.asked, ["dial +12025550123", "transfer +12025550111"]);
  assert.deepEqual(one.diagnostics, [
    { code: "PHONE_EXTENSION", callId: call?.id, detail: "dial" },
    { code: "PHONE_EXTENSION", callId: "", detail: "transfer" },
  ]);
});

test("the host gets the caller's number or name", async () => {
  for (const [from, to, fromNumber, toNumber, number] of [
    ["sip:+12025550142@example.com", "ada", "+12025550142", "+12025550199", "+12025550142"],
    ["client:ada", "+12025550111", "ada", "+12025550111", "ada"],
    ["ada", undefined, "ada", "+12025550199", "ada"],
    ["anonymous", "ada", "", "+12025550199", "anonymous"],
    [{}, "ada", "", "+12025550199", ""],
  ] as const) {
    const one = await bench();
    one.phone.says("incoming", "in-1", { from, to });
    const { data } = await host.expect("INCOMING_CALL");
    assert.deepEqual([data.fromNumber, data.toNumber, one.binding.calls[0]?.number], [fromNumber, toNumber, number]);
    one.phone.says("ended", "in-1");
    const { data: completed } = await host.expect("CALL_COMPLETED");
    const { hs_call_from_number: fromProperty, hs_call_to_number: toProperty } = completed.engagementProperties ?? {};
    assert.deepEqual([fromProperty, toProperty], [/\d/.test(fromNumber) ? fromNumber : undefined, toNumber]);
    host.uninstall();
  }
});

test("a second call is refused as busy while one is open", async () => {
  const one = await bench();
  const id = await dialled(one);
  one.phone.says("incoming", "in-2", { from: "+12025550177" });
  one.phone.says("ended", "in-2", { cause: 486 });
  one.binding.dial("+12025550178");
  await settle();
  assert.deepEqual(one.phone.asked, ["dial +12025550123", "reject busy"]);
  assert.deepEqual(said(), ["OUTGOING_CALL_STARTED"]);
  assert.deepEqual(one.codes, ["PHONE_CALL_OPEN", "PHONE_EVENT_LATE", "PHONE_CALL_OPEN"]);

  one.phone.says("ended", id, { cause: 486 });
  await rung(one, "in-3");
  assert.equal(said().filter((line) => line === "INCOMING_CALL").length, 1);
});

/** A call with both sides talking. */
async function talking(): Promise<Bench> {
  const one = await bench();
  one.binding.dial("+12025550123");
  one.phone.says("answered", one.binding.calls[0]?.id);
  return one;
}

test("mute, hold and digits go to the phone", async () => {
  const one = await bench();
  const id = await dialled(one);
  one.binding.hold(true);
  one.binding.sendDigits("1");
  one.phone.says("answered", id);
  one.binding.mute(true);
  one.binding.hold(true);
  one.binding.sendDigits("12#");
  await settle();

  assert.deepEqual(one.phone.asked.slice(1), ["sendDigits 1", "mute true", "hold true", "sendDigits 12#"]);
  assert.deepEqual(one.codes, ["PHONE_NOT_ALLOWED"]);
  assert.deepEqual([one.binding.calls[0]?.isMuted, one.binding.calls[0]?.isHeld], [true, true]);
  one.binding.hold(false);
  one.phone.says("ended", id);
  await settle();
  assert.equal(one.binding.calls[0]?.isHeld, true);
});

for (const isOn of [true, false]) {
  test(`an early mute is repeated at the answer (${String(isOn)})`, async () => {
    const one = await bench();
    const id = await dialled(one);
    one.phone.faults.set("mute", () => Promise.reject(new Error("no sound yet")));
    one.binding.mute(true);
    await settle();
    one.phone.faults.clear();
    if (!isOn) {
      one.binding.mute(false);
    }
    one.phone.says("ringing", id);
    one.phone.says("answered", id);
    await settle();

    assert.deepEqual(one.phone.asked.slice(1), isOn ? ["mute true", "mute true", "mute true"] : ["mute true", "mute false"]);
    assert.deepEqual([one.binding.calls[0]?.isMuted, one.codes.length], [isOn, 0]);
  });
}

test("a phone that cannot mute leaves the call unmuted", async () => {
  const one = await bench();
  const id = await dialled(one);
  one.phone.says("answered", id);
  one.phone.faults.set("mute", () => {
    throw new Error("no");
  });
  one.binding.mute(true);
  await settle();

  assert.deepEqual([one.binding.calls[0]?.isMuted, one.binding.calls[0]?.state], [false, "connected"]);
  assert.deepEqual(one.codes, ["PHONE_THREW"]);
});

// By the binding, or by an app that reports it itself.
for (const [at, choose] of [
  ({ binding }: Bench, isAvailable: boolean) => binding.setAvailable(isAvailable),
  ({ cti }: Bench, isAvailable: boolean) => (isAvailable ? cti.userAvailable() : cti.userUnavailable()),
  ({ cti }: Bench, isAvailable: boolean) => cti.sendMessage({ type: isAvailable ? "USER_AVAILABLE" : "USER_UNAVAILABLE" }),
].entries()) {
  test(`an unavailable user stays so as the phone registers (${String(at)})`, async () => {
    const one = await bench();
    choose(one, false);
    const says = async (...events: string[]): Promise<void> => {
      for (const event of events) {
        one.phone.says(event);
        await host.clock.advance(1000);
      }
    };
    await says("registered", "unregistered", "registered", "unregistered");
    assert.deepEqual(said(), ["USER_UNAVAILABLE"]);

    await says("registered");
    choose(one, true);
    await says("unregistered", "registered");

    assert.deepEqual(said(), ["USER_UNAVAILABLE", "USER_AVAILABLE", "USER_UNAVAILABLE", "USER_AVAILABLE"]);
  });
}

test("a registration loop reaches the host once a second", async () => {
  const one = await bench();
  for (let change = 0; change < 300; change++) {
    one.phone.says(change % 2 === 0 ? "unregistered" : "registered");
    await host.clock.advance(10);
  }
  await host.clock.advance(2000);

  assert.ok(said().length <= 5, said().join());
  assert.notEqual(said().at(-1), "USER_UNAVAILABLE");
  assert.deepEqual(one.codes, ["PHONE_REGISTRATION_LOOP"]);
});

test("a refused registration is reported with its status", async () => {
  const one = await bench();
  one.phone.says("unregistered", undefined, { cause: 403 });

  assert.deepEqual(one.diagnostics, [{ code: "PHONE_UNREGISTERED", callId: "", detail: "unregistered: 403" }]);
});

test("an unavailable user is so in INITIALIZED, until a log-in", async () => {
  host = createHost({ withinMs: 500 }).install();
  const { phone, binding } = page({ initialized: { isAvailable: true } });
  binding.setAvailable(false);
  phone.says("registered");
  await host.ready({ iframeLocation: "remote" });
  assert.equal((await host.expect("INITIALIZED")).data.isAvailable, false);

  binding.logOut();
  phone.says("registered");
  await host.clock.advance(1000);

  assert.deepEqual(said(), ["LOGGED_OUT", "LOGGED_IN", "USER_AVAILABLE"]);
});

test("an unavailable user stays so with another binding", async () => {
  const one = await bench();
  one.binding.setAvailable(false);
  one.cti.destroy();
  page({}, one.phone).phone.says("registered");

  assert.equal((await host.expect("INITIALIZED")).data.isAvailable, false);
  await host.clock.advance(1000);
  assert.deepEqual(said(), ["USER_UNAVAILABLE"]);
});

test("unbound, the instance's own sendMessage is as before", async () => {
  const { cti, binding } = await bench();
  binding.unbind();
  assert.equal(Object.hasOwn(cti, "sendMessage"), false);
});

test("a phone registered before READY is so in INITIALIZED", async () => {
  host = createHost({ withinMs: 500 }).install();
  const { phone } = page({ initialized: { sizeInfo: { width: 400, height: 500 } } });
  phone.says("registered");
  await host.ready({ iframeLocation: "remote" });

  const { data } = await host.expect("INITIALIZED");
  assert.deepEqual({ ...data }, { isLoggedIn: true, isAvailable: true, sizeInfo: { width: 400, height: 500 } });
});

test("a log-out in a call waits for its completion", async () => {
  const one = await bench();
  const id = await dialled(one);
  one.phone.says("answered", id);
  one.binding.logOut();
  one.binding.logOut();
  await settle();
  assert.equal(said().at(-1), "USER_UNAVAILABLE");
  one.phone.says("ended", id);
  await settle();

  assert.deepEqual(said().slice(-4).map((line) => line.replace(/ \d+$/, "")), ["USER_UNAVAILABLE", "CALL_ENDED COMPLETED", "CALL_COMPLETED COMPLETED", "LOGGED_OUT"]);
  assert.deepEqual(one.phone.asked.slice(1), ["hangUp"]);
});

test("unknown calls and events are reported, and change nothing", async () => {
  const one = await bench();
  for (const event of ["answered", "ended", "ringing", "transferred"]) {
    one.phone.says(event, "nobody");
  }
  for (const event of ["constructor", "toString", "silent", "completed", "threw", "dial", "__proto__", ""]) {
    one.phone.says(event, "nobody");
  }
  one.phone.says("answered");
  (one.phone as unknown as { listener(event: unknown): void }).listener(null);
  (one.phone as unknown as { listener(event: unknown): void }).listener(7);
  one.binding.hangUp();
  one.binding.answer("nobody");
  one.binding.answer({ id: "nobody", number: "+12025550123" } as never);
  await settle();

  assert.deepEqual(said(), []);
  assert.deepEqual(one.binding.calls, []);
  assert.deepEqual([...new Set(one.codes)].sort(), ["PHONE_EVENT_UNKNOWN", "PHONE_UNKNOWN_CALL"]);
  assert.equal(one.codes.length, 4 + 8 + 3 + 3);
  assert.ok(!JSON.stringify(one.diagnostics).includes("+1202"));
});

for (const [way, fault, ...codes] of [
  ["throws", () => { throw new TypeError("secret +12025550123"); }, "PHONE_THREW"],
  ["rejects", () => Promise.reject(new TypeError("secret +12025550123")), "PHONE_THREW"],
  ["is denied the microphone", () => Promise.reject(new DOMException("secret", "NotAllowedError")), "PHONE_MICROPHONE_DENIED", "PHONE_THREW"],
  ["is never done", () => new Promise(() => undefined), "PHONE_SILENT"],
] as const) {
  test(`a phone whose dial ${way} leaves no call open`, async () => {
    const one = await bench();
    one.phone.faults.set("dial", fault);
    await dialled(one);
    await host.clock.advance(60_001);
    await settle();

    assert.deepEqual(said(), ["OUTGOING_CALL_STARTED", "CALL_ENDED FAILED", "CALL_COMPLETED FAILED"]);
    assert.deepEqual(one.codes, codes);
    assert.match(one.diagnostics[0]?.detail ?? "", codes[0] === "PHONE_THREW" ? /: TypeError$/ : /./);
    assert.ok(!JSON.stringify(one.diagnostics).includes("secret"));
  });
}

test("without an engagement the call is completed all the same", async () => {
  const one = await bench({ engagementTimeoutMs: 1000 });
  host.faults.hangEngagement();
  const id = await dialled(one);
  one.phone.says("ended", id, { cause: 486 });
  await host.clock.advance(1001);
  await settle();

  assert.deepEqual(said(), ["OUTGOING_CALL_STARTED", "CALL_ENDED BUSY", "CALL_COMPLETED"]);
  assert.deepEqual(one.codes, ["PHONE_NO_ENGAGEMENT"]);
});

test("a widget that is to stay is said to", async () => {
  const one = await bench({ hideWidget: false });
  const id = await dialled(one);
  one.phone.says("ended", id, { cause: 486 });

  const { data } = await host.expect("CALL_COMPLETED");
  assert.equal(data.hideWidget, false);
});

test("properties that throw complete the call without them", async () => {
  const one = await bench({ properties: () => { throw new Error("secret"); } });
  const id = await dialled(one);
  one.phone.says("ended", id, { cause: 486 });
  await settle();

  assert.deepEqual(said().slice(1), ["CALL_ENDED BUSY", "CALL_COMPLETED BUSY"]);
  assert.deepEqual(one.codes, ["PHONE_PROPERTIES_FAILED"]);
});

test("a text that is no number fails the call", async () => {
  const one = await bench();
  host.dial("call me maybe, please!");
  await settle();

  assert.deepEqual(said(), ["OUTGOING_CALL_STARTED", "CALL_ENDED FAILED", "CALL_COMPLETED FAILED"]);
  assert.deepEqual(one.phone.asked, []);
  assert.deepEqual(one.codes, ["PHONE_BAD_NUMBER"]);
});

test("a reload ends a call that the phone lost", async () => {
  const one = await bench();
  const id = await dialled(one);
  await host.clock.advance(2000);
  one.phone.says("answered", id);
  await host.clock.advance(9000);
  const pages: Bench[] = [];
  await host.reloadWidget(() => pages.push(page()));
  await host.expect("CALL_COMPLETED");
  await settle();

  assert.equal(said().filter((line) => line === "OUTGOING_CALL_STARTED").length, 1);
  const [ended, completed] = said().slice(-2);
  assert.equal(ended, "CALL_ENDED COMPLETED");
  const duration = Number(/^CALL_COMPLETED COMPLETED (\d+)$/.exec(completed ?? "")?.[1]);
  assert.ok(duration >= 8000 && duration <= 10_000, completed);
  assert.deepEqual(pages.map(({ codes, binding }) => [codes, binding.calls[0]?.id]), [[[], id]]);
});

for (const answer of ["early", "late", "none"]) {
  test(`a reload goes on with a call that the phone has, ${answer} engagement`, async () => {
    const one = await bench();
    const answers = answer === "early" ? undefined : host.faults.hangEngagement();
    const id = await dialled(one);
    one.phone.says("answered", id);
    await host.clock.advance(1000);
    const phone = new FakePhone();
    phone.calls.add(id);
    const pages: Bench[] = [];
    await host.reloadWidget(() => pages.push(page({}, phone)));
    await host.clock.advance(2000);
    assert.equal(pages[0]?.binding.calls[0]?.state, "connected");
    phone.says("ended", id);
    await host.clock.advance(5000);
    if (answer === "late") answers?.();
    await host.clock.advance(answer === "none" ? 30_000 : 0);
    const { data } = await host.expect("CALL_COMPLETED");

    assert.deepEqual(said().slice(0, 3), ["OUTGOING_CALL_STARTED", "CALL_ANSWERED", "CALL_ENDED COMPLETED"]);
    assert.equal(data.engagementProperties !== undefined, answer !== "none");
    assert.deepEqual(pages[0].diagnostics, answer === "none" ? [{ code: "PHONE_NO_ENGAGEMENT", callId: id, detail: "resumed" }] : []);
  });
}

test("a vendor's object in place of its adapter is refused", () => {
  for (const phone of [undefined, { call: () => undefined, on: () => undefined }]) {
    assert.throws(() => bindPhone(new CallingExtensions({ eventHandlers: {} }), phone as never), /TypeError: pass an adapter/);
  }
});

test("an instance keeps its first phone until it is unbound", async () => {
  const one = await bench();
  const other = new FakePhone();
  assert.equal(bindPhone(one.cti, other), one.binding);
  assert.deepEqual(one.codes, ["PHONE_ALREADY_BOUND"]);

  one.binding.unbind();
  one.binding.unbind();
  assert.notEqual(bindPhone(one.cti, other, { onDiagnostic: () => undefined }), one.binding);
  await dialled({ ...one, binding: bindPhone(one.cti, other) });
  assert.deepEqual([one.phone.asked, other.asked], [[], ["dial +12025550123"]]);
});

test("a destroyed instance leaves its phone alone", async () => {
  const one = await bench();
  one.cti.destroy();
  const late = page({}, new FakePhone());
  late.cti.destroy();
  const last = bindPhone(late.cti, late.phone);
  for (const phone of [one.phone, late.phone]) {
    phone.says("incoming", "in-1", { from: "+12025550123" });
    phone.says("incoming", "in-2", { from: "+12025550177" });
    assert.deepEqual(phone.asked, []);
  }

  assert.deepEqual([one.codes, one.binding.calls, last.calls], [[], [], []]);
});

for (const [how, next] of [
  ["a new instance", ({ cti, phone }: Bench) => {
    cti.destroy();
    return page({}, phone);
  }],
  ["the same instance", (one: Bench) => {
    one.binding.unbind();
    return { ...one, binding: bindPhone(one.cti, one.phone, { onDiagnostic: ({ code }) => one.codes.push(code) }) };
  }],
] as const) {
  test(`a call goes on with another binding of ${how}`, async () => {
    const one = await bench();
    const id = await dialled(one);
    one.phone.says("answered", id);
    one.binding.mute(true);
    one.phone.calls.add(id);
    await host.clock.advance(3000);

    const { binding, codes } = next(one);
    await settle();
    assert.deepEqual(binding.calls, one.binding.calls);
    await host.clock.advance(4000);
    host.endCall();
    await settle();
    one.phone.says("ended", id);
    await settle();

    assert.deepEqual(said().map((line) => line.replace(/ 70\d\d$/, " 7000")), ["OUTGOING_CALL_STARTED", "CALL_ANSWERED", "CALL_ENDED COMPLETED", "CALL_COMPLETED COMPLETED 7000"]);
    assert.deepEqual([one.phone.asked.slice(1), codes], [["mute true", "hangUp"], []]);
  });
}

test("a call stays with a binding that goes on", async () => {
  const one = await bench();
  one.phone.calls.add(await dialled(one));
  const { binding } = page({}, one.phone);
  await settle();

  assert.deepEqual([binding.calls, one.binding.calls.length], [[], 1]);
});

test("an ended call is completed by another binding", async () => {
  const one = await bench({ properties: () => new Promise(() => undefined) });
  const id = await dialled(one);
  one.phone.says("ended", id, { cause: 486 });
  await settle();
  one.binding.unbind();
  bindPhone(one.cti, one.phone);
  await settle();

  assert.deepEqual(said(), ["OUTGOING_CALL_STARTED", "CALL_ENDED BUSY", "CALL_COMPLETED BUSY"]);
});

test("the app's own handlers run first", async () => {
  host = createHost({ withinMs: 500 }).install();
  const order: string[] = [];
  const phone = new FakePhone();
  const cti = new CallingExtensions({
    logger: null,
    eventHandlers: Object.freeze({
      onReady: () => order.push("onReady"),
      onDialNumber: () => {
        order.push("onDialNumber");
      },
      onCallerIdMatchSucceeded: () => order.push("match"),
    }),
  });
  bindPhone(cti, phone);
  await host.ready({ iframeLocation: "remote" });
  const states: WidgetState[] = [cti.state];
  host.dial("+12025550123");
  await host.expect("OUTGOING_CALL_STARTED");

  assert.deepEqual(order, ["onReady", "onDialNumber"]);
  assert.deepEqual(states, ["ready"]);
  assert.deepEqual(phone.asked, ["dial +12025550123"]);
});

test("a call placed at the phone is reported", async () => {
  const one = await bench();

  one.phone.says("outgoing", "out-1", { to: "+1 202 555 0177" });
  one.phone.says("answered", "out-1");
  await host.clock.advance(1000);
  one.phone.says("ended", "out-1");
  await settle();

  assert.deepEqual(said(), ["OUTGOING_CALL_STARTED", "CALL_ANSWERED", "CALL_ENDED COMPLETED", "CALL_COMPLETED COMPLETED 1000"]);
  assert.deepEqual(one.phone.asked, []);
  assert.deepEqual(one.codes, []);
  const start = host.received.find(({ type }) => type === "OUTGOING_CALL_STARTED") as { data?: object } | undefined;
  assert.deepEqual({ ...start?.data, callStartTime: 0 }, { externalCallId: "out-1", callStartTime: 0, createEngagement: true, toNumber: "+12025550177", fromNumber: "+12025550199" });
});

test("one window reports a call that all see", async () => {
  const placed = [{ externalCallId: "c-1", direction: "outbound", state: "dialing", owner: "w2" }];
  const own = [{ externalCallId: "c-1", direction: "outbound", state: "dialing" }];
  const start = ["OUTGOING_CALL_STARTED", "CALL_ANSWERED"];
  for (const [role, calls, reports] of [["follower", [], []], ["leader", placed, []], ["follower", placed, []], ["follower", own, start], ["leader", [], start]] as const) {
    const one = await bench();
    Object.defineProperties(one.cti, { role: { value: role }, ...(calls.length === 0 ? {} : { calls: { value: calls } }) });

    one.phone.says("outgoing", "contact-1", { to: "+12025550177", isEverywhere: true });
    one.phone.says("answered", "contact-1");
    await settle();

    assert.deepEqual(said(), reports);
    assert.deepEqual(one.codes, []);
    host.uninstall();
  }
});
