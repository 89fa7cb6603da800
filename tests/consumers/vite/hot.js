// An app whose instance is made by its module, which a test edits.
import CallingExtensions from "calling-widget-sdk";

const EDITION = 1;

export const cti = new CallingExtensions({
  eventHandlers: {
    onReady: () => {
      cti.initialized({ isLoggedIn: true });
    },
    onDialNumber: ({ phoneNumber }) => {
      cti.outgoingCall({ externalCallId: `call-of-edition-${EDITION}`, toNumber: phoneNumber, createEngagement: true });
    },
    onEndCall: () => {
      const { externalCallId, engagementId } = cti.calls[0];
      cti.callEnded({ externalCallId, engagementId, callEndStatus: "INTERNAL_COMPLETED" });
    },
    defaultEventHandler: () => undefined,
  },
});
window.hot = { cti, edition: EDITION };

import.meta.hot?.accept();
import.meta.hot?.dispose(() => {
  cti.destroy();
});
