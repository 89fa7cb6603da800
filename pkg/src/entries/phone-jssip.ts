/**
 * A phone of JsSIP (`jssip` 3.10 or later) for `bindPhone` of `calling-widget-sdk/phone`.
 *
 * @packageDocumentation
 */
import { adapterOf } from "../phone/adapter.js";
import { VendorCalls } from "../phone/calls.js";
import { digitInfo, type DigitTransport, sendDigits } from "../phone/digits.js";
import { microphone, stop } from "../phone/microphone.js";
import { LOCAL, keepCall } from "../phone/jssip-session.js";
import { callerOf, cancelCause, lifetimeOf, sipAddress } from "../phone/sip.js";
import type { Phone, PhoneCause } from "../phone/types.js";
import type { JssipCalls, JssipEnd, JssipInfo, JssipSession, JssipUa } from "../phone/vendors.js";

export type { DigitTransport } from "../phone/digits.js";
export type { JssipUa } from "../phone/vendors.js";

/** Options for placing and answering calls. */
export type JssipPhoneOptions = {
  /** Options of JsSIP's `call` and `answer`, such as `pcConfig`; audio alone when absent. */
  call?: object | undefined;
  /** The way of digits: RTP if the other end takes them there, INFO else, when absent. */
  digits?: DigitTransport | undefined;
};

/** The calls of a `UA`. Starting it and the audio element stay the app's. */
export function jssipPhone(userAgent: JssipUa, options: JssipPhoneOptions = {}): Phone {
  return adapterOf(userAgent as unknown as JssipCalls, options, adapt);
}

