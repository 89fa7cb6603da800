// Handlers as most apps write them: arrows that name the very object they are
// handed to. Compiled, never run.
import CallingExtensions from "calling-widget-sdk";

const cti = new CallingExtensions({
  eventHandlers: {
    onReady: () => cti.initialized({ isLoggedIn: true }),
    onDialNumber: ({ phoneNumber }) => cti.outgoingCall({ toNumber: phoneNumber }),
    onEndCall: () => cti.callEnded({}),
    onCreateEngagementSucceeded: async ({ engagementId }) => {
      await Promise.resolve(engagementId);
    },
    defaultEventHandler: (data, message) => [data, message],
  },
});

export { cti };
