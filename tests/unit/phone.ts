// A calling app without test code: it takes a number, and hangs up.
import CallingExtensions from "calling-widget-sdk";

const cti = new CallingExtensions({
  logger: null,
  eventHandlers: {
    onReady: () => {
      cti.initialized({ isLoggedIn: true, isAvailable: true });
    },
    onDialNumber: ({ phoneNumber }) => {
      cti.outgoingCall({ externalCallId: "call-1", toNumber: phoneNumber, createEngagement: true });
    },
    onEndCall: () => {
      cti.callEnded({ externalCallId: "call-1" });
    },
  },
});
