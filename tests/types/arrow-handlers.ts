// Handlers as most apps write them: arrows that name the object they are passed to. Compiled,
// never run.
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

// The callee, by the event or by the handler's payload: its identifiers fit a record's
// coordinates without conversion.
cti.on("dial", ({ callee, data: { phoneNumber } }) => {
  if (callee?.conflict === undefined && callee?.typeFrom !== undefined) {
    const id: number | string = callee.objectId;
    const type: string | undefined = callee.objectTypeId;
    cti.callData({ id, type, phoneNumber });
  }
});

export { cti };
