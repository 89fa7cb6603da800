import assert from "node:assert/strict";
import { test } from "node:test";

import { fromUtf8, fromUtf8ByHand, toUtf8 } from "../../pkg/src/wasm/encoding.js";

const SAMPLES = ["", "plain", "\ufefffirst", "K\u00f6ln 50%", "%41", "a\tb\n", "\u6f22\u5b57", "\u{1f4de} call", "a\ud800b", "piece".repeat(25) + "128", "piece".repeat(25) + "\u00e4\u00e4", "long ".repeat(2000), "l\u00e4nger ".repeat(2000)];

test("a text is the same UTF-8 as the platform's", () => {
  for (const sample of SAMPLES) {
    const bytes = new TextEncoder().encode(sample);

    assert.deepEqual(Uint8Array.from(toUtf8(sample), (character) => character.charCodeAt(0)), bytes);
    for (const read of [fromUtf8, fromUtf8ByHand]) {
      assert.equal(read(bytes), new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes));
    }
  }
});
