// Imported before a phone's library: every connection of the page plays, and is measured.
export {};

const connections: RTCPeerConnection[] = [];

// A level is measured only while the sound is played somewhere.
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

  override async setRemoteDescription(description: RTCSessionDescriptionInit): Promise<void> {
    await super.setRemoteDescription(window.detour === undefined ? description : await detoured(description, window.detour));
  }
};

/** A description whose candidates go through a detour. */
async function detoured({ type, sdp = "" }: RTCSessionDescriptionInit, detour: NonNullable<Window["detour"]>): Promise<RTCSessionDescriptionInit> {
  const lines: string[] = [];
  for (const line of sdp.split("\r\n")) {
    const [, before, address, port, after] = /^(a=candidate:\S+ \d+ udp \d+) (\S+) (\d+) (.*)$/i.exec(line) ?? [];
    if (address !== undefined) {
      lines.push(`${before ?? ""} 127.0.0.1 ${String(await detour(address, Number(port)))} ${after ?? ""}`);
    } else if (!line.startsWith("a=candidate:")) {
      lines.push(line);
    }
  }
  return { type, sdp: lines.join("\r\n") };
}

window.peers = connections;

declare global {
  interface Window {
    /** The page's connections, oldest first. */
    peers: readonly RTCPeerConnection[];
    /** The local port that leads to an address, if the sound takes a detour. */
    detour?: (this: void, address: string, port: number) => Promise<number>;
  }
}
