// What has to be an error while it is typed.
import type {
  EventHandlers,
  Known,
  OnCallAnswered,
  OnCallCompleted,
  OnCallEnded,
  OnError,
  OnFinalizeEngagement,
  OnIncomingCall,
  OnInitialized,
  OnNavigateToRecord,
  OnOutgoingCall,
  OnReady,
  OnResize,
  RawEngagementProperties,
} from "../../pkg/src/generated/messages.js";

// @ts-expect-error a status outside the set
export const status: OnCallEnded = { externalCallId: "c-1", engagementId: 1, callEndStatus: "HUNG_UP" };

// @ts-expect-error a number where text belongs
export const callId: OnCallAnswered = { externalCallId: 1 };

// @ts-expect-error text where a number belongs
export const engagement: OnCallEnded = { externalCallId: "c-1", engagementId: "4021" };

// @ts-expect-error a date where milliseconds belong
export const time: OnIncomingCall = { externalCallId: "c-1", fromNumber: "+15550123", callStartTime: new Date() };

// @ts-expect-error a misspelt field
export const spelling: OnOutgoingCall = { externalCallID: "c-1", fromNumber: "+15550199" };

// @ts-expect-error no number that calls
export const incoming: OnIncomingCall = { externalCallId: "c-1", toNumber: "+15550199" };

// @ts-expect-error text where a flag belongs
export const login: OnInitialized = { isLoggedIn: "yes" };

// @ts-expect-error no text at all
export const error: OnError = {};

// @ts-expect-error no height given
export const size: OnResize = { width: 400 };

// @ts-expect-error no engagement
export const finalize: OnFinalizeEngagement = { externalCallId: "c-1" };

// @ts-expect-error no object type
export const record: OnNavigateToRecord = { objectCoordinates: { portalId: 1, objectId: 2 } };

// @ts-expect-error a tab there is none of
export const tab: OnNavigateToRecord["openIn"] = "POPUP";

// @ts-expect-error a flag where text belongs
export const property: OnCallCompleted = { engagementProperties: { hs_call_title: true } };

// @ts-expect-error a property of an unusable type
export const ownProperty: RawEngagementProperties = { own_property: { nested: true } };

// @ts-expect-error a name the table lacks
export const named: Known<RawEngagementProperties> = { own_property: "x" };

// @ts-expect-error a handler there is none of
export const handler: EventHandlers = { onDialNumbers: () => undefined };

// @ts-expect-error a payload of another type
export const payload: EventHandlers = { onReady: (portal: string) => portal };

// @ts-expect-error a field of another type
export const field: EventHandlers = { onReady: (data: { portalId: string }) => data.portalId };

// @ts-expect-error text is no handler
export const text: EventHandlers = { onReady: "ready" };

// @ts-expect-error a field hosts are not known to send has to be asked for
export type Hublet = OnReady["hublet"];

// @ts-expect-error it may be absent
export const portal = (ready: OnReady): number => ready.portalId;
