import { readFileSync } from "node:fs";
import { join } from "node:path";

import type { FromHostTypes, ToHostTypes } from "calling-widget-sdk";

import { ROOT } from "./places.ts";

/** A message of `tests/fixtures/messages`. */
export type Fixture = { type: string; messageId?: string | number; data?: unknown; [field: string]: unknown };

/** The fixtures of a type. */
export function fixturesOf(type: string): Fixture[] {
  const path = join(ROOT, "tests/fixtures/messages", `${type}.json`);
  return JSON.parse(readFileSync(path, "utf8")) as Fixture[];
}

/** Every method and the message it sends. */
export const METHODS = {
  initialized: "INITIALIZED",
  userAvailable: "USER_AVAILABLE",
  userUnavailable: "USER_UNAVAILABLE",
  userLoggedIn: "LOGGED_IN",
  userLoggedOut: "LOGGED_OUT",
  incomingCall: "INCOMING_CALL",
  outgoingCall: "OUTGOING_CALL_STARTED",
  callAnswered: "CALL_ANSWERED",
  callTransferred: "CALL_TRANSFERRED",
  callEnded: "CALL_ENDED",
  callCompleted: "CALL_COMPLETED",
  navigateToRecord: "NAVIGATE_TO_RECORD",
  finalizeEngagement: "FINALIZE_ENGAGEMENT",
  publishToChannel: "PUBLISH_TO_CHANNEL",
  resizeWidget: "RESIZE_WIDGET",
  sendError: "ERROR",
  setWidgetUrl: "SET_WIDGET_URL",
  callData: "CALL_DATA",
} as const satisfies ToHostTypes;

/** Every handler and its message. */
export const HANDLERS = {
  onCallerIdMatchFailed: "CALLER_ID_MATCH_FAILED",
  onCallerIdMatchSucceeded: "CALLER_ID_MATCH_SUCCEEDED",
  onCreateEngagementFailed: "CREATE_ENGAGEMENT_FAILED",
  onCreateEngagementSucceeded: "CREATE_ENGAGEMENT_SUCCEEDED",
  onDialNumber: "DIAL_NUMBER",
  onEndCall: "END_CALL",
  onEngagementCreated: "ENGAGEMENT_CREATED",
  onInitiateCallIdFailed: "INITIATE_CALL_ID_FAILED",
  onInitiateCallIdSucceeded: "INITIATE_CALL_ID_SUCCEEDED",
  onNavigateToRecordFailed: "NAVIGATE_TO_RECORD_FAILED",
  onPublishToChannelFailed: "PUBLISH_TO_CHANNEL_FAILED",
  onPublishToChannelSucceeded: "PUBLISH_TO_CHANNEL_SUCCEEDED",
  onFinalizeEngagementFailed: "FINALIZE_ENGAGEMENT_FAILED",
  onFinalizeEngagementSucceeded: "FINALIZE_ENGAGEMENT_SUCCEEDED",
  onReady: "READY",
  onSetCallState: "SET_CALL_STATE",
  onSetWidgetUrlFailed: "SET_WIDGET_URL_FAILED",
  onUpdateAssociationsFailed: "UPDATE_ASSOCIATIONS_FAILED",
  onUpdateEngagementFailed: "UPDATE_ENGAGEMENT_FAILED",
  onUpdateEngagementSucceeded: "UPDATE_ENGAGEMENT_SUCCEEDED",
  onVisibilityChanged: "VISIBILITY_CHANGED",
  onFailed: "FAILED",
} as const satisfies FromHostTypes;
