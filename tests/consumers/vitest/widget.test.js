// As an ES module, with jsdom and with happy-dom, without a set-up file. What spies, fake
// timers and mocks see is in `../jest`.
import CallingExtensions, { Constants } from "calling-widget-sdk";
import { expect, test, vi } from "vitest";

const HOST = "https://app.hubspot.com";

test("constructs and places a call through a handshake made by hand", () => {
  const cti = new CallingExtensions({
    logger: null,
    eventHandlers: {
      onReady: () => cti.initialized({ isLoggedIn: true }),
      onDialNumber: ({ phoneNumber }) => cti.outgoingCall({ externalCallId: "call-1", toNumber: phoneNumber }),
    },
  });
  const sent = vi.spyOn(cti, "sendMessage");

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
  expect(Constants.messageType.READY).toBe("READY");
  cti.destroy();
});
