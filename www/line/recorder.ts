import { HEADERS, atServer } from "./server";
import { wavOf } from "./wav";

/** Records both sides of a call, once the user asks for it. */
export class Recorder {
  private readonly recorder: MediaRecorder;
  private readonly parts: Blob[] = [];
  private readonly context: AudioContext;

  /** @param sounds - What each side says. */
  constructor(sounds: readonly MediaStream[]) {
    this.context = new AudioContext();
    const mixed = this.context.createMediaStreamDestination();
    for (const sound of sounds) this.context.createMediaStreamSource(sound).connect(mixed);
    this.recorder = new MediaRecorder(mixed.stream);
    this.recorder.addEventListener("dataavailable", ({ data }) => this.parts.push(data));
    // Parts of a second, so that little is lost when the sound ends before the recorder.
    this.recorder.start(1000);
  }

  /** Leaves out what follows, or no longer. */
  pause(isPaused: boolean): void {
    if (isPaused && this.recorder.state === "recording") this.recorder.pause();
    if (!isPaused && this.recorder.state === "paused") this.recorder.resume();
  }

  /** Ends it; the recording as a WAV file, or nothing where there was no sound. */
  async stop(): Promise<Uint8Array | undefined> {
    if (this.recorder.state !== "inactive") {
      const stopped = new Promise((resolve) => this.recorder.addEventListener("stop", resolve, { once: true }));
      this.recorder.stop();
      await stopped;
    }
    try {
      const sound = await this.context.decodeAudioData(await new Blob(this.parts).arrayBuffer());
      const frames = Math.min(Math.ceil(sound.duration * RATE), LONGEST_S * RATE);
      const offline = new OfflineAudioContext(1, Math.max(frames, 1), RATE);
      const source = new AudioBufferSourceNode(offline, { buffer: sound });
      source.connect(offline.destination);
      source.start();
      const rendered = await offline.startRendering();
      return wavOf(rendered.getChannelData(0), RATE);
    } catch {
      return undefined;
    } finally {
      void this.context.close();
    }
  }
}

/** Gives a recording to the demo's server, as a vendor's page would to its own; its address. */
export async function store(recording: Uint8Array): Promise<string> {
  const bytes = Array.from(recording, (byte) => String.fromCharCode(byte)).join("");
  const response = await fetch(atServer("emulator/recordings"), {
    method: "POST",
    headers: { ...HEADERS, "content-type": "application/json" },
    body: JSON.stringify({ wav: btoa(bytes) }),
  });
  if (!response.ok) throw new Error(`the server refused the recording with ${response.status}`);
  return ((await response.json()) as { url: string }).url;
}

/** As telephones have it. */
const RATE = 8000;

/** What a request of the demo's server has room for. */
export const LONGEST_S = 180;
