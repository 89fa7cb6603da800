import { stop } from "./microphone.js";
import type { SipjsHandler } from "./vendors.js";

/**
 * Has a session's media survive an offer that is refused, which changes nothing (RFC 3261, 14.1).
 *
 * The offer stays open until another one is answered: media flows on meanwhile, while a
 * rollback takes Chromium's transport away from whoever was called. SIP.js makes no offer over
 * one that is open, and takes whatever arrives then for its answer.
 */
export function prepare(handler: SipjsHandler): void {
  const mediaStreamFactory = handler.mediaStreamFactory.bind(handler);
  const updateDirection = handler.updateDirection.bind(handler);
  const createLocalOfferOrAnswer = handler.createLocalOfferOrAnswer.bind(handler);
  /** Whether an offer of ours awaits its answer. */
  let isOffering = false;
  let directions: (readonly [RTCRtpTransceiver, RTCRtpTransceiverDirection])[] = [];

  Object.assign(handler, {
    // A microphone that the browser gives after the end of the call is nobody's.
    async mediaStreamFactory(...args) {
      const stream = await mediaStreamFactory(...args);
      if (handler.peerConnection === undefined) {
        stop(stream);
      }
      return stream;
    },
    updateDirection(options) {
      const connection = handler.peerConnection;
      const transceivers = connection?.getTransceivers() ?? [];
      directions = transceivers.map((each) => [each, each.direction]);
      if (connection?.signalingState !== "have-local-offer") {
        return updateDirection(options);
      }
      for (const each of transceivers) {
        const isSending = each.direction.startsWith("send");
        each.direction = options?.hold === true ? (isSending ? "sendonly" : "inactive") : isSending ? "sendrecv" : "recvonly";
      }
      return Promise.resolve();
    },
    createLocalOfferOrAnswer(options) {
      const connection = handler.peerConnection;
      if (connection === undefined || connection.signalingState === "have-remote-offer") {
        return createLocalOfferOrAnswer(options);
      }
      isOffering = true;
      return connection.createOffer(options?.offerOptions);
    },
    async setRemoteSessionDescription({ sdp = "" }) {
      await handler.peerConnection?.setRemoteDescription({ type: isOffering ? "answer" : "offer", sdp });
      isOffering = false;
    },
    async rollbackDescription() {
      isOffering = false;
      for (const [transceiver, direction] of directions) {
        transceiver.direction = direction;
      }
      if (handler.peerConnection?.signalingState === "have-remote-offer") {
        await handler.peerConnection.setRemoteDescription({ type: "rollback" });
      }
    },
  } satisfies Partial<SipjsHandler>);
}
