// The reports that the adapters for Twilio and Amazon Connect derive from events. That the
// libraries have these events, and in this order, is in tests/e2e/phone-*.spec.ts.
import assert from "node:assert/strict";
import { mock, test } from "node:test";

import type { Phone, PhoneEvent } from "calling-widget-sdk/phone";
import { amazonConnectPhone } from "calling-widget-sdk/phone/amazon-connect";
import { twilioPhone, type TwilioPhoneOptions } from "calling-widget-sdk/phone/twilio";

/** An object with listeners by name. */
class Emitter {
  private readonly listeners: [name: string, listener: (...args: unknown[]) => void][] = [];
  on = (name: string, listener: (...args: unknown[]) => void): unknown => this.listeners.push([name, listener]);
  fire(event: string, ...args: unknown[]): void {
    for (const [name, listener] of this.listeners) {
      if (name === event) listener(...args);
    }
  }
}

/** A call of Twilio's that records requests. */
class TwilioCall extends Emitter {
  state = "connecting";
  outboundConnectionId = "TJ1";
  readonly asked: string[] = [];
  constructor(readonly parameters: Record<string, string> = { CallSid: "CA1" }) {
    super();
  }
  status = () => this.state;
  getLocalStream = () => undefined;
  disconnect = () => this.asked.push("disconnect");
  reject = () => this.asked.push("reject");
  ignore = (): void => {
    this.state = "closed";
  };
}

function twilio(options?: TwilioPhoneOptions): { device: Emitter & { state: string; connect: () => Promise<TwilioCall> }; calls: TwilioCall[]; phone: Phone; events: PhoneEvent[] } {
  const calls: TwilioCall[] = [];
  const ringing: TwilioCall[] = [];
  const connect = (): Promise<TwilioCall> => {
    for (const call of ringing.splice(0)) call.ignore();
    calls.push(new TwilioCall());
    return Promise.resolve(calls.at(-1) as TwilioCall);
  };
  const device = Object.assign(new Emitter(), { state: "registered", connect });
  device.on("incoming", (call) => ringing.push(call as TwilioCall));
  const phone = twilioPhone(device, options);
  const events: PhoneEvent[] = [];
  phone.listen((event) => events.push(event));
  events.length = 0;
  return { device, calls, phone, events };
}

const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

for (const [code, type, cause] of [
  [31_486, "failed", 486],
  [31_480, "failed", 480],
  [31_603, "failed", 603],
  [31_404, "failed", 404],
  [31_005, "failed", "failed"],
  [31_401, "failed", "microphone"],
  [31_205, "failed", "unauthorized"],
  [20_101, "failed", "unauthorized"],
  [undefined, "ended", undefined],
] as const) {
  test(`Twilio: code ${String(code)} is ${type} by ${String(cause)}`, async () => {
    const { phone, calls, events } = twilio();
    await phone.dial("c-1", "+12025550123");

    if (code !== undefined) calls[0]?.fire("error", { code });
    calls[0]?.fire("disconnect");
    await settle();

    assert.deepEqual(events, [{ type, callId: "c-1", cause }]);
  });
}

test("Twilio: a dial that is hung up early is disconnected", async () => {
  const { phone, calls, events } = twilio();

  const dialled = phone.dial("c-1", "+12025550123");
  phone.hangUp("c-1");
  await dialled;

  assert.deepEqual(events, [{ type: "ended", callId: "c-1", cause: "canceled" }]);
  assert.deepEqual(calls[0]?.asked, ["disconnect"]);
});

test("Twilio: a ringing call ends once the user dials", async () => {
  const { device, phone, events } = twilio();
  const ringing = new TwilioCall({ CallSid: "CA7", From: "+266696687", To: "client:ada" });
  device.fire("incoming", ringing);

  await phone.dial("c-1", "+12025550123");

  assert.deepEqual(events, [
    { type: "incoming", callId: "CA7", from: "", to: "client:ada" },
    { type: "ended", callId: "CA7", cause: "here" },
  ]);
});

