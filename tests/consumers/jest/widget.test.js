/**
 * Jest's jsdom, without configuration and without a set-up file: no TextDecoder,
 * no structuredClone, events without a source.
 *
 * @jest-environment jsdom
 */
const { default: CallingExtensions } = require("calling-widget-sdk");

const HOST = "https://app.hubspot.com";

test("an instance places a call after a handshake by hand", () => {
  const cti = new CallingExtensions({
    logger: null,
    eventHandlers: {
      onReady: () => cti.initialized({ isLoggedIn: true }),
      onDialNumber: ({ phoneNumber }) => cti.outgoingCall({ externalCallId: "call-1", toNumber: phoneNumber }),
    },
  });
  const sent = jest.spyOn(cti, "sendMessage");

  cti.iFrameManager.onMessage({
    origin: HOST,
    data: { type: "SYNC", messageId: "1_1", hostUrl: HOST, portalId: 1, userId: 2 },
  });
  cti.iFrameManager.onMessage({
    origin: HOST,
    data: { type: "DIAL_NUMBER", messageId: "1_2", data: { phoneNumber: "+12025550143" } },
  });

  expect(sent.mock.calls.map(([message]) => message.type)).toEqual(["INITIALIZED", "OUTGOING_CALL_STARTED"]);
  expect(cti.calls).toMatchObject([{ externalCallId: "call-1", state: "dialing" }]);
  cti.destroy();
});

test("spies on the prototype see what an app calls", () => {
  const available = jest.spyOn(CallingExtensions.prototype, "userAvailable").mockImplementation(() => undefined);

  new CallingExtensions({ eventHandlers: {} }).userAvailable();

  expect(available).toHaveBeenCalledTimes(1);
  available.mockRestore();
});

test("fake timers hold nothing up", () => {
  jest.useFakeTimers();
  const cti = new CallingExtensions({ logger: null, eventHandlers: {} });

  cti.userAvailable();
  jest.advanceTimersByTime(60_000);

  expect(cti.state).toBe("notEmbedded");
  cti.destroy();
  jest.useRealTimers();
});
