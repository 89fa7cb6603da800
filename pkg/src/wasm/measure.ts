import { MAX_DEPTH, MAX_KEYS, MAX_TEXT } from "../generated/door.js";
import type { DiagnosticCode } from "../generated/codes.js";

/** Why a message is not taken. */
export type Refusal = Extract<
  DiagnosticCode,
  "MALFORMED" | "NOT_DATA" | "TOO_DEEP" | "TOO_MANY_KEYS" | "TOO_MUCH_TEXT"
>;

/**
 * Walks a message that came in, and stops at the first limit it passes: nothing is
 * copied, and a refused message costs what its walk costs.
 *
 * Only plain objects, lists, maps, sets, dates and bytes are data.
 */
export function measure(message: unknown): Refusal | undefined {
  if (typeof message !== "object" || message === null) {
    return "MALFORMED";
  }
  try {
    new Walk().value(message, 0);
    return undefined;
  } catch (refusal) {
    // Whatever else cannot be read is no data.
    return typeof refusal === "string" ? (refusal as Refusal) : "NOT_DATA";
  }
}

class Walk {
  private keysLeft = MAX_KEYS;
  private textLeft = MAX_TEXT;

  value(value: unknown, depth: number): void {
    if (typeof value === "string") {
      this.text(value.length);
    } else if (typeof value === "object" && value !== null) {
      this.object(value, depth);
    } else if (typeof value === "bigint") {
      // Its digits take a time that grows with their square: only few are counted.
      if (BigInt.asIntN(MAX_BITS, value) !== value) {
        refuse("TOO_MUCH_TEXT");
      }
      this.text(value.toString(16).length);
    }
  }

  private object(value: object, depth: number): void {
    if (depth >= MAX_DEPTH) {
      refuse("TOO_DEEP");
    }
    if (Array.isArray(value)) {
      this.keys(value.length);
      this.fields(value, depth, value.length);
      return;
    }
    // By the tag, since a window's messages are of that window's own classes.
    switch (Object.prototype.toString.call(value)) {
      case "[object Object]":
        this.fields(value, depth, 0);
        return;
      case "[object Map]":
        this.keys(2 * (value as Map<unknown, unknown>).size);
        (value as Map<unknown, unknown>).forEach((item, key) => {
          this.value(key, depth + 1);
          this.value(item, depth + 1);
        });
        return;
      case "[object Set]":
        this.keys((value as Set<unknown>).size);
        (value as Set<unknown>).forEach((item) => {
          this.value(item, depth + 1);
        });
        return;
      case "[object Date]":
        return;
      default:
        if (!ArrayBuffer.isView(value) && !isBuffer(value)) {
          refuse("NOT_DATA");
        }
        this.keys((value as { byteLength: number }).byteLength);
    }
  }

  /** @param items how many of the fields are counted already. */
  private fields(value: object, depth: number, items: number): void {
    let left = items;
    for (const name in value) {
      left -= 1;
      if (left < 0) {
        this.keys(1);
        this.text(name.length);
      }
      this.value((value as Record<string, unknown>)[name], depth + 1);
    }
  }

  private keys(count: number): void {
    this.keysLeft -= count;
    if (this.keysLeft < 0) {
      refuse("TOO_MANY_KEYS");
    }
  }

  private text(length: number): void {
    this.textLeft -= length;
    if (this.textLeft < 0) {
      refuse("TOO_MUCH_TEXT");
    }
  }
}

function isBuffer(value: object): boolean {
  return /^\[object (?:Shared)?ArrayBuffer\]$/.test(Object.prototype.toString.call(value));
}

/** Ends the walk. */
function refuse(refusal: Refusal): never {
  // eslint-disable-next-line @typescript-eslint/only-throw-error -- caught just above; an error would cost its stack
  throw refusal;
}

const MAX_BITS = 32768;
