import type { Phone, PhoneEvent } from "calling-widget-sdk/phone";
import { sipjsPhone } from "calling-widget-sdk/phone/sipjs";
import { Web } from "sip.js";

import type { LiveLine } from "../widget/live";

/** A line of a SIP server, by the package's own adapter. It has no phone until the user has logged in. */
export class SipLine implements LiveLine {
  readonly kind = "sip";
  readonly returns = false;
  private manager: Web.SessionManager | undefined;
  private inner: Phone | undefined;
  private readonly listeners = new Set<(event: PhoneEvent) => void>();
  readonly phone: Phone = {
    dial: (...call) => this.now().dial(...call),
    answer: (...call) => this.now().answer(...call),
    reject: (...call) => this.now().reject(...call),
    hangUp: (...call) => this.now().hangUp(...call),
    mute: (...call) => this.now().mute(...call),
    hold: (...call) => this.now().hold(...call),
    sendDigits: (...call) => this.now().sendDigits(...call),
    transfer: (...call) => this.now().transfer(...call),
    has: (callId) => this.inner?.has?.(callId) === true,
    listen: (listener) => {
      this.listeners.add(listener);
      return () => this.listeners.delete(listener);
    },
  };

  /** @param server - The address of its WebSocket. */
  constructor(readonly server: string) {}

  /** Registers an account, such as `ada@example.com`. Returns the reason if it fails, else an empty text. */
  async logIn(account: string, password: string): Promise<string> {
    const address = account.includes("@") ? account : `${account}@${new URL(this.server).hostname}`;
    let refusal = "";
    try {
      const manager = new Web.SessionManager(this.server, {
        aor: `sip:${address}`,
        media: { constraints: { audio: true, video: false }, remote: { audio: new Audio() } },
        userAgentOptions: { instanceIdAlwaysAdded: true, authorizationUsername: address.replace(/@.*$/, ""), authorizationPassword: password, logBuiltinEnabled: false },
      });
      this.manager = manager;
      this.inner = sipjsPhone(manager);
      this.inner.listen((event) => {
        for (const listener of this.listeners) listener(event);
      });
      await manager.connect();
      await new Promise<void>((resolve) => {
        const timer = setTimeout(() => {
          refusal = "The SIP server does not answer.";
          resolve();
        }, PATIENCE_MS);
        void manager.register({
          requestDelegate: {
            onAccept: () => {
              clearTimeout(timer);
              resolve();
            },
            onReject: ({ message: { statusCode = 0 } }) => {
              clearTimeout(timer);
              refusal = `The SIP server refused the account with ${statusCode}: check the address and the password.`;
              resolve();
            },
          },
        });
      });
    } catch {
      refusal = `${this.server} cannot be reached: check --sip, and that the server takes WebSockets.`;
    }
    if (refusal !== "") void this.manager?.disconnect();
    return refusal;
  }

  setAvailable(isAvailable: boolean): void {
    if (this.manager?.isConnected() !== true) return;
    void (isAvailable ? this.manager.register() : this.manager.unregister());
  }

  connection(): RTCPeerConnection | undefined {
    const handler = this.manager?.managedSessions.at(-1)?.session.sessionDescriptionHandler;
    return (handler as { peerConnection?: RTCPeerConnection } | undefined)?.peerConnection;
  }

  /** @throws Error before the log-in. */
  private now(): Phone {
    if (this.inner === undefined) throw new Error("nobody is logged in");
    return this.inner;
  }
}

const PATIENCE_MS = 8000;
