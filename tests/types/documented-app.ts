/* oxlint-disable typescript/no-deprecated -- the documents name them */
// An app that follows the public reference to the letter: every handler and every field that
// the documents name, payloads annotated and not. It may omit the fields that the documents
// let it omit, so it uses the types that methods take.
import CallingExtensions, {
  type EndStatus,
  type EventHandlers,
  type EventHandlersInput,
  type OnCallAnsweredInput,
  type OnCallCompletedInput,
  type OnCallEndedInput,
  type OnErrorInput,
  type OnIncomingCallInput,
  type OnInitializedInput,
  type OnNavigateToRecord,
  type OnNavigateToRecordInput,
  type OnOutgoingCallInput,
  type OnPublishToChannel,
  type OnResize,
  type Open,
  type OnReady,
  type Options,
} from "calling-widget-sdk";
import { type CallingExtensionsView, useCallingExtensionsOf } from "calling-widget-sdk/react";

export const initialized: OnInitializedInput = { isLoggedIn: true, engagementId: 4000, isAvailable: true };

export const incoming: OnIncomingCallInput = {
  externalCallId: "c-1",
  callStartTime: 1763712100000,
  createEngagement: true,
  fromNumber: "+15550123",
  toNumber: "+15550199",
};

// As in the reference: no externalCallId.
export const outgoing: OnOutgoingCallInput = {
  callStartTime: 1763712061000,
  createEngagement: true,
  toNumber: "+15550100",
  fromNumber: "+15550199",
  dialingContext: {
    phoneNumber: "+15550100",
    ownerId: "31",
    subjectId: 501,
    objectId: 501,
    objectType: "CONTACT",
    portalId: 2048,
    countryCode: "US",
    calleeInfo: { calleeId: 501, calleeObjectTypeId: "0-1" },
    startTimestamp: 1763712060000,
    toPhoneNumberSrc: "mobilephone",
    fieldOfALaterVersion: true,
  },
};
export const outgoingOfOld: OnOutgoingCallInput = { fromNumber: "+15550199", phoneNumber: "+15550100" };

export const answered: OnCallAnsweredInput = { externalCallId: "c-1" };
export const ended: OnCallEndedInput = { externalCallId: "c-1", engagementId: 4021, callEndStatus: "NO_ANSWER" };
export const completed: OnCallCompletedInput = {
  engagementId: 4021,
  hideWidget: false,
  engagementProperties: { hs_call_title: "Call", own_property: "x" },
  externalCallId: "c-1",
};
export const published: OnPublishToChannel = { externalCallId: "c-1", engagementId: 4021 };
export const error: OnErrorInput = { message: "No microphone." };
export const size: OnResize = { height: 600, width: 400 };
export const statuses: EndStatus[] = [
  "COMPLETED",
  "FAILED",
  "CANCELED",
  "BUSY",
  "NO_ANSWER",
  "REJECTED",
  "MISSED",
];

// Payloads as an app declares them for itself.
interface DialData {
  phoneNumber: string;
  ownerId: string | number;
  objectId: number;
  objectType: string;
  calleeInfo: Callee;
}
interface Callee {
  calleeId: number;
  calleeObjectTypeId: string;
}
interface Properties {
  hs_call_title: string;
  hs_call_duration: string;
}

export const ownProperties = (engagementProperties: Properties): OnCallCompletedInput => ({
  externalCallId: "c-1",
  engagementProperties,
});
export const ownContext = (dialingContext: DialData): OnOutgoingCallInput => ({
  externalCallId: "c-1",
  fromNumber: "+15550199",
  dialingContext,
});

export const inferred: EventHandlersInput = {
  onReady(data, message) {
    const portal: number = data.portalId;
    const type: "READY" = message.type;
    return [portal, type, data.iframeLocation === "window"];
  },
  onDialNumber: async (data) => {
    await Promise.resolve(data.phoneNumber);
  },
  onCallerIdMatchSucceeded(data) {
    for (const match of data.callerIdMatches) {
      const name: string = match.callerIdType === "CONTACT" ? match.firstName : match.name;
      const open: OnNavigateToRecordInput = { objectCoordinates: match.objectCoordinates };
      console.log(name, open);
    }
  },
  onVisibilityChanged: ({ isMinimized, isHidden }) => isMinimized || isHidden,
  onEndCall: () => undefined,
  onCreateEngagementFailed: null,
  onUpdateEngagementSucceeded: undefined,
  defaultEventHandler: (event) => {
    console.log(event);
  },
};

export const annotated: EventHandlers = {
  onReady: (data: { engagementId: number; iframeLocation: string; portalId: number }) => data.portalId,
  onDialNumber: (data: DialData) => data.calleeInfo.calleeId,
  onEngagementCreated: (data: { engagementId: number }) => data.engagementId,
  onEngagementCreatedFailed: (data: { error: { message: string } }) => data.error.message,
  onCreateEngagementSucceeded: ({ engagementId }: { engagementId: number }) => engagementId,
  onNavigateToRecord: (data: OnNavigateToRecord) => data.objectCoordinates.objectId,
  onNavigateToRecordFailed: (data: OnNavigateToRecord) => data.engagementId,
  onPublishToChannelSucceeded: (data: { engagementId: number; externalCallId: string }) => data.externalCallId,
  onFailed: (data: unknown, message: { type: string }) => [data, message.type],
  defaultEventHandler: (event: { type: string }) => event.type,
};

// Typed by hand, like in an app written from the documents.
export const byHand = new CallingExtensions({
  eventHandlers: {
    onReady: (data: { engagementId: number; ownerId?: number }) => data.ownerId,
    onDialNumber: (data: { phoneNumber: string; ownerId?: string; objectType?: "CONTACT" }) => data.phoneNumber,
    onCreateEngagementSucceeded: ({ engagementId }: { engagementId: string }) => engagementId,
    onUpdateAssociationsFailed: () => undefined,
    onEndCall: false,
  },
});

// A field of a later version can be read after a check.
export const later: EventHandlers = {
  onReady: (data: Open<OnReady>) => data["hublet"],
  onDialNumber: (data: { phoneNumber: string; priority?: number }) => data.priority,
};

/** A subclass in the hook, and one that takes the published options. */
export class Own extends CallingExtensions {
  constructor(options: Options) {
    super(options);
    console.log(this.options.debugMode);
  }
}
export const view = (): CallingExtensionsView => useCallingExtensionsOf(Own, { eventHandlers: {} });

/** A class whose methods are the handlers. */
export class Phone implements EventHandlers {
  onReady(data: OnReady): void {
    console.log(data.userId);
  }

  onDialNumber(data: DialData): void {
    console.log(data.phoneNumber);
  }
}
