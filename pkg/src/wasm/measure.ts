import { MAX_DEPTH, MAX_KEYS, MAX_TEXT } from "../generated/limits.js";
import type { DiagnosticCode } from "../generated/codes.js";

/** The reasons to refuse a message. */
export type Refusal = Extract<
  DiagnosticCode,
  "MALFORMED" | "NOT_DATA" | "TOO_DEEP" | "TOO_MANY_KEYS" | "TOO_MUCH_TEXT"
>;

/**
 * Walks a received message, and stops at the first limit it passes: nothing is copied, and a
 * refused message costs no more than its walk.
 *
 * Only plain objects, lists, maps, sets, dates and bytes are data.
 */
export function measure(message: unknown): Refusal | undefined {
  if (typeof message !== "object" || message === null) {
    return "MALFORMED";
  }
  try {
    return new Walk().value(message, 0);
  } catch {
    // An unreadable value is no data.
    return "NOT_DATA";
  }
}

/** Each step returns the reason of a refusal: an exception from the depth costs more than the walk. */
class Walk {
  private keysLeft = MAX_KEYS;
  private textLeft = MAX_TEXT;

  value(value: unknown, depth: number): Refusal | undefined {
    if (typeof value === "string") {
      return this.text(value.length);
    }
    if (typeof value === "object" && value !== null) {
      return this.object(value, depth);
    }
    if (typeof value === "bigint") {
      // Converting to digits takes quadratic time: only few are counted.
      return BigInt.asIntN(MAX_BITS, value) === value ? this.text(value.toString(16).length) : "TOO_MUCH_TEXT";
    }
    return undefined;
  }

  private object(value: object, depth: number): Refusal | undefined {
    if (depth >= MAX_DEPTH) {
      return "TOO_DEEP";
    }
    if (Array.isArray(value)) {
      return this.keys(value.length) ?? this.fields(value, depth, value.length);
    }
    // By the tag, since a window's messages have that window's classes.
    switch (Object.prototype.toString.call(value)) {
      case "[object Object]":
        return this.fields(value, depth, 0);
      case "[object Map]": {
        const map = value as Map<unknown, unknown>;
        return this.keys(2 * map.size) ?? this.items(map.keys(), depth) ?? this.items(map.values(), depth);
      }
      case "[object Set]": {
        const set = value as Set<unknown>;
        return this.keys(set.size) ?? this.items(set, depth);
      }
      case "[object Date]":
        return undefined;
      default:
        return ArrayBuffer.isView(value) || isBuffer(value) ? this.keys((value as { byteLength: number }).byteLength) : "NOT_DATA";
    }
  }

  /** @param items the number of fields counted already. */
  private fields(value: object, depth: number, items: number): Refusal | undefined {
    let left = items;
    for (const name in value) {
      if (!Object.prototype.hasOwnProperty.call(value, name)) {
        // Inherited, as every field after it: a library of the page's may add to Object.prototype.
        return undefined;
      }
      left -= 1;
      const refusal = (left < 0 ? (this.keys(1) ?? this.text(name.length)) : undefined) ?? this.value((value as Record<string, unknown>)[name], depth + 1);
      if (refusal !== undefined) {
        return refusal;
      }
    }
    return undefined;
  }

  private items(items: Iterable<unknown>, depth: number): Refusal | undefined {
    for (const item of items) {
      const refusal = this.value(item, depth + 1);
      if (refusal !== undefined) {
        return refusal;
      }
    }
    return undefined;
  }

  private keys(count: number): Refusal | undefined {
    this.keysLeft -= count;
    return this.keysLeft < 0 ? "TOO_MANY_KEYS" : undefined;
  }

  private text(length: number): Refusal | undefined {
    this.textLeft -= length;
    return this.textLeft < 0 ? "TOO_MUCH_TEXT" : undefined;
  }
}

function isBuffer(value: object): boolean {
  return /^\[object (?:Shared)?ArrayBuffer\]$/.test(Object.prototype.toString.call(value));
}

const MAX_BITS = 32768;
