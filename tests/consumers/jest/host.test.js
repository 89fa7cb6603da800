/**
 * An app's own tests, with a host in their process: the app is the phone of the other
 * consumers, which constructs the SDK itself.
 *
 * @jest-environment jsdom
 */
const { createHost } = require("calling-widget-sdk/testing");

let host;

afterEach(() => {
  host.uninstall();
  jest.useRealTimers();
});

/** Starts the app under test, with fresh modules. */
function start() {
  jest.isolateModules(() => {
    const { default: CallingExtensions } = require("calling-widget-sdk");
    const cti = new CallingExtensions({
      eventHandlers: {
        onReady: () => cti.initialized({ isLoggedIn: true }),
        onDialNumber: ({ phoneNumber }) =>
          cti.outgoingCall({ externalCallId: "call-1", toNumber: phoneNumber, createEngagement: true }),
        defaultEventHandler: () => undefined,
      },
    });
  });
}

async function open(options) {
  host = createHost(options).install();
  start();
  await host.ready({ userId: 7 });
}

test.each([1, 2])("a call goes through the app, time %i in one page", async () => {
  await open();

  host.dial("+12025550143");
  await host.expect("OUTGOING_CALL_STARTED", { externalCallId: expect.any(String), toNumber: "+12025550143" });
  await host.clock.advance(0);

  expect(host.store.engagements).toMatchObject([{ externalCallId: "call-1", toNumber: "+12025550143" }]);
  expect(host.transcript.map(({ at, from, message }) => `${at} ${from} ${message.type}`)).toEqual([
    "0 host SYNC",
    "0 widget SYNC_ACK",
    "0 widget INITIALIZED",
    "0 host DIAL_NUMBER",
    "0 widget OUTGOING_CALL_STARTED",
    "0 host CREATE_ENGAGEMENT_SUCCEEDED",
    "0 host ENGAGEMENT_CREATED",
  ]);
  expect(host.sent[0].messageId).toBe("ha4b5xvtum28lyekk_1");
});

test("the runner's fake timers move the host", async () => {
  jest.useFakeTimers();
  host = createHost({ clock: jest }).install();
  start();
  host.faults.drop("SYNC_ACK", Infinity);
  const refused = expect(host.ready()).rejects.toThrow("the host's state is failed");

  await host.clock.advance(31_000);

  await refused;
});
