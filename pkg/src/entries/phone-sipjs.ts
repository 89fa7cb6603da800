/**
 * A phone of SIP.js (`sip.js` 0.21 or later) for `bindPhone` of `calling-widget-sdk/phone`.
 *
 * @packageDocumentation
 */
import { adapterOf } from "../phone/adapter.js";
import { VendorCalls } from "../phone/calls.js";
import { type DigitTransport, digitInfo, sendDigits } from "../phone/digits.js";
import { callerOf, cancelCause, lifetimeOf, sipAddress, transferOutcome } from "../phone/sip.js";
import { prepare } from "../phone/sipjs-handler.js";
import type { Phone, PhoneCause } from "../phone/types.js";
import type { SipjsCalls, SipjsDelegate, SipjsInvitation, SipjsManager, SipjsRequestDelegate, SipjsResponse, SipjsSession } from "../phone/vendors.js";

export type { DigitTransport } from "../phone/digits.js";
export type { SipjsDelegate, SipjsManager } from "../phone/vendors.js";

/** Options of the phone. */
export type SipjsPhoneOptions = {
  /** The way of digits: RTP if the other end takes them there, INFO else, when absent. */
  digits?: DigitTransport | undefined;
};

/**
 * The calls of a `SessionManager`. Connecting, registering and the audio element stay the
 * app's, as does its delegate: its callbacks are called as before.
 */
export function sipjsPhone(sessionManager: SipjsManager, options: SipjsPhoneOptions = {}): Phone {
  return adapterOf(sessionManager as SipjsCalls, options, adapt);
}

