// A calling app that makes and takes calls with any version of the package on the page: each
// call is answered, ended and completed as soon as the host has created its engagement.
/* oxlint-disable typescript/no-deprecated -- the older versions know the older names only */
import type CallingExtensions from "calling-widget-sdk";

import type { AppSettings } from "../globals.ts";

/** The published versions differ in their methods; all have messages. */
function say(cti: CallingExtensions, type: string, data: object): void {
  cti.sendMessage({ type, data });
}

window.startApp = ({ hostOrigin, isLoggedIn = true, construct = (options) => new window.sdk.default(options) }: AppSettings) => {
  let callId = "";
  let engaged: number | undefined;

  const created = (data: { engagementId?: number | undefined; externalCallId?: string | undefined }): void => {
    // A host reports an outgoing call's engagement under two names.
    if (engaged === data.engagementId || data.engagementId === undefined) {
      return;
    }
    engaged = data.engagementId;
    // Not every host names the call.
    const ids = { externalCallId: data.externalCallId ?? callId, engagementId: engaged };
    say(cti, "CALL_ANSWERED", { externalCallId: ids.externalCallId });
    cti.callEnded({ ...ids, callEndStatus: "COMPLETED" });
    cti.callCompleted({
      ...ids,
      hideWidget: false,
      engagementProperties: { hs_call_title: `Title of ${ids.externalCallId}`, hs_call_body: "Notes" },
    });
  };
  const record = <Args extends unknown[]>(name: string, handler: (...args: Args) => void = () => undefined) => {
    const recorded = window.recorded(name);
    return (...args: Args): void => {
      recorded(...args);
      handler(...args);
    };
  };

  const cti = construct({
    debugMode: false,
    ...(hostOrigin === undefined ? {} : { allowedHostOrigins: [hostOrigin] }),
    eventHandlers: {
      onReady: record("onReady", () => {
        cti.initialized({ isLoggedIn });
        say(cti, "USER_AVAILABLE", {});
      }),
      onDialNumber: record("onDialNumber", (data: { phoneNumber?: string | undefined }) => {
        // An id is no secret, a number is.
        callId = `call-${data.phoneNumber?.slice(-4) ?? ""}`;
        cti.outgoingCall({
          externalCallId: callId,
          toNumber: data.phoneNumber,
          fromNumber: "+12025550100",
          createEngagement: true,
          dialingContext: data,
        });
      }),
      onCreateEngagementSucceeded: record("onCreateEngagementSucceeded", created),
      onEngagementCreated: record("onEngagementCreated", created),
      onCallerIdMatchSucceeded: record("onCallerIdMatchSucceeded"),
      onUpdateEngagementSucceeded: record("onUpdateEngagementSucceeded"),
      onVisibilityChanged: record("onVisibilityChanged"),
      defaultEventHandler: record("defaultEventHandler"),
    },
  });
  window.cti = cti;
  window.ring = (fromNumber) => {
    callId = `call-${fromNumber.slice(-4)}`;
    cti.incomingCall({ externalCallId: callId, fromNumber, toNumber: "+12025550100", createEngagement: true });
  };
};
