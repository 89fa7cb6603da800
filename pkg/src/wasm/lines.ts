import { toUtf8 } from "./text.js";

/**
 * The lines of inputs, as they cross into a module. One object serves all inputs, so that an
 * input leaves no garbage.
 */
export class Lines {
  /** The start of the next line. */
  length = 0;
  private bytes = new Uint8Array(FEW);

  /** Adds a line, whose first character is separate if given. */
  push(line: string, first = ""): void {
    this.add(first, false);
    this.add(line, false);
    this.bytes[this.length] = LINE_BREAK;
    this.length += 1;
  }

  /** The size in bytes of the lines from `start` on, without the last line break. */
  sizeFrom(start: number): number {
    return this.length - start - 1;
  }

  /** Copies the lines from `start` on. */
  copyFrom(start: number, to: Uint8Array, at: number): void {
    const { bytes } = this;
    const size = this.sizeFrom(start);
    for (let byte = 0; byte < size; byte += 1) {
      to[at + byte] = bytes[start + byte] as number;
    }
  }

  /** Removes the lines from `start` on. */
  cutAt(start: number): void {
    this.length = start;
    if (start === 0 && this.bytes.length > MANY) {
      this.bytes = new Uint8Array(FEW);
    }
  }

  private add(text: string, isUtf8: boolean): void {
    const room = this.length + text.length + 1;
    if (room > this.bytes.length) {
      const grown = new Uint8Array(room * 2);
      grown.set(this.bytes);
      this.bytes = grown;
    }
    const { bytes, length } = this;
    for (let at = 0; at < text.length; at += 1) {
      const code = text.charCodeAt(at);
      if (code > LAST_ASCII && !isUtf8) {
        this.add(toUtf8(text), true);
        return;
      }
      bytes[length + at] = code;
    }
    this.length = length + text.length;
  }
}

const LINE_BREAK = 10;
const LAST_ASCII = 126;
const FEW = 1024;
/** A larger buffer is released. */
const MANY = 16384;
