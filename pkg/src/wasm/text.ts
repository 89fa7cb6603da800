/**
 * UTF-8 for the door and the glue. Not all platforms have the classes for it: jsdom
 * under Jest has none.
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

/** A text of its UTF-8, which Rust's strings keep valid. */
export function fromUtf8(bytes: Uint8Array): string {
  return decoder === undefined ? fromUtf8ByHand(bytes) : decoder.decode(bytes);
}

/** The same where the platform has no class for it. */
export function fromUtf8ByHand(bytes: Uint8Array): string {
  let text = "";
  // Engines bound how many arguments a call takes.
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

const MAX_ARGUMENTS = 4096;
