// Mistakes that have to be errors while typing.
import {
  type Constants,
  type EventHandlersInput,
  type IframeOptions,
  type Known,
  type ObjectCoordinates,
  type OnCallAnsweredInput,
  type OnCallCompletedInput,
  type OnCallEnded,
  type OnCallEndedInput,
  type OnErrorInput,
  type OnFinalizeEngagement,
  type OnIncomingCallInput,
  type OnInitializedInput,
  type OnNavigateToRecordInput,
  type OnOutgoingCallInput,
  type OnReady,
  type OnResize,
  type RawEngagementPropertiesInput,
} from "calling-widget-sdk";

// @ts-expect-error a status outside the set
export const status: OnCallEndedInput = { externalCallId: "c-1", engagementId: 1, callEndStatus: "HUNG_UP" };

// @ts-expect-error a number where text belongs
export const callId: OnCallAnsweredInput = { externalCallId: 1 };

// @ts-expect-error text where a number belongs
export const engagement: OnCallEndedInput = { externalCallId: "c-1", engagementId: "4021" };

// @ts-expect-error a date where milliseconds belong
export const time: OnIncomingCallInput = { externalCallId: "c-1", fromNumber: "+15550123", callStartTime: new Date() };

// @ts-expect-error a misspelt field
export const spelling: OnOutgoingCallInput = { externalCallID: "c-1", fromNumber: "+15550199" };

// @ts-expect-error no number that calls
export const incoming: OnIncomingCallInput = { externalCallId: "c-1", toNumber: "+15550199" };

// @ts-expect-error text where a flag belongs
export const login: OnInitializedInput = { isLoggedIn: "yes" };

// @ts-expect-error no text at all
export const error: OnErrorInput = {};

// @ts-expect-error no height given
export const size: OnResize = { width: 400 };

// @ts-expect-error no engagement
export const finalize: OnFinalizeEngagement = { externalCallId: "c-1" };

// @ts-expect-error no object type
export const record: OnNavigateToRecordInput = { objectCoordinates: { portalId: 1, objectId: 2 } };

// @ts-expect-error there is no such tab
export const tab: OnNavigateToRecordInput["openIn"] = "POPUP";

// @ts-expect-error a flag where text belongs
export const property: OnCallCompletedInput = { engagementProperties: { hs_call_title: true } };

// @ts-expect-error a property of an unusable type
export const ownProperty: RawEngagementPropertiesInput = { own_property: { nested: true } };

// @ts-expect-error a name the table lacks
export const named: Known<RawEngagementPropertiesInput> = { own_property: "x" };

// @ts-expect-error there is no such handler
export const handler: EventHandlersInput = { onDialNumbers: () => undefined };

// @ts-expect-error text is no handler
export const text: EventHandlersInput = { onReady: "ready" };

// @ts-expect-error a field hosts are not known to send has to be asked for
export type Hublet = OnReady["hublet"];

// @ts-expect-error it may be absent
export const engagementOfFrame = (ready: OnReady): number => ready.engagementId;

// @ts-expect-error there is no such place
export const isTab = (ready: OnReady): boolean => ready.iframeLocation === "tab";

// @ts-expect-error the published type asks for it
export const noEngagement: OnCallEnded = { externalCallId: "c-1" };

// @ts-expect-error the published type is closed
export const customObject: ObjectCoordinates["objectTypeId"] = "2-55";

// @ts-expect-error a width in text is what is read
export const width: IframeOptions["width"] = 400;

// @ts-expect-error there is no such constant
export type NoConstant = typeof Constants.messageType.HANG_UP;
