/** Tones of a phone without speech. */
export type Tone = "ring" | "ringback" | "busy";

/** Tones by frequencies in Hz, and the durations of sound and pause in ms. Source: ITU-T E.180, supplement 2, for North America. */
const TONES: Readonly<Record<Tone, { hertz: readonly number[]; onMs: number; offMs: number; times: number }>> = {
  ring: { hertz: [523, 659], onMs: 900, offMs: 1600, times: Infinity },
  ringback: { hertz: [440, 480], onMs: 2000, offMs: 4000, times: Infinity },
  busy: { hertz: [480, 620], onMs: 500, offMs: 500, times: 3 },
};

/** Plays tones, never before a user's action on the page. */
export class Tones {
  private context: AudioContext | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private playing: Tone | undefined;

  /** Plays a tone until the next one, or silence. */
  play(tone: Tone | undefined): void {
    if (tone === this.playing) return;
    this.playing = tone;
    clearTimeout(this.timer);
    if (tone !== undefined) this.sound(tone, TONES[tone].times);
  }

  private sound(tone: Tone, left: number): void {
    if (this.playing !== tone || left <= 0) return;
    const { hertz, onMs, offMs } = TONES[tone];
    const context = this.ready();
    if (context !== undefined) {
      const volume = context.createGain();
      const end = context.currentTime + onMs / 1000;
      volume.gain.setValueAtTime(VOLUME, context.currentTime);
      // A tone that stops abruptly clicks.
      volume.gain.setTargetAtTime(0, end - 0.05, 0.015);
      volume.connect(context.destination);
      const stop = hertz.map((frequency) => {
        const oscillator = new OscillatorNode(context, { frequency });
        oscillator.connect(volume);
        oscillator.start();
        oscillator.stop(end);
        return () => oscillator.stop();
      });
      this.stopEarly(tone, end, context, stop);
    }
    this.timer = setTimeout(() => this.sound(tone, left - 1), onMs + offMs);
  }

  private stopEarly(tone: Tone, end: number, context: AudioContext, stop: readonly (() => void)[]): void {
    const look = setInterval(() => {
      if (this.playing !== tone) for (const each of stop) each();
      if (this.playing !== tone || context.currentTime >= end) clearInterval(look);
    }, 50);
  }

  private ready(): AudioContext | undefined {
    // A page in a frame counts only its own clicks.
    const activation = navigator.userActivation as UserActivation | undefined;
    if (activation?.hasBeenActive !== true) return undefined;
    this.context ??= new AudioContext();
    if (this.context.state === "suspended") void this.context.resume();
    return this.context;
  }
}

const VOLUME = 0.06;