function adapt(ua: JssipCalls, options: () => JssipPhoneOptions): Phone {
  const calls = new VendorCalls<JssipSession>();
  /** Ids of the calls that wait for the browser's microphone. */
  const waiting = new Set<string>();
  const microphones = new Map<string, MediaStream>();
  let dialing: string | undefined;

  calls.registered(ua.isRegistered());
  for (const event of ["registered", "unregistered", "disconnected"]) {
    ua.on(event, () => {
      calls.registered(event === "registered");
    });
  }
  ua.on("registrationFailed", ({ response }) => {
    calls.registered(false, ua.isConnected() ? (response?.status_code ?? 408) : undefined);
  });
  // JsSIP has itself registered until a REGISTER fails, which may be after the last one expired.
  ua.on("newTransaction", ({ transaction }) => {
    const requested = transaction.request.extraHeaders?.join() ?? "";
    if (transaction.request.method !== "REGISTER" || /;expires=0\b/i.test(requested)) {
      return;
    }
    const receiveResponse = transaction.receiveResponse.bind(transaction);
    transaction.receiveResponse = (response) => {
      receiveResponse(response);
      if (response.status_code < 200 || response.status_code >= 300) {
        return;
      }
      if (ua.isRegistered()) {
        const contact = response.getHeaders("Contact").find((each) => each.includes(ua.contact.uri.user));
        calls.registeredFor(lifetimeOf(contact, response.getHeader("Expires"), requested));
      } else {
        calls.registered(false, "failed");
      }
    };
  });
  ua.on("newRTCSession", ({ originator, session, request }) => {
    const isOurs = originator === LOCAL;
    const isBeside = isOurs && dialing === undefined;
    const callId = dialing ?? request.call_id;
    dialing = undefined;
    calls.add(callId, session);
    follow(session, isOurs);
    if (isBeside) {
      calls.emit({ type: "outgoing", callId, to: session.remote_identity.uri.user ?? "" });
    } else if (!isOurs) {
      calls.emit({ type: "incoming", callId, from: callerOf(request, session.remote_identity.uri.user), to: session.local_identity.uri.user });
    }
  });

  const follow = (session: JssipSession, isOurs: boolean): void => {
    let isRinging = false;
    keepCall(session, calls);
    session.on("progress", () => {
      isRinging = true;
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
      over(session, cause === "Terminated" || cause === "Dialog Error" ? "ended" : "failed");
    });
    session.on("failed", (event: JssipEnd) => {
      if (event.cause === "Canceled" && event.originator === LOCAL) {
        // Only so is an answer that crosses the CANCEL acknowledged and hung up (versatica/JsSIP#836).
        Object.assign(session, { _is_canceled: true });
      }
      const [type, cause] = endOf(event, isRinging, ua.isConnected());
      over(session, type, cause);
    });
    // An unhandled transfer would leave the other parties without an answer.
    for (const event of ["refer", "replaces"] as const) {
      session.on(event, ({ reject }) => {
        if (session.listenerCount(event) === 1) {
          reject();
        }
      });
    }
  };

  /** Starts a call with the microphone: JsSIP would leave it on if the call ends before the browser grants it. */
  const begin = async (callId: string, isOver: () => boolean, start: (options: object) => unknown): Promise<void> => {
    const { call = {} } = options();
    const { mediaConstraints = { audio: true, video: false }, mediaStream: own } = call as { mediaConstraints?: MediaStreamConstraints; mediaStream?: MediaStream };
    if (own !== undefined) {
      start(call);
      return;
    }
    const mediaStream = await microphone(mediaConstraints, isOver);
    if (mediaStream !== undefined) {
      microphones.set(callId, mediaStream);
      try {
        start({ ...call, mediaStream });
      } catch (error) {
        off(callId);
        throw error;
      }
    }
  };

  const off = (callId: string): void => {
    stop(microphones.get(callId));
    microphones.delete(callId);
  };

  const over = (session: JssipSession, type: "ended" | "failed", cause?: PhoneCause): void => {
    off(calls.idOf(session) ?? "");
    calls.over(session, type, cause);
  };

  const address = (number: string): string => sipAddress(number, ua.configuration.uri.host);

  /** Sends a digit in an INFO. @throws Error if it is refused. */
  const inform = (session: JssipSession, digit: string): Promise<void> =>
    new Promise((resolve, reject) => {
      const sent = ({ info }: { info: JssipInfo }): void => {
        info.on("succeeded", resolve);
        info.on("failed", () => {
          reject(new Error("the other end takes no digits in INFO"));
        });
      };
      const { contentType, content } = digitInfo(digit);
      session.on("newInfo", sent);
      try {
        // JsSIP's own way for digits queues them behind the app's, without a report.
        session.sendInfo(contentType, content);
      } finally {
        session.off("newInfo", sent);
      }
    });

  return {
    listen: calls.listen,
    has: calls.has,
    dial: async (callId, number) => {
      waiting.add(callId);
      try {
        await begin(callId, () => !waiting.has(callId), (options) => {
          dialing = callId;
          ua.call(address(number), options);
        });
      } finally {
        waiting.delete(callId);
        dialing = undefined;
      }
    },
    answer: (callId) => {
      const session = calls.of(callId);
      return begin(callId, () => !calls.has(callId), (options) => {
        session.answer(options);
      });
    },
    reject: (callId, reason) => {
      calls.of(callId).terminate({ status_code: reason === "busy" ? 486 : 603 });
    },
    hangUp: (callId) => {
      if (waiting.delete(callId)) {
        calls.emit({ type: "ended", callId, cause: "canceled" });
      } else {
        calls.of(callId).terminate();
      }
    },
    mute: (callId, isOn) => {
      calls.of(callId)[isOn ? "mute" : "unmute"]({ audio: true });
    },
    hold: (callId, isOn) => {
      const session = calls.of(callId);
      return calls.hold(callId, isOn, () => {
        if (!session[isOn ? "hold" : "unhold"]()) {
          throw new Error("the call cannot be held now");
        }
      });
    },
    sendDigits: (callId, digits) => {
      const session = calls.of(callId);
      return calls.unlessOver(callId, sendDigits(digits, session.connection, options().digits, (digit) => inform(session, digit)));
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

/** The end of a session that was never established. */
function endOf({ originator, message, cause }: JssipEnd, isRinging: boolean, isOnline: boolean): ["ended" | "failed", PhoneCause] {
  const status = message?.status_code;
  if (cause === "No Answer" || cause === "Expires") {
    return ["ended", "noAnswer"];
  }
  // JsSIP itself cancels a call whose server is gone, or never answers.
  if (cause === "Canceled" && (originator !== LOCAL || (isRinging && isOnline))) {
    return ["ended", cancelCause(message?.getHeaders?.("Reason"))];
  }
  // The app declined it, or stopped the phone.
  if (cause === "Rejected" && originator === LOCAL) {
    return ["ended", "here"];
  }
  return typeof status === "number" && status >= 300 ? ["ended", status] : ["failed", isOnline ? "failed" : "offline"];
}
