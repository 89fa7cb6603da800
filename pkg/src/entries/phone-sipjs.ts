/**
 * A phone of SIP.js (`sip.js` 0.21 or later) for `bindPhone` of `calling-widget-sdk/phone`.
 *
 * @packageDocumentation
 */
import { VendorCalls } from "../phone/calls.js";
import { callerOf, isTakenElsewhere, sipAddress, transferOutcome } from "../phone/sip.js";
import type { Phone, PhoneCause } from "../phone/types.js";
import type { SipjsCalls, SipjsDelegate, SipjsInvitation, SipjsManager, SipjsSession } from "../phone/vendors.js";

export type { SipjsDelegate, SipjsManager } from "../phone/vendors.js";

/**
 * The calls of a `SessionManager`. Connecting, registering and the audio element stay the
 * app's, as does its delegate: whatever that has is called as before.
 */
export function sipjsPhone(sessionManager: SipjsManager): Phone {
  const manager = sessionManager as SipjsCalls;
  const calls = new VendorCalls<SipjsSession>();
  const causes = new WeakMap<SipjsSession, PhoneCause>();
  let dialing: string | undefined;
  const before = (manager.delegate ?? {}) as { [Name in keyof SipjsDelegate]: (about?: unknown) => void };

  manager.delegate = Object.assign(Object.create(before) as SipjsDelegate, {
    onCallCreated(session: SipjsSession) {
      if (dialing !== undefined) {
        calls.add(dialing, session);
        dialing = undefined;
      }
      before.onCallCreated?.(session);
    },
    onCallReceived(session: SipjsSession) {
      const { request, remoteIdentity } = session as SipjsInvitation;
      session.delegate = {
        ...session.delegate,
        onCancel: ({ request: cancel }: { request: { getHeader(name: string): string | undefined } }) => {
          causes.set(session, isTakenElsewhere(cancel.getHeader("Reason")) ? "elsewhere" : "canceled");
        },
      };
      calls.add(request.callId, session);
      calls.emit({ type: "incoming", callId: request.callId, from: callerOf(request, remoteIdentity.uri.user), to: request.to.uri.user });
      before.onCallReceived?.(session);
    },
    onCallAnswered(session: SipjsSession) {
      calls.hears(session, manager.getLocalMediaStream(session)?.getAudioTracks() ?? []);
      // Without a rollback, no offer follows one that was refused.
      const handler = Object.assign(session.sessionDescriptionHandler ?? {}, { rollbackDescription: async () => handler.peerConnection?.setLocalDescription({ type: "rollback" }) });
      calls.follow(session, handler.peerConnection, !("accept" in session), () => restart(session));
      calls.happened(session, "answered");
      before.onCallAnswered?.(session);
    },
    onCallHangup(session: SipjsSession) {
      // The answer of the server and what the order was rejected with come after this.
      setTimeout(() => {
        calls.over(session, "ended", causes.get(session));
      });
      before.onCallHangup?.(session);
    },
    onRegistered() {
      calls.registered(true);
      before.onRegistered?.();
    },
    onUnregistered() {
      calls.registered(false);
      before.onUnregistered?.();
    },
    onServerDisconnect(error?: Error) {
      calls.registered(false);
      // SIP.js would end every call with its server; the sound of those that were answered goes on.
      const answered = manager.managedSessions.filter(({ session }) => error !== undefined && session.state === "Established");
      manager.managedSessions = manager.managedSessions.filter((each) => !answered.includes(each));
      queueMicrotask(() => {
        manager.managedSessions = [...answered, ...manager.managedSessions];
      });
      before.onServerDisconnect?.(error);
    },
  });

  const restart = async (session: SipjsSession): Promise<void> => {
    if (manager.isConnected()) {
      const sessionDescriptionHandlerOptions = { ...session.sessionDescriptionHandlerOptionsReInvite, hold: manager.isHeld(session) };
      await session.invite({ sessionDescriptionHandlerOptions: { ...sessionDescriptionHandlerOptions, offerOptions: { iceRestart: true } } });
      session.sessionDescriptionHandlerOptionsReInvite = sessionDescriptionHandlerOptions;
    }
  };

  const address = (number: string): string => sipAddress(number, manager.userAgent.configuration.uri.host);

  return {
    listen: calls.listen,
    has: calls.has,
    dial: async (callId, number) => {
      dialing = callId;
      try {
        await manager.call(address(number), {}, {
          requestDelegate: {
            onProgress: ({ message }: Response) => {
              if (message.statusCode !== 100 && calls.has(callId)) {
                calls.happened(calls.of(callId), "ringing");
              }
            },
            onReject: ({ message }: Response) => {
              if (calls.has(callId)) {
                causes.set(calls.of(callId), message.statusCode ?? "failed");
              }
            },
          },
        });
      } finally {
        dialing = undefined;
      }
    },
    answer: (callId) => manager.answer(calls.of(callId)),
    reject: (callId, reason) => (calls.of(callId) as SipjsInvitation).reject({ statusCode: reason === "busy" ? 486 : 603 }),
    hangUp: (callId) => manager.hangup(calls.of(callId)),
    mute: (callId, isOn) => {
      manager[isOn ? "mute" : "unmute"](calls.of(callId));
    },
    hold: (callId, isOn) => manager[isOn ? "hold" : "unhold"](calls.of(callId)),
    sendDigits: async (callId, digits) => {
      for (const digit of digits) {
        await manager.sendDTMF(calls.of(callId), digit);
      }
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

type Response = { message: { statusCode?: number | undefined } };

type Notification = { accept(): Promise<void>; request: { body?: string | undefined } };
