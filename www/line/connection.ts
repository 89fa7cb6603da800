/** How a call sounds. */
export interface Quality {
  /** How unevenly packets arrive, in ms. */
  jitterMs: number;
  /** Which part of them was lost on the way here, in percent. */
  lossPercent: number;
  /** There and back, in ms; absent until it was measured. */
  roundTripMs: number | undefined;
  /** The energy of the other side's sound so far. */
  energy: number;
}

/** The sound of a call, both ways. */
export class Connection {
  readonly peer = new RTCPeerConnection();
  private readonly audio = new Audio();
  private readonly track: MediaStreamTrack | undefined;
  private sender: RTCRtpSender | undefined;
  private isSending = true;

  /**
   * @param microphone - The user's own sound.
   * @param changed - The connection is up, or down for the moment.
   */
  constructor(
    private readonly microphone: MediaStream,
    changed: (isUp: boolean) => void,
  ) {
    this.track = microphone.getAudioTracks()[0];
    this.peer.addEventListener("track", ({ track }) => {
      this.audio.srcObject = new MediaStream([track]);
      // A browser that plays nothing before the user has acted plays it after the answer.
      this.audio.play().catch(() => undefined);
    });
    this.peer.addEventListener("connectionstatechange", () => {
      const { connectionState } = this.peer;
      if (connectionState === "connected") changed(true);
      if (connectionState === "disconnected" || connectionState === "failed") changed(false);
    });
  }

  /** Offers, anew where there is a connection already. */
  async offer(isAgain = false): Promise<string> {
    await this.addTrack();
    await this.peer.setLocalDescription(await this.peer.createOffer({ iceRestart: isAgain }));
    return this.described();
  }

  /** Answers an offer. */
  async answer(sdp: string): Promise<string> {
    await this.peer.setRemoteDescription({ type: "offer", sdp });
    await this.addTrack();
    await this.peer.setLocalDescription();
    return this.described();
  }

  /** Takes the answer to its offer; one that comes twice changes nothing. */
  async confirm(sdp: string): Promise<void> {
    if (this.peer.signalingState === "have-local-offer") await this.peer.setRemoteDescription({ type: "answer", sdp });
  }

  /** Lets the other side hear the user, or nothing. */
  async send(isOn: boolean): Promise<void> {
    this.isSending = isOn;
    await this.sender?.replaceTrack(isOn ? (this.track ?? null) : null);
  }

  /** Sends tones of the keypad with the sound (RFC 4733). */
  tones(digits: string): void {
    if (this.sender?.dtmf?.canInsertDTMF === true) this.sender.dtmf.insertDTMF(digits);
  }

  close(): void {
    this.peer.close();
    this.audio.srcObject = null;
    for (const track of this.microphone.getTracks()) track.stop();
  }

  private async addTrack(): Promise<void> {
    if (this.sender !== undefined || this.track === undefined) return;
    this.sender = this.peer.addTrack(this.track, this.microphone);
    await this.send(this.isSending);
  }

  /** The description with the addresses of this machine in it: nobody sends them one by one. */
  private async described(): Promise<string> {
    const { peer } = this;
    if (peer.iceGatheringState !== "complete") {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, GATHERING_MS);
        peer.addEventListener("icegatheringstatechange", () => {
          if (peer.iceGatheringState !== "complete") return;
          clearTimeout(timer);
          resolve();
        });
      });
    }
    return peer.localDescription?.sdp ?? "";
  }
}

/** Measures a connection. */
export async function qualityOf(peer: RTCPeerConnection): Promise<Quality> {
  const quality: Quality = { jitterMs: 0, lossPercent: 0, roundTripMs: undefined, energy: 0 };
  for (const report of (await peer.getStats()).values() as Iterable<Report>) {
    if (report.type === "inbound-rtp" && report.kind === "audio") {
      const { jitter = 0, packetsLost = 0, packetsReceived = 0, totalAudioEnergy = 0 } = report;
      quality.jitterMs = jitter * 1000;
      quality.lossPercent = packetsLost > 0 ? (100 * packetsLost) / (packetsLost + packetsReceived) : 0;
      quality.energy = totalAudioEnergy;
    }
    if (report.type === "candidate-pair" && report.nominated === true && report.currentRoundTripTime !== undefined) {
      quality.roundTripMs = report.currentRoundTripTime * 1000;
    }
  }
  return quality;
}

/** Asks the user for the microphone. */
export function microphone(): Promise<MediaStream> {
  // Absent where the page is served by another name over plain HTTP.
  const devices = navigator.mediaDevices as MediaDevices | undefined;
  return devices?.getUserMedia({ audio: true }) ?? Promise.reject(new DOMException("no microphone outside a secure context", "NotFoundError"));
}

/** Of a report of `getStats`, what is read. */
interface Report {
  readonly type: string;
  readonly kind?: string;
  readonly jitter?: number;
  readonly packetsLost?: number;
  readonly packetsReceived?: number;
  readonly totalAudioEnergy?: number;
  readonly nominated?: boolean;
  readonly currentRoundTripTime?: number;
}

/** The addresses of this machine are there at once. */
const GATHERING_MS = 1000;
