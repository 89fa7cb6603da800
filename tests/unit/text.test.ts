import assert from "node:assert/strict";
import { test } from "node:test";

const SAMPLES = ["", "plain", "K\u00f6ln 50%", "\u6f22\u5b57", "\u{1f4de} call", "a\ud800b"];

test("without the platform's classes the text is the same UTF-8", async () => {
  const { TextDecoder: PlatformDecoder, TextEncoder: PlatformEncoder } = globalThis;
  Reflect.deleteProperty(globalThis, "TextDecoder");
  Reflect.deleteProperty(globalThis, "TextEncoder");

  const own = await import("../../pkg/src/wasm/text.js");
  globalThis.TextDecoder = PlatformDecoder;
  globalThis.TextEncoder = PlatformEncoder;

  assert.notEqual(own.TextEncoder, PlatformEncoder);
  for (const sample of SAMPLES) {
    const bytes = new PlatformEncoder().encode(sample);
    assert.deepEqual(new own.TextEncoder().encode(sample), bytes);
    assert.equal(new own.TextDecoder().decode(bytes), new PlatformDecoder().decode(bytes));
  }
});
