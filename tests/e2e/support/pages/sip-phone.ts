// A SIP phone in a page, by either library: alone, as a customer's, or behind a widget.
import * as sdk from "calling-widget-sdk";
import { bindPhone, type Phone, type PhoneBinding } from "calling-widget-sdk/phone";
import { jssipPhone } from "calling-widget-sdk/phone/jssip";
import { sipjsPhone } from "calling-widget-sdk/phone/sipjs";
import * as JsSIP from "jssip";
import { SIPExtension, Web } from "sip.js";

/** Who registers, where, and by which library. */
export type SipAccount = { library: "sipjs" | "jssip"; url: string; user: string; password?: string };

const connections: RTCPeerConnection[] = [];

// A level is measured only where the sound goes somewhere.
window.RTCPeerConnection = class extends RTCPeerConnection {
  constructor(...options: ConstructorParameters<typeof RTCPeerConnection>) {
    super(...options);
    connections.push(this);
    this.addEventListener("track", ({ track }) => {
      const audio = new Audio();
      audio.srcObject = new MediaStream([track]);
      void audio.play();
    });
  }
};

window.sipEvents = [];
window.openSipPhone = ({ library, url, user, password = "secret" }) => {
  const phone = library === "sipjs" ? openSipjs(url, user, password) : openJssip(url, user, password);
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
  window.sipCodes = [];
  window.cti = new sdk.CallingExtensions({ logger: null, resume: true, lifecycle: "strict", eventHandlers: {} });
  window.binding = bindPhone(window.cti, window.openSipPhone(account), {
    fromNumber: account.user,
    maxCalls: 2,
    onDiagnostic: ({ code }) => window.sipCodes.push(code),
  });
};
window.heard = async () => {
  let energy = 0;
  for (const connection of connections) {
    for (const report of (await connection.getStats()).values() as Iterable<{ type: string; totalAudioEnergy?: number }>) {
      energy += report.type === "inbound-rtp" ? (report.totalAudioEnergy ?? 0) : 0;
    }
  }
  return energy;
};

function openSipjs(url: string, user: string, password: string): Phone {
  const manager = new Web.SessionManager(url, {
    aor: `sip:${user}@localhost`,
    media: { constraints: { audio: true, video: false } },
    reconnectionAttempts: 20,
    reconnectionDelay: 1,
    registrationRetry: true,
    registrationRetryInterval: 1,
    userAgentOptions: { authorizationUsername: user, authorizationPassword: password, logBuiltinEnabled: false, logLevel: "error", sipExtensionReplaces: SIPExtension.Supported },
    delegate: {
      onServerConnect: () => {
        void manager.register();
      },
    },
  });
  const phone = sipjsPhone(manager);
  void manager.connect();
  return phone;
}

function openJssip(url: string, user: string, password: string): Phone {
  const ua = new JsSIP.UA({
    sockets: [new JsSIP.WebSocketInterface(url)],
    uri: `sip:${user}@localhost`,
    password,
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
    sipCodes: string[];
    sipPhone: Phone;
    sipCall: string;
    binding: PhoneBinding;
    openSipPhone(account: SipAccount): Phone;
    openSipWidget(account: SipAccount): void;
    /** The energy of the sound that arrived so far. */
    heard(): Promise<number>;
  }
}
