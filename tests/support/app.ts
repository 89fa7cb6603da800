// Calling apps of the tests, and a host's messages by hand.
import CallingExtensions, { type OptionsInput } from "calling-widget-sdk";

/** An app without test code, for this SDK or the published one: it takes a number, and hangs up. */
export function app(options: Partial<OptionsInput> = {}, Sdk = CallingExtensions): CallingExtensions {
  const cti: CallingExtensions = new Sdk({
    logger: null,
    ...options,
    eventHandlers: {
      onReady: () => {
        cti.initialized({ isLoggedIn: true, isAvailable: true });
      },
      onDialNumber: ({ phoneNumber }) => {
        cti.outgoingCall({ externalCallId: "call-1", toNumber: phoneNumber, createEngagement: true });
      },
      onEndCall: () => {
        cti.callEnded({ externalCallId: "call-1" });
      },
      ...options.eventHandlers,
    },
  });
  return cti;
}

/** An instance in a session that is opened by hand. */
export function ready(options: Partial<OptionsInput> = {}): CallingExtensions {
  const cti = new CallingExtensions({ logger: null, eventHandlers: {}, ...options });
  receive(cti, { type: "SYNC", messageId: "h_1", portalId: 5, userId: 2 });
  return cti;
}

/** Delivers a message of the host's. */
export function receive(cti: CallingExtensions, message: object): void {
  cti.iFrameManager.onMessage({ data: { messageId: "h_2", ...message }, origin: "https://crm.example" });
}
