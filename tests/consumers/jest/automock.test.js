/**
 * An app's own test, with the whole package mocked.
 *
 * @jest-environment jsdom
 */
jest.mock("calling-widget-sdk");

const { default: CallingExtensions, Constants } = require("calling-widget-sdk");

test("an automock has every method and does nothing", () => {
  const cti = new CallingExtensions({ eventHandlers: {} });

  cti.outgoingCall({ externalCallId: "call-1" });

  expect(CallingExtensions).toHaveBeenCalledTimes(1);
  expect(cti.outgoingCall).toHaveBeenCalledWith({ externalCallId: "call-1" });
  expect(Constants.messageType.READY).toBe("READY");
});