function adapt(manager: SipjsCalls, options: () => SipjsPhoneOptions): Phone {
  const calls = new VendorCalls<SipjsSession>();
  /** The cause of a session's end; undefined once it was answered. */
  const causes = new WeakMap<SipjsSession, PhoneCause | undefined>();
  let dialing: string | undefined;
  followRegistration(manager, calls);

  addCallbacks(manager, {
    onCallCreated(session: SipjsSession) {
      const isOurs = !("accept" in session);
      const { callId, to } = session.request;
      if (isOurs) {
        listenTo(session);
        calls.add(dialing ?? callId, session);
      }
      if (isOurs && dialing === undefined) {
        calls.emit({ type: "outgoing", callId, to: to.uri.user ?? "" });
      }
      dialing = isOurs ? undefined : dialing;
      // The app may give the session a delegate.
      return () => {
        const { delegate } = session;
        session.delegate = {
          ...delegate,
          onSessionDescriptionHandler: (handler, isEarly) => {
            prepare(handler);
            delegate?.onSessionDescriptionHandler?.(handler, isEarly);
          },
          onCancel: ({ request: cancel }) => {
            causes.set(session, cancelCause(cancel.getHeaders("Reason")));
          },
        };
      };
    },
    onCallReceived(session: SipjsSession) {
      const { request, remoteIdentity } = session as SipjsInvitation;
      calls.add(request.callId, session);
      calls.emit({ type: "incoming", callId: request.callId, from: callerOf(request, remoteIdentity.uri.user), to: request.to.uri.user });
    },
    onCallAnswered(session: SipjsSession) {
      calls.hears(session, manager.getLocalMediaStream(session)?.getAudioTracks() ?? []);
      causes.set(session, undefined);
      // SIP.js would follow a transfer with a call unknown here.
      session.delegate = { ...session.delegate, onRefer: (referral) => referral.reject({ statusCode: 603 }) };
      watch(session);
      calls.follow(session, session.sessionDescriptionHandler?.peerConnection, !("accept" in session), () => restart(session));
      calls.happened(session, "answered");
    },
    onCallHold(session: SipjsSession, isHeld: boolean) {
      keepHold(session);
      calls.held(session, isHeld);
    },
    onCallHangup(session: SipjsSession) {
      // An outgoing call was canceled here, or the server's answer is unusable.
      // An incoming one that was neither answered nor canceled is refused by this phone itself.
      const otherwise = "accept" in session ? "here" : session.state === "Terminating" ? "canceled" : "failed";
      // The server's answer and the command's rejection arrive after this.
      setTimeout(() => {
        const cause = causes.has(session) ? causes.get(session) : otherwise;
        calls.over(session, cause === "offline" ? "failed" : "ended", cause);
      }, 0);
    },
    onRegistered() {
      calls.registered(true);
    },
    onUnregistered() {
      // The registration of an earlier connection may expire after the next one.
      if (manager.registerer?.state !== "Registered") {
        calls.registered(false);
      }
    },
    onServerDisconnect() {
      calls.registered(false);
      // SIP.js would end every call with its server, even after a failed ping, which reports
      // no error; answered calls still have sound.
      const answered = manager.managedSessions.filter(({ session }) => session.state === "Established");
      for (const each of manager.managedSessions) {
        causes.set(each.session, answered.includes(each) ? undefined : "offline");
      }
      manager.managedSessions = manager.managedSessions.filter((each) => !answered.includes(each));
      queueMicrotask(() => {
        manager.managedSessions = [...answered, ...manager.managedSessions];
      });
    },
  });

  /** Ends a call that the other end knows no longer: SIP.js would go on. */
  const watch = (session: SipjsSession): void => {
    const { dialog, sessionDescriptionHandler } = session;
    for (const method of ["info", "invite", "refer"] as const) {
      const send = dialog?.[method].bind(dialog);
      if (dialog !== undefined && send !== undefined) {
        dialog[method] = (delegate = {}, options) => {
          const onAccept = (response: SipjsResponse): void => {
            calls.alive(session);
            delegate.onAccept?.(response);
          };
          const onReject = (response: SipjsResponse): void => {
            if (response.message.statusCode === 481) {
              void calls.gone(session, sessionDescriptionHandler?.peerConnection, () => manager.hangup(session));
            } else {
              delegate.onReject?.(response);
            }
          };
          return send({ ...delegate, onAccept, onReject }, options);
        };
      }
    }
  };

  const restart = async (session: SipjsSession): Promise<void> => {
    if (manager.isConnected()) {
      const options = { ...session.sessionDescriptionHandlerOptionsReInvite, hold: manager.isHeld(session) };
      try {
        await session.invite({ sessionDescriptionHandlerOptions: { ...options, offerOptions: { iceRestart: true } } });
      } finally {
        session.sessionDescriptionHandlerOptionsReInvite = options;
      }
    }
  };

  /** Keeps SIP.js from offering a refused hold again. */
  const keepHold = (session: SipjsSession): void => {
    session.sessionDescriptionHandlerOptionsReInvite = { ...session.sessionDescriptionHandlerOptionsReInvite, hold: manager.isHeld(session) };
  };

  /** Sends a digit in an INFO. @throws Error if it is refused. */
  const inform = (session: SipjsSession, digit: string): Promise<void> =>
    new Promise((resolve, reject) => {
      const body = { contentDisposition: "render", ...digitInfo(digit) };
      const requestDelegate: SipjsRequestDelegate = {
        onAccept: () => {
          resolve();
        },
        onReject: () => {
          reject(new Error("the other end takes no digits in INFO"));
        },
      };
      session.info({ requestOptions: { body }, requestDelegate }).catch(reject);
    });

  /** Listens to the responses to a session's first INVITE, whoever places the call. */
  const listenTo = (session: SipjsSession): void => {
    const invite = session.invite.bind(session);
    session.invite = (options: { requestDelegate?: ResponseDelegate } = {}) => {
      session.invite = invite;
      const { requestDelegate: own } = options;
      const refused = (name: "onRedirect" | "onReject") => (response: SipjsResponse): void => {
        causes.set(session, manager.isConnected() ? (response.message.statusCode ?? "failed") : "offline");
        own?.[name]?.(response);
      };
      const onProgress = (response: SipjsResponse): void => {
        if (response.message.statusCode !== 100 && calls.idOf(session) !== undefined) {
          calls.happened(session, "ringing");
          void hearEarly(session, response.message);
        }
        own?.onProgress?.(response);
      };
      return invite({ ...options, requestDelegate: { ...own, onProgress, onRedirect: refused("onRedirect"), onReject: refused("onReject") } });
    };
  };

  /** Plays early media; the answer may still come from another phone. */
  const hearEarly = async (session: SipjsSession, message: SipjsResponse["message"]): Promise<void> => {
    if (message.body && message.getHeader("Content-Type") === "application/sdp") {
      try {
        await session.sessionDescriptionHandler?.peerConnection?.setRemoteDescription({ type: "pranswer", sdp: message.body });
        manager.setupRemoteMedia(session);
      } catch {
        // The browser refused this answer, or the call is over: sound begins with the final answer.
      }
    }
  };

  const address = (number: string): string => sipAddress(number, manager.userAgent.configuration.uri.host);

  return {
    listen: calls.listen,
    has: calls.has,
    dial: async (callId, number) => {
      dialing = callId;
      try {
        await calls.unlessOver(callId, manager.call(address(number)));
      } finally {
        dialing = undefined;
      }
    },
    answer: (callId) => calls.unlessOver(callId, manager.answer(calls.of(callId))),
    reject: (callId, reason) => (calls.of(callId) as SipjsInvitation).reject({ statusCode: reason === "busy" ? 486 : 603 }),
    hangUp: (callId) => manager.hangup(calls.of(callId)),
    mute: (callId, isOn) => {
      const session = calls.of(callId);
      if (session.state === "Established") {
        manager[isOn ? "mute" : "unmute"](session);
      } else {
        session.sessionDescriptionHandler?.enableSenderTracks(!isOn);
      }
    },
    hold: async (callId, isOn) => {
      const session = calls.of(callId);
      if (manager.isHeld(session) !== isOn) {
        await calls.hold(callId, isOn, () => manager[isOn ? "hold" : "unhold"](session).finally(() => {
          keepHold(session);
        }));
      }
    },
    sendDigits: (callId, digits) => {
      const session = calls.of(callId);
      return calls.unlessOver(callId, sendDigits(digits, session.sessionDescriptionHandler?.peerConnection, options().digits, (digit) => inform(session, digit)));
    },
    transfer: (callId, target) => {
      const session = calls.of(callId);
      return manager.transfer(session, typeof target === "string" ? address(target) : calls.of(target.callId), {
        requestDelegate: {
          onReject: () => {
            calls.happened(session, "transferFailed");
          },
        },
        onNotify: (notification: Notification) => {
          void notification.accept();
          const outcome = transferOutcome(notification.request.body);
          if (outcome !== undefined) {
            calls.happened(session, outcome);
          }
        },
      });
    },
  };
}

