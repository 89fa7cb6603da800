/**
 * Decodes the text of a wasm module; `tools/xtask/src/package/encode.rs` writes it and
 * describes the encoding.
 */
export function decode(text: string): Uint8Array<ArrayBuffer> {
  const lastPrefix = text.charCodeAt(0);
  // Old libraries (Prototype, MooTools) replace Array.from.
  const marks = text.slice(1, MARKS).split("").map((mark) => mark.charCodeAt(0));
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
  const bytes = new Uint8Array(text.length - MARKS);
  let length = 0;
  for (let at = MARKS; at < text.length; at += 1) {
    let code = text.charCodeAt(at);
    if (code <= lastPrefix) {
      at += 1;
      code = code * 128 + text.charCodeAt(at);
    }
    bytes[length] = values[code] as number;
    length += 1;
  }
  return bytes.subarray(0, length);
}

/** The length of the code's description. */
const MARKS = 257;
