/**
 * The two classes for UTF-8 that wasm-bindgen's glue uses, also where the platform has
 * none: jsdom under Jest. The build has the glue import them from here.
 */
import { fromUtf8, toUtf8 } from "./text.js";

const platform = globalThis as { TextDecoder?: typeof TextDecoderByHand; TextEncoder?: typeof TextEncoderByHand };

class TextDecoderByHand {
  decode(bytes: Uint8Array = new Uint8Array()): string {
    return fromUtf8(bytes);
  }
}

class TextEncoderByHand {
  encode(text: string): Uint8Array {
    return Uint8Array.from(toUtf8(text), (byte) => byte.charCodeAt(0));
  }

  encodeInto(text: string, bytes: Uint8Array): void {
    bytes.set(this.encode(text));
  }
}

const Decoder = platform.TextDecoder ?? TextDecoderByHand;
const Encoder = platform.TextEncoder ?? TextEncoderByHand;

export { Decoder as TextDecoder, Encoder as TextEncoder };
