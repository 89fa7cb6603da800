/** The quality of a call's sound. */
export interface Quality {
  /** The variation of the packets' delays, in ms. */
  jitterMs: number;
  /** The part of the packets lost on the way here, in percent. */
  lossPercent: number;
  /** The round trip, in ms; absent until it was measured. */
  roundTripMs: number | undefined;
  /** The energy of the other side's sound so far. */
  energy: number;
}

/** The sound of a call, in both directions. */
export class Connection {
  readonly peer = new RTCPeerConnection();
  private readonly audio = new Audio();
  private readonly track: MediaStreamTrack | undefined;
  private sender: RTCRtpSender | undefined;
  private isSending = true;

  /**
   * @param microphone - The user's own sound.
   * @param changed - Called when the connection comes up, or goes down for the moment.
   */
  constructor(
    private readonly microphone: MediaStream,
    changed: (isUp: boolean) => void,
  ) {
    this.track = microphone.getAudioTracks()[0];
    this.peer.addEventListener("track", ({ track }) => {
      this.audio.srcObject = new MediaStream([track]);
      // A browser that plays nothing before a user's action plays it after the answer.
      this.audio.play().catch(() => undefined);
    });
    this.peer.addEventListener("connectionstatechange", () => {
      const { connectionState } = this.peer;
      if (connectionState === "connected") changed(true);
      if (connectionState === "disconnected" || connectionState === "failed") changed(false);
    });
  }

  /** Makes an offer; a renewed one if there is a connection already. */
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

  /** Accepts the answer to its offer; a duplicate changes nothing. */
  async confirm(sdp: string): Promise<void> {
    if (this.peer.signalingState === "have-local-offer") await this.peer.setRemoteDescription({ type: "answer", sdp });
  }

  /** Sends the user's sound, or silence. */
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

  /** The description with this machine's candidates in it: none are sent one by one. */
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
  // Absent if the page is served under another name over plain HTTP.
  const devices = navigator.mediaDevices as MediaDevices | undefined;
  return devices?.getUserMedia({ audio: true }) ?? Promise.reject(new DOMException("no microphone outside a secure context", "NotFoundError"));
}

/** The fields read from a report of `getStats`. */
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

/** This machine's candidates are there at once. */
const GATHERING_MS = 1000;
