/**
 * UTF-8 for the glue. Some platforms lack the classes for it, such as jsdom
 * under Jest.
 *
 * The build makes the glue use these two.
 */

/** A text as UTF-8, one character a byte. A lone surrogate becomes U+FFFD. */
export function toUtf8(text: string): string {
  return /[^\0-~]/.test(text)
    ? encodeURIComponent(text.replace(/[\ud800-\udfff]/gu, "\ufffd")).replace(/%(..)/g, (_, hex: string) =>
        String.fromCharCode(parseInt(hex, 16)),
      )
    : text;
}

/** The text of a part of these bytes, in UTF-8, which Rust's strings keep valid. */
export function fromUtf8(bytes: Uint8Array, from = 0, to = bytes.length): string {
  const short = to - from > LONG ? undefined : fromAscii(bytes, from, to);
  if (short !== undefined) {
    return short;
  }
  const part = bytes.subarray(from, to);
  return decoder === undefined ? fromUtf8ByHand(part) : decoder.decode(part);
}

/**
 * The same for a short text, if all of it is ASCII.
 *
 * The platform stores texts of its own class outside of JavaScript's heap, and each lengthens
 * garbage collection. An array of the right length for each text would be garbage itself.
 */
function fromAscii(bytes: Uint8Array, from: number, to: number): string | undefined {
  let text = "";
  for (let at = from; at < to; at += PIECE) {
    for (let index = 0; index < PIECE; index += 1) {
      const code = at + index < to ? (bytes[at + index] as number) : 0;
      if (code > LAST_ASCII) {
        return undefined;
      }
      piece[index] = code;
    }
    text += String.fromCharCode.apply(null, piece);
  }
  return text.slice(0, to - from);
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

/** The characters of a chunk of a text. */
const piece: number[] = [];

const PIECE = 128;
const LONG = 4096;
const LAST_ASCII = 127;
const MAX_ARGUMENTS = 4096;
