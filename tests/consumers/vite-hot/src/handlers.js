/** The handlers of an edition of the app's code. */
export const handlers = (edition, instance) => ({
  onReady: () => {
    instance().initialized({ isLoggedIn: true });
  },
  onDialNumber: ({ phoneNumber }) => {
    instance().outgoingCall({ externalCallId: `call-of-edition-${edition}`, toNumber: phoneNumber, createEngagement: true });
  },
  onEndCall: () => {
    const { externalCallId, engagementId } = instance().calls[0];
    instance().callEnded({ externalCallId, engagementId, callEndStatus: "INTERNAL_COMPLETED" });
  },
  defaultEventHandler: () => undefined,
});
