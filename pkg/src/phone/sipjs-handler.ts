import { stop } from "./microphone.js";
import type { SipjsHandler } from "./vendors.js";

/**
 * Keeps a session's media through an offer that is refused, which changes nothing (RFC 3261, 14.1).
 *
 * An offer is set once it is answered: Chromium silences what a hold is not to receive as soon
 * as that is set. Only a restart of ICE is set before, to gather candidates, and stays open until
 * another offer follows: it is not rolled back, see `answerOpenOffer`.
 * SIP.js itself makes no offer over one that is open, and takes anything that arrives for its answer.
 */
export function prepare(handler: SipjsHandler): void {
  const mediaStreamFactory = handler.mediaStreamFactory.bind(handler);
  const updateDirection = handler.updateDirection.bind(handler);
  const createLocalOfferOrAnswer = handler.createLocalOfferOrAnswer.bind(handler);
  const setLocalSessionDescription = handler.setLocalSessionDescription.bind(handler);
  const getLocalSessionDescription = handler.getLocalSessionDescription.bind(handler);
  const setDescription = handler.setDescription.bind(handler);
  /** An offer of ours awaits its answer. */
  let isOffering = false;
  /** The offer, unless it is set. */
  let offer: RTCSessionDescriptionInit | undefined;
  let directions: (readonly [RTCRtpTransceiver, RTCRtpTransceiverDirection])[] = [];

  Object.assign(handler, {
    // A microphone that is granted after the end of the call is stopped.
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
    setLocalSessionDescription(description) {
      offer = description.type === "offer" && description.sdp?.includes("a=candidate:") === true ? description : undefined;
      return offer === undefined ? setLocalSessionDescription(description) : Promise.resolve();
    },
    getLocalSessionDescription: () => (offer === undefined ? getLocalSessionDescription() : Promise.resolve(offer)),
    async setDescription(...args) {
      if (offer !== undefined) {
        const answered = offer;
        offer = undefined;
        await setLocalSessionDescription(answered);
      }
      await setDescription(...args);
    },
    async setRemoteSessionDescription({ sdp = "" }) {
      await handler.peerConnection?.setRemoteDescription({ type: isOffering ? "answer" : "offer", sdp });
      isOffering = false;
    },
    async rollbackDescription() {
      isOffering = false;
      offer = undefined;
      for (const [transceiver, direction] of directions) {
        transceiver.direction = direction;
      }
      if (handler.peerConnection?.signalingState === "have-remote-offer") {
        await handler.peerConnection.setRemoteDescription({ type: "rollback" });
      }
    },
  } satisfies Partial<SipjsHandler>);
}
