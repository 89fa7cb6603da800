import assert from "node:assert/strict";
import { test } from "node:test";

import { MAX_DEPTH, MAX_KEYS, MAX_TEXT } from "../../pkg/src/generated/door.js";
import { measure } from "../../pkg/src/wasm/measure.js";

/** An object that nests so deep. */
function nested(depth: number): unknown {
  let value: unknown = 1;
  for (let at = 0; at < depth; at += 1) {
    value = { in: value };
  }
  return value;
}

test("what is no object is no message", () => {
  for (const value of [undefined, null, 1, "SYNC", true, 1n]) {
    assert.equal(measure(value), "MALFORMED");
  }
});

test("depth is bounded, and a circle is too deep", () => {
  const circle: Record<string, unknown> = {};
  circle["self"] = circle;

  assert.equal(measure(nested(MAX_DEPTH)), undefined);
  assert.equal(measure(nested(MAX_DEPTH + 1)), "TOO_DEEP");
  assert.equal(measure(circle), "TOO_DEEP");
});

test("keys and items are bounded in all, whatever holds them", () => {
  const half = Array.from({ length: MAX_KEYS / 2 }, () => 0);
  const named: unknown[] = Object.assign([], Object.fromEntries(Array.from({ length: MAX_KEYS + 1 }, (_, at) => [`k${at}`, 0])));
  const wide = Object.fromEntries(Array.from({ length: MAX_KEYS + 1 }, (_, at) => [`k${at}`, 0]));

  assert.equal(measure({ a: half }), undefined);
  for (const value of [
    { a: half, b: half },
    wide,
    { a: named },
    { a: new Array(2 ** 32 - 1) },
    { a: new Set(Array.from({ length: MAX_KEYS + 1 }, (_, at) => at)) },
    { a: new Map(Array.from({ length: MAX_KEYS }, (_, at) => [at, at])) },
    { a: new Uint8Array(MAX_KEYS + 1) },
    { a: new ArrayBuffer(100_000_000) },
  ]) {
    assert.equal(measure(value), "TOO_MANY_KEYS");
  }
});

test("text is bounded in all, keys and the digits of whole numbers without end included", () => {
  const long = "x".repeat(MAX_TEXT);

  assert.equal(measure({ a: long.slice(1) }), undefined);
  for (const value of [
    { a: long },
    { a: long.slice(0, MAX_TEXT / 2), b: [long.slice(0, MAX_TEXT / 2), "x"] },
    { [`${long}x`]: 1 },
    { a: new Map([[`${long}x`, 1]]) },
    { a: 1n << 8_000_000n },
    { a: -(1n << 40_000n) },
  ]) {
    assert.equal(measure(value), "TOO_MUCH_TEXT");
  }
});

test("plain objects, lists, maps, sets, dates and bytes are data, and nothing else is", () => {
  const data = {
    list: [1, "x", null, undefined, true, 10n, NaN],
    bare: Object.create(null) as object,
    map: new Map([["a", { b: 1 }]]),
    set: new Set([1]),
    date: new Date(0),
    bytes: new Uint8Array(3),
    buffer: new ArrayBuffer(3),
    view: new DataView(new ArrayBuffer(3)),
  };

  assert.equal(measure(data), undefined);
  for (const value of [
    new String("x".repeat(8_000_000)),
    new Number(1),
    new Boolean(true),
    Object(1n),
    new Error("x"),
    /x/,
    new Blob([]),
    new MessageChannel().port1,
  ]) {
    assert.equal(measure({ a: { b: [value] } }), "NOT_DATA", Object.prototype.toString.call(value));
    assert.equal(measure(value), "NOT_DATA");
  }
});

test("what throws when it is read is no data", () => {
  const throwing = {
    get a(): never {
      throw new Error("no");
    },
  };

  assert.equal(measure(throwing), "NOT_DATA");
});
