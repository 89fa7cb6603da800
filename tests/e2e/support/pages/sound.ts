// Imported before a phone's library: every connection of the page plays, and is measured.
export {};

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
window.peers = connections;
window.heard = async () => {
  let energy = 0;
  for (const connection of connections) {
    for (const report of (await connection.getStats()).values() as Iterable<{ type: string; totalAudioEnergy?: number }>) {
      energy += report.type === "inbound-rtp" ? (report.totalAudioEnergy ?? 0) : 0;
    }
  }
  return energy;
};

declare global {
  interface Window {
    /** The page's connections, oldest first. */
    peers: readonly RTCPeerConnection[];
    /** The energy of the sound that arrived so far. */
    heard(): Promise<number>;
  }
}
