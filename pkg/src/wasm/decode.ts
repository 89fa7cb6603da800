import { TextEncoder } from "./encoding.js";

/**
 * Decodes the text of a wasm module; `tools/xtask/src/package/encode.rs` writes it and
 * describes the encoding.
 *
 * @throws where no WebAssembly can be compiled, as the module itself would
 */
export function decode(text: string): Uint8Array<ArrayBuffer> {
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(Uint8Array.from(DECODER)));
  const { memory, decode: run } = exports as unknown as Decoder;
  memory.grow((TEXT + text.length) >>> 16);
  const bytes = new Uint8Array(memory.buffer);
  new TextEncoder().encodeInto(text, bytes.subarray(TEXT));
  const marks = bytes.subarray(TEXT + 1, MODULE);
  const lastPrefix = bytes[TEXT] as number;
  const characters = marks.filter((mark) => mark > lastPrefix);
  const counts: number[] = [];
  marks.forEach((mark, value) => {
    const prefix = mark > lastPrefix ? 0 : mark;
    const place = counts[prefix] ?? 0;
    bytes[prefix * 128 + (characters[place] as number)] = value;
    counts[prefix] = place + 1;
  });
  return bytes.subarray(TEXT, run(TEXT, MODULE, TEXT + text.length, lastPrefix));
}

/** `decoder.wat`, whose memory holds first the values by their prefix, times 128, and character. */
type Decoder = {
  readonly memory: WebAssembly.Memory;
  /** Decodes from `at` to `end`, and writes from `to` on; returns the end of the output. */
  readonly decode: (to: number, at: number, end: number, lastPrefix: number) => number;
};

/** The text's address in the memory: no prefix is above 63. */
const TEXT = 64 * 128;
/** The module's address. */
const MODULE = TEXT + 257;

/** The output of `wasm-as` for `decoder.wat`. */
export const DECODER: readonly number[] = [
  0, 97, 115, 109, 1, 0, 0, 0, 1, 9, 1, 96, 4, 127, 127, 127, 127, 1, 127, 3, 2, 1, 0, 5, 3, 1, 0, 1, 7, 19, 2, 6, 109, 101, 109,
  111, 114, 121, 2, 0, 6, 100, 101, 99, 111, 100, 101, 0, 0, 10, 83, 1, 81, 1, 3, 127, 32, 0, 33, 4, 2, 64, 3, 64, 32, 1, 32, 2, 79,
  13, 1, 32, 1, 45, 0, 0, 33, 5, 32, 1, 65, 1, 106, 33, 1, 32, 5, 32, 3, 77, 4, 64, 32, 5, 33, 6, 12, 1, 11, 32, 4, 32, 6, 65, 7,
  116, 32, 5, 106, 45, 0, 0, 58, 0, 0, 32, 4, 65, 1, 106, 33, 4, 65, 0, 33, 6, 12, 0, 11, 0, 11, 32, 4, 11,
];
