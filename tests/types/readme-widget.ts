import CallingExtensions, { type OnDialNumber } from "calling-widget-sdk";

let call: { externalCallId: string; startedAt: number; engagementId?: number | undefined } | undefined;

const cti = new CallingExtensions({
  debugMode: true,
  eventHandlers: {
    onReady: () => { cti.initialized({ isLoggedIn: true, isAvailable: true }); },
    onDialNumber: (number) => { dial(number); },
    onCreateEngagementSucceeded: ({ engagementId }) => { if (call) call.engagementId = engagementId; },
    onEndCall: () => { hangUp(); },
    defaultEventHandler: (_data, { type }) => { console.info("The host says", type); },
  },
});

function dial(dialingContext: OnDialNumber): void {
  call = { externalCallId: `call-${Date.now()}`, startedAt: Date.now() };
  const { externalCallId, startedAt: callStartTime } = call;
  cti.outgoingCall({ externalCallId, callStartTime, toNumber: dialingContext.phoneNumber, fromNumber: "+15550199", createEngagement: true, dialingContext });
}

function hangUp(): void {
  if (!call) return;
  const { externalCallId, engagementId, startedAt } = call;
  cti.callEnded({ externalCallId, engagementId, callEndStatus: "COMPLETED" });
  cti.callCompleted({ externalCallId, engagementId, engagementProperties: { hs_timestamp: startedAt, hs_call_title: "Call from the widget" } });
  call = undefined;
}
