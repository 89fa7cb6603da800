// An app with a button, for the published SDK; it is built for this package too.
import CallingExtensions from "@hubspot/calling-extensions-sdk";

const user = document.querySelector("output");
const hangUp = document.querySelector("button");
let calls = 0;
let isLoggedIn = !location.search.includes("logged-out");

const end = () => {
  hangUp.disabled = true;
  cti.callEnded({ externalCallId: `call-${calls}`, engagementId: 0, callEndStatus: "COMPLETED" });
};

const cti = new CallingExtensions({
  debugMode: false,
  eventHandlers: {
    onReady: ({ userId }) => {
      user.value = `user ${userId}`;
      cti.initialized({ isLoggedIn });
    },
    onDialNumber: ({ phoneNumber }) => {
      calls += 1;
      hangUp.disabled = false;
      cti.outgoingCall({ externalCallId: `call-${calls}`, toNumber: phoneNumber, fromNumber: "+12025550199", createEngagement: true });
    },
    onCreateEngagementSucceeded: ({ engagementId }) => {
      user.value = `engagement ${engagementId}`;
    },
    onCreateEngagementFailed: ({ error }) => {
      user.value = `no engagement: ${error.message}`;
    },
    onEndCall: end,
  },
});
hangUp.addEventListener("click", end);
