// An app's own test, with the package's mock.
import { mockCallingExtensions } from "calling-widget-sdk/testing";
import { expect, test } from "vitest";

/** The app under test. */
function phone() {
  const mock = mockCallingExtensions({
    eventHandlers: {
      onReady: ({ portalId }) => mock.cti.initialized({ isLoggedIn: portalId === 7 }),
      onDialNumber: ({ phoneNumber }) =>
        mock.cti.outgoingCall({ externalCallId: "call-1", toNumber: phoneNumber, createEngagement: true }),
      onCreateEngagementSucceeded: ({ engagementId }) =>
        mock.cti.callEnded({ externalCallId: "call-1", engagementId, callEndStatus: "COMPLETED" }),
    },
  });
  return mock;
}

test.each([1, 2])("a call goes through the app, time %i in one page", () => {
  const mock = phone();
  mock.cti.userAvailable();
  expect(mock.sent).toEqual([]);

  mock.ready({ portalId: 7 });
  mock.receive("DIAL_NUMBER", { phoneNumber: "+12025550143" });
  mock.receive("CREATE_ENGAGEMENT_SUCCEEDED", { engagementId: 5 });

  expect(mock.sent.map(({ type }) => type)).toEqual([
    "INITIALIZED",
    "USER_AVAILABLE",
    "OUTGOING_CALL_STARTED",
    "CALL_ENDED",
  ]);
  expect(mock.sent[0].data).toEqual({ isLoggedIn: true });
  expect(mock.cti.calls).toMatchObject([{ engagementId: 5, state: "ended" }]);
  expect(mock.cti.diagnostics().counts).toEqual({});
});
