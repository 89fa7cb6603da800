/**
 * A phone of JsSIP (`jssip` 3.10 or later) for `bindPhone` of `calling-widget-sdk/phone`.
 *
 * @packageDocumentation
 */
import { VendorCalls } from "../phone/calls.js";
import { callerOf, isTakenElsewhere, sipAddress } from "../phone/sip.js";
import type { Phone, PhoneCause } from "../phone/types.js";
import type { JssipCalls, JssipEnd, JssipSession, JssipUa } from "../phone/vendors.js";

export type { JssipUa } from "../phone/vendors.js";

/** What a call is placed and answered with. */
export type JssipPhoneOptions = {
  /** Options of JsSIP's `call` and `answer`, such as `pcConfig`; audio alone when absent. */
  call?: object | undefined;
};

/** The calls of a `UA`. Starting it and the audio element stay the app's. */
export function jssipPhone(userAgent: JssipUa, { call = { mediaConstraints: { audio: true, video: false } } }: JssipPhoneOptions = {}): Phone {
  const ua = userAgent as unknown as JssipCalls;
  const calls = new VendorCalls<JssipSession>();
  let dialing: string | undefined;

  ua.on("registered", () => {
    calls.registered(true);
  });
  for (const event of ["unregistered", "registrationFailed", "disconnected"] as const) {
    ua.on(event, () => {
      calls.registered(false);
    });
  }
  ua.on("newRTCSession", ({ originator, session, request }) => {
    const isOurs = originator === LOCAL;
    if (isOurs && dialing === undefined) {
      return;
    }
    const callId = dialing ?? request.call_id;
    dialing = undefined;
    calls.add(callId, session);
    follow(session, isOurs);
    if (!isOurs) {
      calls.emit({ type: "incoming", callId, from: callerOf(request, session.remote_identity.uri.user), to: session.local_identity.uri.user });
    }
  });

  const follow = (session: JssipSession, isOurs: boolean): void => {
    session.on("progress", () => {
      if (isOurs) {
        calls.happened(session, "ringing");
      }
    });
    session.on("accepted", () => {
      calls.hears(session, (session.connection?.getSenders() ?? []).map(({ track }) => track));
      calls.follow(session, session.connection, isOurs, () => ua.isConnected() && session.renegotiate({ rtcOfferConstraints: { iceRestart: true } }));
      calls.happened(session, "answered");
    });
    session.on("ended", ({ cause }: JssipEnd) => {
      calls.over(session, cause === "Terminated" ? "ended" : "failed");
    });
    session.on("failed", (event: JssipEnd) => {
      const [type, cause] = endOf(event);
      calls.over(session, type, cause);
    });
  };

  const address = (number: string): string => sipAddress(number, ua.configuration.uri.host);

  return {
    listen: calls.listen,
    has: calls.has,
    dial: (callId, number) => {
      dialing = callId;
      try {
        ua.call(address(number), call);
      } finally {
        dialing = undefined;
      }
    },
    answer: (callId) => {
      calls.of(callId).answer(call);
    },
    reject: (callId, reason) => {
      calls.of(callId).terminate({ status_code: reason === "busy" ? 486 : 603 });
    },
    hangUp: (callId) => {
      calls.of(callId).terminate();
    },
    mute: (callId, isOn) => {
      calls.of(callId)[isOn ? "mute" : "unmute"]({ audio: true });
    },
    hold: (callId, isOn) => {
      if (!calls.of(callId)[isOn ? "hold" : "unhold"]()) {
        throw new Error("the call cannot be held now");
      }
    },
    sendDigits: (callId, digits) => {
      calls.of(callId).sendDTMF(digits);
    },
    transfer: (callId, target) => {
      const session = calls.of(callId);
      const failed = (): void => {
        calls.happened(session, "transferFailed");
      };
      const other = typeof target === "string" ? undefined : calls.of(target.callId);
      session.refer(typeof target === "string" ? address(target) : other?.remote_identity.uri, {
        ...(other === undefined ? {} : { replaces: other }),
        eventHandlers: {
          requestFailed: failed,
          failed,
          accepted: () => {
            calls.happened(session, "transferred");
          },
        },
      });
    },
  };
}

/** How a session that was never established ended. */
function endOf({ originator, message, cause }: JssipEnd): ["ended" | "failed", PhoneCause] {
  const status = message?.status_code;
  if (cause === "User Denied Media Access") {
    return ["failed", "microphone"];
  }
  // JsSIP itself cancels a call whose server is gone; what the user cancels is the core's to know.
  if (cause === "Canceled" && originator !== LOCAL) {
    return ["ended", isTakenElsewhere(message?.getHeader?.("Reason")) ? "elsewhere" : "canceled"];
  }
  return typeof status === "number" ? ["ended", status] : ["failed", "failed"];
}

const LOCAL = "local";
