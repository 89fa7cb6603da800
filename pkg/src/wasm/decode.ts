/**
 * Reads the text that carries a wasm module; `xtask/src/package/encode.rs`
 * describes the code and writes it.
 */
export function decode(text: string, length: number): Uint8Array<ArrayBuffer> {
  const singles: number[] = [];
  const pairs: number[] = [];
  for (let value = 0; value < 256; value++) {
    const digit = parseInt(text.charAt(value >> 2), 16);
    ((digit >> (value & 3)) & 1 ? singles : pairs).push(value);
  }

  const ranks = new Uint8Array(128);
  let characters = 0;
  for (let code = 32; code < 127; code++) {
    if (!EXCLUDED.includes(String.fromCharCode(code))) {
      ranks[code] = characters++;
    }
  }

  const bytes = new Uint8Array(length);
  let next = HEADER_LENGTH;
  const rank = (): number => ranks[text.charCodeAt(next++)] ?? 0;
  for (let at = 0; at < length; at++) {
    const first = rank();
    const value =
      first < singles.length
        ? singles[first]
        : pairs[(first - singles.length) * characters + rank()];
    bytes[at] = value ?? 0;
  }
  return bytes;
}

/** One hexadecimal digit for every four byte values. */
const HEADER_LENGTH = 64;

/** Printable characters the code leaves out. */
const EXCLUDED = "\"$'<\\`";