for (const [code, cause] of [
  [31_205, "unauthorized"],
  [31_005, "offline"],
] as const) {
  test(`Twilio: device fault ${String(code)} fails each dial by ${cause}`, async () => {
    mock.timers.enable({ apis: ["setTimeout"] });
    try {
      const { device, phone, calls, events } = twilio();
      await phone.dial("c-1", "+12025550123");
      device.fire("error", { code });
      mock.timers.tick(1_500);
      device.connect = () => Promise.reject(new Error("no"));
      await phone.dial("c-2", "+12025550123");

      assert.deepEqual(events, ["c-1", "c-2"].map((callId) => ({ type: "failed", callId, cause })));
      assert.deepEqual(calls[0]?.asked, ["disconnect"]);
    } finally {
      mock.timers.reset();
    }
  });
}

test("Twilio: hold and transfer are the app's server's", async () => {
  const asked: unknown[] = [];
  const { calls, phone, events } = twilio({
    // The server takes the user's leg away before it answers.
    transfer: async (sid, target) => {
      asked.push([sid, target]);
      calls[0]?.fire("disconnect");
      await settle();
    },
  });
  await phone.dial("c-1", "+12025550123");

  await phone.transfer("c-1", "+12025550177");

  assert.deepEqual(asked, [["CA1", "+12025550177"]]);
  assert.deepEqual(events.map(({ type }) => type), ["ended", "transferred"]);
  await phone.dial("c-2", "+12025550123");
  assert.throws(() => phone.hold("c-2", true), /needs your server/);
});

test("Twilio: a call placed beside the binding is reported", async () => {
  const { device, calls, events } = twilio();

  await (device.connect as (options: object) => Promise<unknown>)({ params: { To: "+12025550177" } });
  calls[0]?.fire("accept");
  calls[0]?.fire("disconnect");
  await settle();

  const callId = "TJ1";
  assert.deepEqual(events, [
    { type: "outgoing", callId, to: "+12025550177" },
    { type: "answered", callId },
    { type: "ended", callId, cause: undefined },
  ]);
});

test("Twilio: params that throw leave later calls reported", async () => {
  const { device, phone, events } = twilio({
    params: () => {
      throw new Error("no");
    },
  });
  await assert.rejects(Promise.resolve(phone.dial("c-1", "+12025550123")));

  await (device.connect as (options: object) => Promise<unknown>)({ params: { To: "+12025550177" } });

  assert.deepEqual(events, [{ type: "outgoing", callId: "TJ1", to: "+12025550177" }]);
});

// A call that is ignored has no event (twilio/twilio-voice.js#92).
test("Twilio: a call that stops ringing ends here", async () => {
  for (const [event, cause] of [["reject", "here"], ["ignore", "here"], ["cancel", "canceled"]] as const) {
    const { device, events } = twilio();
    const call = new TwilioCall({ CallSid: "CA7", From: "+12025550123", To: "client:ada" });
    device.fire("incoming", call);
    events.length = 0;

    if (event === "ignore") {
      call.ignore();
    } else {
      call.fire(event);
    }
    await settle();

    assert.deepEqual(events, [{ type: "ended", callId: "CA7", cause }]);
  }
});

type How = { success: (data?: unknown) => void };

/** A contact of an agent's that records requests; its customer and third party are set by hand. */
class Contact extends Emitter {
  readonly asked: string[] = [];
  status = "connecting";
  customer = "connecting";
  third: string | undefined;
  constructor(
    private readonly id: string,
    private readonly direction: string,
    private readonly number = "+12025550123",
  ) {
    super();
  }
  private readonly done = (name: string) => (...args: unknown[]) => {
    this.asked.push(name);
    (args.at(-1) as How).success();
  };
  private readonly connection = (state: string, name: string) => ({
    getType: () => this.direction,
    getEndpoint: () => ({ stripPhoneNumber: () => this.number }),
    isActive: () => state !== "disconnected",
    isConnecting: () => state === "connecting",
    destroy: this.done(`destroy ${name}`),
    resume: this.done(`resume ${name}`),
  });
  getContactId = () => this.id;
  getType = () => "voice";
  getStatus = () => ({ type: this.status });
  isInbound = () => this.direction === "inbound";
  isConnected = () => this.status === "connected";
  getInitialConnection = () => this.connection(this.customer, "customer");
  getAgentConnection = () => this.connection("connected", "agent");
  getSingleActiveThirdPartyConnection = () => (this.third === undefined ? null : this.connection(this.third, "third"));
  accept = this.done("accept");
  reject = this.done("reject");
  addConnection = this.done("add");
  conferenceConnections = this.done("conference");
  onAccepted = (listener: () => void) => this.on("accepted", listener);
  onRefresh = (listener: () => void) => {
    let isOn = true;
    this.on("refresh", () => {
      if (isOn) listener();
    });
    return { unsubscribe: () => (isOn = false) };
  };
  onEnded = (listener: (contact: never) => void) => this.on("ended", listener as () => void);
  onDestroy = (listener: (contact: never) => void) => this.on("destroy", listener as () => void);
  /** Sets its state. */
  now(status: string, customer = this.customer, third = this.third): void {
    Object.assign(this, { status, customer, third });
    this.fire("refresh");
  }
}

