// The recordings of the demo's softphone.
import assert from "node:assert/strict";
import { test } from "node:test";

import { muLaw, wavOf } from "../../www/line/wav.ts";

/** The sample of a byte of G.711, from -1 to 1. Source: ITU-T G.711, table 2a. */
function linear(byte: number): number {
  const bits = ~byte & 0xff;
  const exponent = (bits >> 4) & 7;
  const magnitude = (((bits & 0x0f) << 3) + 0x84) << exponent;
  return ((bits & 0x80 ? -1 : 1) * (magnitude - 0x84)) / 32_768;
}

test("a sample comes back within the step of its loudness", () => {
  for (let sample = -1; sample <= 1; sample += 0.001) {
    const byte = muLaw(sample);

    assert.ok(Number.isInteger(byte) && byte >= 0 && byte <= 255, String(sample));
    assert.ok(Math.abs(linear(byte) - sample) <= Math.max(0.001, Math.abs(sample) * 0.05), String(sample));
  }
});

test("silence and the loudest samples have the bytes of the standard", () => {
  assert.deepEqual([0, 1, -1, 2, -2, 1e-9].map(muLaw), [0xff, 0x80, 0x00, 0x80, 0x00, 0xff]);
});

test("a file says what it holds", () => {
  const wav = wavOf(new Float32Array([0, 0.5, -0.5]), 8000);
  const view = new DataView(wav.buffer);
  const word = (at: number): string => String.fromCharCode(...wav.subarray(at, at + 4));

  assert.deepEqual([word(0), word(8), word(12), word(38), word(50)], ["RIFF", "WAVE", "fmt ", "fact", "data"]);
  assert.equal(view.getUint32(4, true), wav.length - 8);
  assert.deepEqual([view.getUint16(20, true), view.getUint32(24, true), view.getUint32(46, true), view.getUint32(54, true)], [7, 8000, 3, 3]);
  assert.equal(wav.length, 61);
});
