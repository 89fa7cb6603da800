// A calling app in a few lines: it takes a number, answers itself and hangs up. The page
// provides the constructor, loaded in any way.
import type CallingExtensions from "calling-widget-sdk";
import type { OptionsInput } from "calling-widget-sdk";

window.startPhone = (construct: (options: OptionsInput) => CallingExtensions): void => {
  const externalCallId = "call-1";
  const cti = construct({
    allowedHostOrigins: [`http://crm.test:${location.port}`],
    eventHandlers: {
      onReady: () => {
        cti.initialized({ isLoggedIn: true, isAvailable: true });
      },
      onDialNumber: ({ phoneNumber }) => {
        cti.outgoingCall({ externalCallId, toNumber: phoneNumber, fromNumber: "+12025550100", createEngagement: true });
      },
      onCreateEngagementSucceeded: ({ engagementId }) => {
        cti.callAnswered({ externalCallId });
        cti.callEnded({ externalCallId, engagementId, callEndStatus: "COMPLETED" });
        cti.callCompleted({ externalCallId, engagementId });
      },
      defaultEventHandler: () => undefined,
    },
  });
  window.cti = cti;
};