function amazon(): { agent: { connect: (_: unknown, how: How) => void }; state: { name: string; type: string }; offer: (contact: Contact) => void; phone: Phone; events: PhoneEvent[] } {
  // From version 25 on Node has one, which outlives a test.
  (globalThis as { sessionStorage?: Storage }).sessionStorage?.clear();
  const state = { name: "Available", type: "routable" };
  const emitter = new Emitter();
  const agent = {
    getState: () => state,
    getContacts: () => [],
    connect: (_: unknown, how: How) => how.success(),
    onRefresh: () => undefined,
    onSoftphoneError: () => undefined,
  };
  const connect = {
    agent: (callback: (found: object) => void) => callback(agent),
    contact: (callback: () => void) => emitter.on("contact", callback),
    Endpoint: { byPhoneNumber: (number: string) => number },
  };
  const phone = amazonConnectPhone(connect);
  const events: PhoneEvent[] = [];
  phone.listen((event) => events.push(event));
  events.length = 0;
  return { agent, state, offer: (contact) => emitter.fire("contact", contact), phone, events };
}

for (const [name, isTaken, type, cause] of [
  ["LineEngagedCustomer", false, "ended", "busy"],
  ["MissedCallCustomer", false, "ended", "noAnswer"],
  ["BadAddressCustomer", false, "failed", "failed"],
  ["FailedConnectCustomer", false, "failed", "failed"],
  ["Default", true, "ended", undefined],
] as const) {
  test(`Connect: ${name} is ${type} by ${String(cause)}`, async () => {
    const { state, offer, phone, events } = amazon();
    await phone.dial("c-1", "+12025550123");
    const contact = new Contact("contact-1", "outbound");
    offer(contact);
    if (isTaken) contact.now("connected", "connected");

    Object.assign(state, { name, type: "error" });
    contact.status = "error";
    contact.fire("ended", contact);

    assert.deepEqual(events, [...(isTaken ? [{ type: "answered", callId: "c-1" }] : []), { type, callId: "c-1", cause }]);
  });
}

// Public reports of amazon-connect-streams: 344, 551, 792, 1039.
for (const name of ["FailedConnectAgent", "AgentHungUp", "Default"]) {
  for (const isTaken of [false, true]) {
    test(`Connect: error ${name} ends a ${isTaken ? "taken" : "ringing"} contact`, () => {
      const { state, offer, events } = amazon();
      const contact = new Contact("contact-1", "inbound");
      offer(contact);
      if (isTaken) contact.now("connected", "connected");

      Object.assign(state, { name, type: "error" });
      contact.status = "error";
      contact.fire("ended", contact);

      assert.deepEqual(events[0], { type: "incoming", callId: "contact-1", from: "+12025550123" });
      assert.deepEqual(events.at(-1), { type: "ended", callId: "contact-1", cause: isTaken ? undefined : "failed" });
    });
  }
}

test("Connect: a dial hung up early ends with its contact", async () => {
  const { offer, phone, events } = amazon();
  const dialled = phone.dial("c-1", "+12025550123");
  phone.hangUp("c-1");
  await dialled;
  const contact = new Contact("contact-1", "outbound");

  offer(contact);

  assert.deepEqual(events, [{ type: "ended", callId: "c-1", cause: "canceled" }]);
  assert.deepEqual(contact.asked, ["destroy agent"]);
});