/**
 * Adds callbacks to the app's delegate, or to another one that it sets later; they come first.
 * A function that one returns comes after the app's.
 */
function addCallbacks(manager: SipjsCalls, own: SipjsDelegate): void {
  let before = manager.delegate ?? {};
  const added: Callbacks = Object.create(before) as Callbacks;
  for (const [name, act] of Object.entries(own as Callbacks)) {
    added[name] = (...about) => {
      const then = act(...about) as (() => void) | undefined;
      (before as Partial<Callbacks>)[name]?.(...about);
      then?.();
    };
  }
  let current: SipjsDelegate = added;
  Object.defineProperty(manager, "delegate", {
    configurable: true,
    get: () => current,
    set: (value: SipjsDelegate | undefined) => {
      const next = value ?? {};
      // One that the app spread has ours already.
      const isAdded = next.onCallCreated === added["onCallCreated"];
      if (!isAdded) {
        before = next;
        Object.setPrototypeOf(added, next);
      }
      current = isAdded ? next : added;
    },
  });
}

/**
 * Follows every REGISTER: its refusal has a status, and a contact without `expires` gets one, as
 * SIP.js would register again at once, and so on.
 */
function followRegistration(manager: SipjsCalls, calls: VendorCalls<SipjsSession>): void {
  const core = manager.userAgent.userAgentCore;
  const register = core.register.bind(core);
  let count = 0;
  calls.registered(manager.registerer?.state === "Registered");
  core.register = (request, delegate) => {
    const at = ++count;
    const requested = request.extraHeaders?.join() ?? "";
    if (/;expires=0\b/i.test(requested)) {
      return register(request, delegate);
    }
    const onAccept = (response: SipjsResponse): void => {
      const { message } = response;
      for (const [nth, contact] of message.getHeaders("Contact").entries()) {
        const parsed = message.parseHeader("Contact", nth);
        if (parsed !== undefined && !(Number(parsed.getParam("expires")) > 0)) {
          parsed.setParam("expires", String(lifetimeOf(contact, message.getHeader("Expires"), requested)));
        }
      }
      delegate.onAccept?.(response);
      // The answer may be late, or to a registerer of the app's own.
      if (at === count && manager.registerer !== undefined) {
        const isRegistered = manager.registerer.state === "Registered";
        calls.registered(isRegistered, isRegistered ? undefined : "failed");
      }
    };
    const onReject = (response: SipjsResponse): void => {
      // 423 asks for a longer time, and SIP.js does. One that was lost with the server fails late.
      if (at === count && response.message.statusCode !== 423 && manager.isConnected()) {
        calls.registered(false, response.message.statusCode);
      }
      delegate.onReject?.(response);
    };
    return register(request, { ...delegate, onAccept, onReject });
  };
}

type Callbacks = Record<string, (...about: unknown[]) => unknown>;

type ResponseDelegate = Partial<Record<"onProgress" | "onRedirect" | "onReject", (response: SipjsResponse) => void>>;

type Notification = { accept(): Promise<void>; request: { body?: string | undefined } };
