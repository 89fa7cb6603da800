import { TextEncoder } from "./encoding.js";

/**
 * Decodes the text of a wasm module; `tools/xtask/src/package/encode.rs` writes it and
 * describes the encoding.
 */
export function decode(text: string): Uint8Array<ArrayBuffer> {
  // Bytes are read faster than characters.
  const coded = new TextEncoder().encode(text);
  const lastPrefix = coded[0] as number;
  const marks = coded.subarray(1, MARKS);
  const characters = marks.filter((mark) => mark > lastPrefix);
  // The value of a prefix, times 128, and a character.
  const values = new Uint8Array((lastPrefix + 1) * 128);
  const counts: number[] = [];
  marks.forEach((mark, value) => {
    const prefix = mark > lastPrefix ? 0 : mark;
    const place = counts[prefix] ?? 0;
    counts[prefix] = place + 1;
    values[prefix * 128 + (characters[place] as number)] = value;
  });
  const bytes = new Uint8Array(coded.length - MARKS);
  let length = 0;
  for (let at = MARKS, prefix = 0; at < coded.length; at += 1) {
    const code = coded[at] as number;
    if (code > lastPrefix) {
      bytes[length] = values[prefix + code] as number;
      length += 1;
      prefix = 0;
    } else {
      prefix = code * 128;
    }
  }
  return bytes.subarray(0, length);
}

/** The length of the code's description. */
const MARKS = 257;