// The dialled number, the number of a contact of the agent's, and whether it is that call.
for (const [dialled, called, isOurs] of [
  ["+12025550142", "+12025550142", true],
  ["02079460958", "+442079460958", true],
  ["+12025550142", "+12025550177", false],
  ["011442079460958", "+442079460958", true],
  ["+12025550142", "", false],
  ["sip:ada@example.com", "", false],
  ["100", "+12025550100", false],
] as const) {
  test(`Connect: ${called || "nobody"} is ${isOurs ? "the" : "no"} dial of ${dialled}`, async () => {
    const { offer, phone, events } = amazon();
    await phone.dial("c-1", dialled);
    const contact = new Contact("contact-1", "outbound", called);

    offer(contact);
    contact.now("connected", "connected");
    contact.fire("ended", contact);

    const callId = isOurs ? "c-1" : "contact-1";
    assert.deepEqual(events, [
      ...(isOurs ? [] : [{ type: "outgoing", callId, to: called, isEverywhere: true }]),
      { type: "answered", callId },
      { type: "ended", callId, cause: undefined },
    ]);
  });
}

test("Connect: a contact is the dialled call by its id", async () => {
  const { agent, offer, phone, events } = amazon();
  agent.connect = (_, how) => {
    how.success({ contactId: "contact-2" });
  };
  await phone.dial("c-1", "+12025550123");

  offer(new Contact("contact-1", "outbound"));
  offer(new Contact("contact-2", "outbound", "+12025550100"));

  assert.deepEqual(events.map(({ type }) => type), ["outgoing"]);
  assert.equal(phone.has?.("contact-1") instanceof Promise && (await phone.has("c-1")), true);
});

test("Connect: a refused dial takes no other's contact", async () => {
  const { agent, offer, phone, events } = amazon();
  agent.connect = (_, how) => {
    (how as unknown as { failure(): void }).failure();
  };
  await assert.rejects(Promise.resolve(phone.dial("c-1", "+12025550123")));

  offer(new Contact("contact-1", "outbound"));

  assert.deepEqual(events, [{ type: "outgoing", callId: "contact-1", to: "+12025550123", isEverywhere: true }]);
});

// A contact stays with the agent until it is cleared, over a reload too (amazon-connect-streams#853).
for (const status of ["ended", "error", "missed", "rejected"]) {
  test(`Connect: a contact that is ${status} at first is no call`, async () => {
    const { state, offer, phone, events } = amazon();
    const [before, dialled] = [new Contact("contact-1", "inbound"), new Contact("contact-2", "outbound")];
    Object.assign(before, { status });
    offer(before);
    before.fire("refresh");
    assert.equal(await phone.has?.("contact-1"), false);

    await phone.dial("c-1", "+12025550123");
    Object.assign(state, { name: "LineEngagedCustomer", type: "error" });
    Object.assign(dialled, { status });
    offer(dialled);

    assert.deepEqual(events, [{ type: "ended", callId: "c-1", cause: "busy" }]);
  });
}

test("Connect: a missed contact is offered again", () => {
  const { offer, events } = amazon();
  for (const contact of [new Contact("contact-1", "inbound"), new Contact("contact-1", "inbound")]) {
    offer(contact);
    contact.now("missed");
    contact.fire("ended", contact);
    contact.fire("destroy", contact);
  }

  assert.deepEqual(events.map(({ type }) => type), ["incoming", "ended", "incoming", "ended"]);
});

test("Connect: a monitored contact is no call", () => {
  const { offer, events } = amazon();

  offer(new Contact("contact-1", "monitoring"));

  assert.deepEqual(events, []);
});

test("Connect: an unanswered transfer gives the customer back", async () => {
  const { offer, phone, events } = amazon();
  const contact = new Contact("contact-1", "inbound");
  offer(contact);
  contact.now("connected", "connected");
  events.length = 0;

  for (const third of [undefined, "connected"]) {
    await phone.transfer("contact-1", "+12025550177");
    contact.now("connected", "hold", "connecting");
    contact.third = third;
    contact.fire("refresh");
  }

  assert.deepEqual(events.map(({ type }) => type), ["transferFailed", "transferred"]);
  assert.deepEqual(contact.asked, ["add", "resume customer", "add", "conference"]);
});
