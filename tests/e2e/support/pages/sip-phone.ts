// A SIP phone in a page, by either library: alone, as a customer's, or behind a widget.
import "./sound.ts";

import * as sdk from "calling-widget-sdk";
import { bindPhone, type Phone, type PhoneBinding } from "calling-widget-sdk/phone";
import { jssipPhone } from "calling-widget-sdk/phone/jssip";
import { sipjsPhone } from "calling-widget-sdk/phone/sipjs";
import * as JsSIP from "jssip";
import { type Referral, SIPExtension, Web } from "sip.js";

/** The account to register, the server, and the library. */
export type SipAccount = { library: "sipjs" | "jssip"; url: string; user: string; shareCalls?: boolean };

window.sipEvents = [];
window.openSipPhone = ({ library, url, user }) => {
  const phone = library === "sipjs" ? openSipjs(url, user) : openJssip(url, user);
  phone.listen((event) => {
    const { type } = event;
    const cause = "cause" in event && event.cause !== undefined ? ` ${String(event.cause)}` : "";
    window.sipEvents.push(`${type}${cause}`);
    if ("callId" in event) {
      window.sipCall = event.callId;
    }
  });
  window.sipPhone = phone;
  return phone;
};
window.openSipWidget = (account) => {
  window.sdk = sdk;
  window.phoneCodes = [];
  window.cti = new sdk.CallingExtensions({ logger: null, resume: true, shareCalls: account.shareCalls === true, lifecycle: "strict", eventHandlers: {} });
  window.binding = bindPhone(window.cti, window.openSipPhone(account), {
    fromNumber: account.user,
    maxCalls: 2,
    onDiagnostic: ({ code }) => window.phoneCodes.push(code),
  });
};

function openSipjs(url: string, user: string): Phone {
  const manager = new Web.SessionManager(url, {
    aor: `sip:${user}@localhost`,
    media: { constraints: { audio: true, video: false } },
    reconnectionAttempts: 20,
    reconnectionDelay: 1,
    registrationRetry: true,
    registrationRetryInterval: 1,
    // The server finds a reconnected phone by it.
    userAgentOptions: { instanceIdAlwaysAdded: true, authorizationUsername: user, authorizationPassword: "secret", logBuiltinEnabled: false, logLevel: "error", sipExtensionReplaces: SIPExtension.Supported },
    delegate: {
      onServerConnect: () => {
        void manager.register();
      },
      // Follows a transfer by the other end, as an app would.
      onCallAnswered: (session) => {
        const onRefer = async (referral: Referral): Promise<void> => {
          await referral.accept();
          await referral.makeInviter().invite();
        };
        session.delegate = { ...session.delegate, onRefer: (referral) => void onRefer(referral) };
      },
    },
  });
  const phone = sipjsPhone(manager);
  void manager.connect();
  return phone;
}

function openJssip(url: string, user: string): Phone {
  const ua = new JsSIP.UA({
    sockets: [new JsSIP.WebSocketInterface(url)],
    uri: `sip:${user}@localhost`,
    password: "secret",
    connection_recovery_min_interval: 1,
    connection_recovery_max_interval: 1,
    session_timers: false,
  });
  const phone = jssipPhone(ua);
  ua.start();
  return phone;
}

declare global {
  interface Window {
    sipEvents: string[];
    sipPhone: Phone;
    /** The digits that went out in RTP. */
    tones: string;
    sipCall: string;
    binding: PhoneBinding;
    openSipPhone(account: SipAccount): Phone;
    openSipWidget(account: SipAccount): void;
  }
}
