/**
 * The two classes for UTF-8 that wasm-bindgen's glue uses, also where the platform has
 * none: jsdom under Jest. The build has the glue import them from here.
 */

/** Decodes short texts faster than the platform's class. */
class Decoder {
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

export { Decoder as TextDecoder, Encoder as TextEncoder };

/** A text as UTF-8, one character a byte. A lone surrogate becomes U+FFFD. */
export function toUtf8(text: string): string {
  return /[^\0-~]/.test(text)
    ? encodeURIComponent(text.replace(/[\ud800-\udfff]/gu, "\ufffd")).replace(/%(..)/g, (_, hex: string) =>
        String.fromCharCode(parseInt(hex, 16)),
      )
    : text;
}

/** The text of these bytes, in UTF-8, which Rust's strings keep valid. */
export function fromUtf8(bytes: Uint8Array): string {
  const short = bytes.length > LONG ? undefined : fromAscii(bytes);
  return short ?? (decoder === undefined ? fromUtf8ByHand(bytes) : decoder.decode(bytes));
}

/**
 * The same for a short text, if all of it is ASCII.
 *
 * The platform stores texts of its own class outside of JavaScript's heap, and each lengthens
 * garbage collection. A new array for each text would be garbage itself.
 */
function fromAscii(bytes: Uint8Array): string | undefined {
  let text = "";
  for (let from = 0; from < bytes.length; from += PIECE) {
    const length = Math.min(PIECE, bytes.length - from);
    const piece = (pieces[length] ??= []);
    for (let at = 0; at < length; at += 1) {
      const code = bytes[from + at] as number;
      if (code > LAST_ASCII) {
        return undefined;
      }
      piece[at] = code;
    }
    text += String.fromCharCode.apply(null, piece);
  }
  return text;
}

/** The same where the platform lacks the class. */
export function fromUtf8ByHand(bytes: Uint8Array): string {
  let text = "";
  // Engines bound the number of a call's arguments.
  for (let at = 0; at < bytes.length; at += MAX_ARGUMENTS) {
    text += String.fromCharCode.apply(null, bytes.subarray(at, at + MAX_ARGUMENTS) as unknown as number[]);
  }
  return /[\x80-\xff]/.test(text)
    ? decodeURIComponent(
        text.replace(/[%\x80-\xff]/g, (character) => `%${character.charCodeAt(0).toString(16)}`),
      )
    : text;
}

const decoder = /* @__PURE__ */ (() =>
  typeof TextDecoder === "function" ? new TextDecoder("utf-8", { ignoreBOM: true }) : undefined)();

/** An array for the characters of a piece, by its length. */
const pieces: number[][] = [];

const PIECE = 128;
const LONG = 4096;
const LAST_ASCII = 127;
const MAX_ARGUMENTS = 4096;
