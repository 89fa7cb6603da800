/**
 * Reads the text that carries a wasm module; `xtask/src/package/encode.rs` writes
 * it and says how it is made.
 */
export function decode(text: string): Uint8Array<ArrayBuffer> {
  const lastPrefix = text.charCodeAt(0);
  const marks = Array.from(text.slice(1, 257), (mark) => mark.charCodeAt(0));
  const characters = marks.filter((mark) => mark > lastPrefix);
  // By the character, with its prefix times 128.
  const values = new Uint8Array(128 * 128);
  const counts: number[] = [];
  marks.forEach((mark, value) => {
    const prefix = mark > lastPrefix ? 0 : mark;
    const place = counts[prefix] ?? 0;
    values[prefix * 128 + (characters[place] as number)] = value;
    counts[prefix] = place + 1;
  });
  const bytes = new Uint8Array(text.length);
  let length = 0;
  let prefix = 0;
  for (let at = 257; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code > lastPrefix) {
      bytes[length++] = values[prefix * 128 + code] as number;
      prefix = 0;
    } else {
      prefix = code;
    }
  }
  return bytes.subarray(0, length);
}
