/**
 * The two classes for UTF-8 that wasm-bindgen's glue uses, also where the platform has
 * none: jsdom under Jest. The build has the glue import them from here.
 */
import { fromUtf8, toUtf8 } from "./text.js";

/** Decodes short texts faster than the platform's class. */
export class TextDecoder {
  decode(bytes: Uint8Array = new Uint8Array()): string {
    return fromUtf8(bytes);
  }
}

class TextEncoderByHand {
  encode(text: string): Uint8Array {
    return Uint8Array.from(toUtf8(text), (byte) => byte.charCodeAt(0));
  }

  encodeInto(text: string, bytes: Uint8Array): { read: number; written: number } {
    const encoded = this.encode(text);
    bytes.set(encoded);
    return { read: text.length, written: encoded.length };
  }
}

const Encoder = (globalThis as { TextEncoder?: typeof TextEncoderByHand }).TextEncoder ?? TextEncoderByHand;

export { Encoder as TextEncoder };
