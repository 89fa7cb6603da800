// A calling app of a few lines, part of each consumer: it takes a number.
import CallingExtensions from "calling-widget-sdk";

const cti = new CallingExtensions({
  eventHandlers: {
    onReady: () => {
      cti.initialized({ isLoggedIn: true });
    },
    onDialNumber: ({ phoneNumber }) => {
      cti.outgoingCall({ externalCallId: "call-1", toNumber: phoneNumber, createEngagement: true });
    },
    defaultEventHandler: () => undefined,
  },
});
