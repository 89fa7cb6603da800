import CallingExtensions, { type OnDialNumber } from "calling-widget-sdk";

const call: { externalCallId: string; engagementId?: number } = { externalCallId: "" };

const cti = new CallingExtensions({
  debugMode: true,
  eventHandlers: {
    onReady: () => { cti.initialized({ isLoggedIn: true, isAvailable: true }); },
    onDialNumber: (number) => { dial(number); },
    onCreateEngagementSucceeded: ({ engagementId }) => { call.engagementId = engagementId ?? 0; },
    onEndCall: () => { hangUp(); },
  },
});

function dial(dialingContext: OnDialNumber): void {
  call.externalCallId = `call-${Date.now()}`;
  cti.outgoingCall({ ...call, toNumber: dialingContext.phoneNumber, fromNumber: "+15550199", createEngagement: true });
}

function hangUp(): void {
  cti.callEnded({ ...call, callEndStatus: "COMPLETED" });
  cti.callCompleted({ ...call, engagementProperties: { hs_call_title: "Call from the widget" } });
}
