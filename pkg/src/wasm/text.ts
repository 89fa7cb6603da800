/**
 * UTF-8 for the glue, also where the platform has none, as in jsdom under Jest.
 *
 * The build injects these two names into the glue in place of the globals.
 */

class Decoder {
  /** Rust's strings are valid UTF-8, so nothing here can be malformed. */
  decode(bytes: Uint8Array = new Uint8Array()): string {
    let escaped = "";
    for (const byte of bytes) {
      escaped += `%${byte.toString(16).padStart(2, "0")}`;
    }
    return decodeURIComponent(escaped);
  }
}

class Encoder {
  /** A lone surrogate becomes U+FFFD, as the standard has it. */
  encode(text: string): Uint8Array {
    const escaped = encodeURIComponent(text.replace(/[\ud800-\udfff]/gu, "\ufffd"));
    const bytes: number[] = [];
    for (let at = 0; at < escaped.length; at++) {
      if (escaped.charAt(at) === "%") {
        bytes.push(parseInt(escaped.slice(at + 1, at + 3), 16));
        at += 2;
      } else {
        bytes.push(escaped.charCodeAt(at));
      }
    }
    return Uint8Array.from(bytes);
  }
}

const platform: Partial<typeof globalThis> = globalThis;

export const TextDecoder = platform.TextDecoder ?? Decoder;
export const TextEncoder = platform.TextEncoder ?? Encoder;
