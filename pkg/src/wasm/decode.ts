import { unpacker } from "../../build/unpacker.js";

/** What the unpacking module exports; `packing/src/web.rs` writes it. */
type Unpacker = {
  memory: WebAssembly.Memory;
  /** Where the text goes. */
  text: () => number;
  /** Reads the text as so many bytes; where they are. */
  unpack: (length: number) => number;
};

/**
 * Reads the text that carries a wasm module, as the crate `packing` describes and
 * writes it.
 *
 * A module reads it: in some engines a script takes ten times as long.
 */
export function decode(text: string, length: number): Uint8Array<ArrayBuffer> {
  const module = new WebAssembly.Module(Uint8Array.from(unpacker.match(/../g) ?? [], (byte) => parseInt(byte, 16)));
  const { memory, text: place, unpack } = new WebAssembly.Instance(module).exports as unknown as Unpacker;
  const start = place();
  const bytes = new Uint8Array(memory.buffer);
  for (let at = 0; at < text.length; at++) {
    bytes[start + at] = text.charCodeAt(at);
  }
  const unpacked = unpack(length);
  return bytes.slice(unpacked, unpacked + length);
}
