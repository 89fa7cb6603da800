// A calling app on the published SDK, as its readme shows: it completes a call by itself.
import CallingExtensions from "published-0.9.7";

let calls = 0;
let externalCallId = "";
let engagementId: number | undefined;

const cti = new CallingExtensions({
  debugMode: false,
  eventHandlers: {
    onReady: () => {
      cti.initialized({ isLoggedIn: true, isAvailable: true } as Parameters<typeof cti.initialized>[0]);
    },
    onDialNumber: (data: { phoneNumber: string }) => {
      calls += 1;
      externalCallId = `call-${String(calls)}`;
      engagementId = undefined;
      // Its ids are the time in milliseconds: two messages at once would share one.
      cti.outgoingCall({ externalCallId, toNumber: data.phoneNumber, fromNumber: "+12025550100", createEngagement: true, callStartTime: Date.now(), dialingContext: data } as unknown as Parameters<typeof cti.outgoingCall>[0]);
    },
    onCreateEngagementSucceeded: (data: { engagementId: number }) => {
      engagementId = data.engagementId;
    },
    onEndCall: () => {
      const ended = externalCallId;
      if (ended === "") return;
      externalCallId = "";
      cti.callEnded({ externalCallId: ended, engagementId, callEndStatus: "COMPLETED" } as unknown as Parameters<typeof cti.callEnded>[0]);
      setTimeout(() => {
        cti.callCompleted({ externalCallId: ended, engagementId, hideWidget: false } as unknown as Parameters<typeof cti.callCompleted>[0]);
      }, 20);
    },
    defaultEventHandler: () => undefined,
  },
} as unknown as ConstructorParameters<typeof CallingExtensions>[0]);
