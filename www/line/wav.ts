/** A WAV file of one channel in G.711 mu-law, as telephone recordings have it: one byte a sample. */
export function wavOf(samples: Float32Array, rate: number): Uint8Array {
  const bytes = new Uint8Array(HEADER_BYTES + samples.length);
  const view = new DataView(bytes.buffer);
  const text = (at: number, word: string): void => bytes.set(new TextEncoder().encode(word), at);
  text(0, "RIFF");
  view.setUint32(4, bytes.length - 8, true);
  text(8, "WAVEfmt ");
  view.setUint32(16, 18, true);
  view.setUint16(20, MU_LAW, true);
  view.setUint16(22, 1, true);
  view.setUint32(24, rate, true);
  view.setUint32(28, rate, true);
  view.setUint16(32, 1, true);
  view.setUint16(34, 8, true);
  text(38, "fact");
  view.setUint32(42, 4, true);
  view.setUint32(46, samples.length, true);
  text(50, "data");
  view.setUint32(54, samples.length, true);
  samples.forEach((sample, index) => {
    bytes[HEADER_BYTES + index] = muLaw(sample);
  });
  return bytes;
}

/** A sample from -1 to 1 as a byte. Source: ITU-T G.711, in the form for 16 bits. */
export function muLaw(sample: number): number {
  const sign = sample < 0 ? 0x80 : 0;
  const magnitude = Math.min(Math.round(Math.abs(sample) * 32_767), CLIP) + BIAS;
  const exponent = Math.floor(Math.log2(magnitude)) - 7;
  const mantissa = (magnitude >> (exponent + 3)) & 0x0f;
  return ~(sign | (exponent << 4) | mantissa) & 0xff;
}

const HEADER_BYTES = 58;
const MU_LAW = 7;
const BIAS = 0x84;
const CLIP = 32_635;
