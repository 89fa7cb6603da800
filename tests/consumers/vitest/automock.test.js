// An app's own test, with the package mocked away whole.
import CallingExtensions, { Constants } from "calling-widget-sdk";
import { expect, test, vi } from "vitest";

vi.mock("calling-widget-sdk");

test("an automock has every method and does nothing", () => {
  const cti = new CallingExtensions({ eventHandlers: {} });

  cti.outgoingCall({ externalCallId: "call-1" });

  expect(CallingExtensions).toHaveBeenCalledTimes(1);
  expect(cti.outgoingCall).toHaveBeenCalledWith({ externalCallId: "call-1" });
  expect(Constants.messageType.READY).toBe("READY");
});
