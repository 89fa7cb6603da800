/* oxlint-disable typescript/no-deprecated -- the published package exports them */
// An app written against the published package: what it declares with that
// package's types goes into this one, and what this one hands to its handlers
// fits what they ask for.
import type * as Published from "published-0.9.7";
import type { Constants as PublishedConstants } from "published-0.9.7";

import {
  Constants,
  type CallerIdMatches,
  type CompanyIdMatch,
  type ContactIdMatch,
  type EndStatus,
  type EventHandlers,
  type NavigationFailure,
  type ObjectCoordinates,
  type OnMessage,
  type RawEngagementProperties,
  type SizeInfo,
  type ToHostPayloads,
} from "calling-widget-sdk";

declare function send<Method extends keyof ToHostPayloads>(method: Method, payload: ToHostPayloads[Method]): void;

export function sends(
  initialized: Published.OnInitialized,
  incomingCall: Published.OnIncomingCall,
  outgoingCall: Published.OnOutgoingCall,
  callAnswered: Published.OnCallAnswered,
  callTransferred: Published.OnCallTransferred,
  callEnded: Published.OnCallEnded,
  callCompleted: Published.OnCallCompleted,
  navigateToRecord: Published.OnNavigateToRecord,
  finalizeEngagement: Published.OnFinalizeEngagement,
  publishToChannel: Published.OnPublishToChannel,
  resizeWidget: Published.OnResize,
  sendError: Published.OnError,
  setWidgetUrl: Published.OnSetWidgetUrl,
): void {
  send("initialized", initialized);
  send("incomingCall", incomingCall);
  send("outgoingCall", outgoingCall);
  send("callAnswered", callAnswered);
  send("callTransferred", callTransferred);
  send("callEnded", callEnded);
  send("callCompleted", callCompleted);
  send("navigateToRecord", navigateToRecord);
  send("finalizeEngagement", finalizeEngagement);
  send("publishToChannel", publishToChannel);
  send("resizeWidget", resizeWidget);
  send("sendError", sendError);
  send("setWidgetUrl", setWidgetUrl);
  send("callData", { own: true });
}

export function values(
  status: Published.EndStatus,
  properties: Published.RawEngagementProperties,
  coordinates: Published.ObjectCoordinates,
  contact: Published.ContactIdMatch,
  company: Published.CompanyIdMatch,
  message: Published.OnMessage,
  size: Published.SizeInfo,
): [EndStatus, RawEngagementProperties, ObjectCoordinates, ContactIdMatch, CompanyIdMatch, OnMessage, SizeInfo] {
  return [status, properties, coordinates, contact, company, message, size];
}

/** Handlers whose payloads are declared with the published types. */
export const handlers: EventHandlers = {
  onCallerIdMatchSucceeded: (data: {
    callerIdMatches: (Published.ContactIdMatch | Published.CompanyIdMatch)[];
  }) => data.callerIdMatches.length,
  onNavigateToRecordFailed: (data: Published.OnNavigateToRecord) => data.objectCoordinates.objectId,
  onFinalizeEngagementSucceeded: (data: Published.OnFinalizeEngagement) => data.externalCallId,
  onFinalizeEngagementFailed: (data: Published.OnFinalizeEngagement) => data.engagementId,
  onPublishToChannelSucceeded: (data: Published.OnPublishToChannel) => data.externalCallId,
  onPublishToChannelFailed: (data: Published.OnPublishToChannel) => data.engagementId,
};

/** What this package exports fits where the published type is asked for. */
export const given: {
  matches: (data: CallerIdMatches) => number;
  failure: (data: NavigationFailure) => number;
  // Every name of a handler there is one here.
  names: Record<keyof Published.EventHandlers, keyof EventHandlers>;
} = {
  matches: (data) => data.callerIdMatches.length,
  failure: (data) => data.objectCoordinates.objectId,
  names: {} as { [Name in keyof Published.EventHandlers]-?: Name },
};

/** The constants have the published types; the names of handlers are one more. */
export const constants: Omit<typeof PublishedConstants, "messageHandlerNames"> = Constants;

/** And they fit the closed sets they are of, which the published ones do not. */
export const ended: EndStatus = Constants.callEndStatus.INTERNAL_BUSY;
export const known: "READY" = Constants.messageType.READY;
