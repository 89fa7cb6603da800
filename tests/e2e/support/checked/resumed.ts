// A calling app that has lost the calls of its last page, and says so once it has asked its phone.
import CallingExtensions from "calling-widget-sdk";

const cti = new CallingExtensions({
  resume: true,
  eventHandlers: {
    onReady: () => {
      cti.initialized({ isLoggedIn: true, isAvailable: true });
    },
    onDialNumber: (dialingContext) => {
      cti.outgoingCall({ externalCallId: crypto.randomUUID(), toNumber: dialingContext.phoneNumber, createEngagement: true, dialingContext });
    },
    onEndCall: () => {
      cti.callEnded({});
    },
  },
});
cti.on("resumed", ({ calls }) => {
  setTimeout(() => {
    for (const { externalCallId } of calls) cti.callEnded({ externalCallId });
  }, 200);
});
