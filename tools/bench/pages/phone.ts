// The measured calling app, for any of the SDKs.
import type CallingExtensions from "calling-widget-sdk";

import { fail } from "../protocol.ts";
import { completed, ended, engagementOf, lastCall, started } from "./call.ts";
import { heard, serve } from "./widget.ts";

/** The app's handlers. */
export type Handlers = {
  onReady(this: void): void;
  onDialNumber(this: void, dial: { phoneNumber: string }): void;
  onCreateEngagementSucceeded(this: void, created: { externalCallId: string; engagementId: number }): void;
  onVisibilityChanged(this: void): void;
};

/** The part of an SDK that the app uses. */
type Cti = Pick<
  CallingExtensions,
  "callAnswered" | "callCompleted" | "callEnded" | "initialized" | "outgoingCall" | "userLoggedIn"
>;

/** Starts the app. */
export function run(construct: (handlers: Handlers) => Cti): void {
  const finish = (externalCallId: string, engagementId: number): void => {
    cti.callEnded(ended(externalCallId, engagementId));
    cti.callCompleted(completed(externalCallId, engagementId));
  };
  const cti = construct({
    onReady: () => cti.initialized({ isLoggedIn: true, engagementId: 1 }),
    onDialNumber: ({ phoneNumber }) => {
      if (heard()) cti.outgoingCall(started(phoneNumber));
    },
    onCreateEngagementSucceeded: ({ externalCallId, engagementId }) => {
      cti.callAnswered({ externalCallId });
      finish(externalCallId, engagementId);
    },
    onVisibilityChanged: () => fail("a message was delivered that has to be refused"),
  });
  serve({
    open: () => cti.outgoingCall(started("+12025550143")),
    close: () => finish(lastCall(), engagementOf(lastCall())),
    send: () => cti.userLoggedIn(),
  });
}
