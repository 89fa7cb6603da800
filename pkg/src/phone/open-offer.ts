/**
 * Lets a connection take an offer while a refused one of its own is still open: that one is
 * first answered as was agreed before. The browser would roll it back, after which Chromium up
 * to 150 sends nothing any more.
 */
export function answerOpenOffer(connection: RTCPeerConnection): void {
  const media: { setRemoteDescription: (description: RTCSessionDescriptionInit) => Promise<void> } = connection;
  const setRemoteDescription = media.setRemoteDescription.bind(connection);
  media.setRemoteDescription = async (description) => {
    const { signalingState, currentLocalDescription: ours, currentRemoteDescription: theirs } = connection;
    if (description.type === "offer" && signalingState === "have-local-offer" && ours !== null && theirs !== null) {
      // An answer names its role in DTLS: the one that ours leaves.
      const role = ours.sdp.includes("a=setup:active") ? "passive" : "active";
      try {
        await setRemoteDescription({ type: "answer", sdp: theirs.sdp.replace(/a=setup:actpass/g, `a=setup:${role}`) });
      } catch {
        // The refused offer had more streams than were agreed: the browser rolls it back.
      }
    }
    await setRemoteDescription(description);
  };
}
