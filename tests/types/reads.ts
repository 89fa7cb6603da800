/* oxlint-disable typescript/no-deprecated -- the documents name them */
// An app that reads every field that the reference lists for a host's message, without a check:
// the types promise it. Fields observed of hosts, and those of a failure, may be absent.
import CallingExtensions, {
  type CallerIdMatches,
  type ChannelResult,
  type EngagementResult,
  type HostFailure,
  type NavigationFailure,
  type OnDialNumber,
  type OnReady,
  type VisibilityChange,
} from "calling-widget-sdk";

declare function show(...values: (string | number | boolean)[]): void;
declare function open(record: { portalId: number; objectId: number; objectTypeId: "0-1" | "0-2" }): void;

/** Closed sets are switched over without a default. */
export function place(location: OnReady["iframeLocation"]): string {
  switch (location) {
    case "widget":
      return "a panel on the record";
    case "remote":
      return "the navigation bar";
    case "window":
      return "the call window";
  }
}

export function kind(type: OnDialNumber["objectType"]): string {
  switch (type) {
    case "CONTACT":
      return "a contact";
    case "COMPANY":
      return "a company";
  }
}

// Payloads as they are inferred.
export const cti = new CallingExtensions({
  debugMode: true,
  eventHandlers: {
    onReady: ({ engagementId, iframeLocation, ownerId, portalId, userId }, message) => {
      const type: "READY" = message.type;
      const account: number = portalId;
      const user: number = userId;
      const owner: string | number = ownerId;
      show(type, account, user, owner, place(iframeLocation), engagementId ?? 0);
    },
    onDialNumber: (data, message) => {
      const number: string = data.phoneNumber;
      const owner: string | number = data.ownerId;
      const ids: number[] = [data.subjectId, data.objectId, data.portalId, data.startTimestamp];
      const texts: string[] = [data.countryCode, data.toPhoneNumberSrc, data.calleeInfo.calleeObjectTypeId];
      const callee: number = data.calleeInfo.calleeId;
      show(message.type, number, owner, ...ids, ...texts, callee, kind(data.objectType));
    },
    onEngagementCreated: ({ engagementId }) => show(engagementId.toFixed()),
    onCreateEngagementSucceeded: ({ engagementId, externalCallId }) => {
      const call: string | undefined = externalCallId;
      show(engagementId.toFixed(), call?.length ?? 0);
    },
    onCreateEngagementFailed: ({ error, externalCallId }) => show(error?.message ?? "", externalCallId ?? ""),
    onEngagementCreatedFailed: ({ error }) => show(error?.message ?? ""),
    onUpdateEngagementSucceeded: ({ engagementId }) => show(engagementId.toFixed()),
    onUpdateEngagementFailed: ({ error, engagementId }) => show(error?.message ?? "", engagementId ?? 0),
    onNavigateToRecord: ({ objectCoordinates, engagementId }) => {
      open(objectCoordinates);
      show(engagementId ?? 0);
    },
    onNavigateToRecordFailed: ({ objectCoordinates, engagementId, error }) => {
      open(objectCoordinates);
      show(engagementId ?? 0, error?.message ?? "");
    },
    onPublishToChannelSucceeded: ({ engagementId, externalCallId }) => show(engagementId.toFixed(), externalCallId.length),
    onPublishToChannelFailed: ({ engagementId, externalCallId, error }) =>
      show(engagementId.toFixed(), externalCallId.length, error?.message ?? ""),
    onFinalizeEngagementSucceeded: ({ engagementId, externalCallId }) => show(engagementId.toFixed(), externalCallId.length),
    onFinalizeEngagementFailed: ({ engagementId, externalCallId, error }) =>
      show(engagementId.toFixed(), externalCallId.length, error?.message ?? ""),
    onCallerIdMatchSucceeded: ({ callerIdMatches, externalCallId }) => {
      for (const match of callerIdMatches) {
        open(match.objectCoordinates);
        show(match.callerIdType === "CONTACT" ? `${match.firstName} ${match.lastName} ${match.email}` : match.name);
      }
      show(callerIdMatches.length, externalCallId ?? "");
    },
    onCallerIdMatchFailed: ({ error }) => show(error?.message ?? ""),
    onSetCallState: ({ callStatus }) => show(callStatus ?? ""),
    onSetWidgetUrlFailed: ({ error }) => show(error?.message ?? ""),
    onVisibilityChanged: ({ isMinimized, isHidden }) => {
      const isSeen: boolean = !isMinimized && !isHidden;
      show(isSeen);
    },
    onFailed: ({ error, engagementId, externalCallId }) => show(error?.message ?? "", engagementId ?? 0, externalCallId ?? ""),
    FAILED: ({ error }) => show(error?.message ?? ""),
    defaultEventHandler: (_data, { type }) => show(type),
  },
});

// Handlers as most apps write them: arrows that name the object they are passed to.
export const arrows = new CallingExtensions({
  eventHandlers: {
    onReady: () => arrows.initialized({ isLoggedIn: true }),
    onDialNumber: ({ phoneNumber }) => arrows.outgoingCall({ toNumber: phoneNumber }),
    onCreateEngagementSucceeded: async ({ engagementId }) => {
      await Promise.resolve(engagementId);
    },
    defaultEventHandler: (data, message) => [data, message],
  },
});

// Payloads as an app passes them on.
export const ready = ({ portalId, userId, ownerId, iframeLocation }: OnReady): string =>
  [portalId.toFixed(), userId.toFixed(), ownerId.toString(), iframeLocation.toUpperCase()].join();
export const dialled = (data: OnDialNumber): Required<Omit<OnDialNumber, "phone_number">> => data;
export const created = ({ engagementId }: EngagementResult): number => engagementId;
export const matched = ({ callerIdMatches: [first] }: CallerIdMatches): number | undefined => first?.objectCoordinates.objectId;
export const refused = ({ objectCoordinates }: NavigationFailure): number => objectCoordinates.portalId;
export const published = ({ engagementId, externalCallId }: ChannelResult): [number, string] => [engagementId, externalCallId];
export const seen = ({ isHidden, isMinimized }: VisibilityChange): boolean[] => [isHidden, isMinimized];
export const failed = ({ error }: HostFailure): string => error?.message ?? "";

// The SDK's own events about the same payloads. The callee's identifiers fit a record's coordinates
// without conversion.
cti.on("dial", ({ callee, data }) => {
  show(data.phoneNumber, data.calleeInfo.calleeId);
  if (callee?.conflict === undefined && callee?.typeFrom !== undefined) {
    const id: number | string = callee.objectId;
    const type: string | undefined = callee.objectTypeId;
    cti.callData({ id, type, phoneNumber: data.phoneNumber });
  }
});
export const account = cti.getSnapshot().ready?.portalId;
void cti.tracked.incomingCall({ fromNumber: "+15550123" }).callerId().then(([match]) => match?.objectCoordinates.objectId);
