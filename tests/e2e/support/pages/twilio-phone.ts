// A widget with Twilio's real SDK, and the customer at the far end of its gateway.
import "./sound.ts";

import { Device } from "@twilio/voice-sdk";
import * as sdk from "calling-widget-sdk";
import { bindPhone, type PhoneBinding } from "calling-widget-sdk/phone";
import { twilioPhone } from "calling-widget-sdk/phone/twilio";

window.openTwilioWidget = (shareCalls = false) => {
  window.sdk = sdk;
  window.phoneCodes = [];
  window.cti = new sdk.CallingExtensions({ logger: null, resume: true, shareCalls, lifecycle: "strict", eventHandlers: {} });
  const device = new Device("token", { logLevel: "silent", allowIncomingWhileBusy: true });
  // Errors of the signalling; without a listener each would be thrown.
  device.on("error", () => undefined);
  window.device = device;
  const transfer = (...asked: unknown[]): Promise<void> =>
    new Promise((resolve) => {
      window.transfer = { asked, done: resolve };
    });
  window.binding = bindPhone(window.cti, twilioPhone(device, { transfer }), { maxCalls: 2, onDiagnostic: ({ code }) => window.phoneCodes.push(code) });
  void device.register();
};

window.far = {
  answer: async (sdp) => {
    const peer = await withMicrophone();
    await peer.setRemoteDescription({ type: "offer", sdp });
    await peer.setLocalDescription();
    return gathered(peer);
  },
  offer: async () => {
    const peer = await withMicrophone();
    await peer.setLocalDescription();
    return gathered(peer);
  },
  accept: async (sdp) => {
    await window.peers.at(-1)?.setRemoteDescription({ type: "answer", sdp });
  },
};

async function withMicrophone(): Promise<RTCPeerConnection> {
  const peer = new RTCPeerConnection();
  const stream = await navigator.mediaDevices.getUserMedia({ audio: true });
  for (const track of stream.getTracks()) {
    peer.addTrack(track, stream);
  }
  return peer;
}

/** The other side's description, with every candidate. */
async function gathered(peer: RTCPeerConnection): Promise<string> {
  while (peer.iceGatheringState !== "complete") {
    await new Promise((resolve) => {
      peer.addEventListener("icegatheringstatechange", resolve, { once: true });
    });
  }
  return peer.localDescription?.sdp ?? "";
}

declare global {
  interface Window {
    binding: PhoneBinding;
    openTwilioWidget(shareCalls?: boolean): void;
    device: Device;
    /** A transfer that the app's server was asked for. */
    transfer: { asked: unknown[]; done: () => void };
    /** The customer: offers and answers in SDP. */
    far: { answer(sdp: string): Promise<string>; offer(): Promise<string>; accept(sdp: string): Promise<void> };
  }
}
