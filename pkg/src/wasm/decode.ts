/**
 * Reads the text that carries a wasm module; `xtask/src/package/encode.rs`
 * describes the code and writes it.
 */
export function decode(text: string, length: number): Uint8Array<ArrayBuffer> {
  const ranks: number[] = [];
  const characters: number[] = [];
  for (let code = 32; code < 127; code++) {
    if (!EXCLUDED.includes(String.fromCharCode(code))) {
      ranks[code] = characters.push(code) - 1;
    }
  }

  // What each character stands for; frequent values that are none take what is left.
  const singles: number[] = [];
  const others: number[] = [];
  const pairs: number[] = [];
  for (let value = 0; value < 256; value++) {
    const digit = parseInt(text.charAt(value >> 2), 16);
    if (!((digit >> (value & 3)) & 1)) {
      pairs.push(value);
    } else if ((ranks[value] ?? SINGLES) < SINGLES) {
      singles[value] = value;
    } else {
      others.push(value);
    }
  }
  for (const code of characters.slice(0, SINGLES)) {
    singles[code] ??= others.shift() ?? 0;
  }

  const bytes = new Uint8Array(length);
  let next = HEADER_LENGTH;
  for (let at = 0; at < length; at++) {
    const code = text.charCodeAt(next++);
    const pair = (ranks[code] ?? 0) - SINGLES;
    bytes[at] =
      (pair < 0
        ? singles[code]
        : pairs[pair * characters.length + (ranks[text.charCodeAt(next++)] ?? 0)]) ?? 0;
  }
  return bytes;
}

/** One hexadecimal digit for every four byte values. */
const HEADER_LENGTH = 64;

/** How many byte values take one character. */
const SINGLES = 87;

/** Printable characters the code leaves out. */
const EXCLUDED = "\"$'<\\`";
