import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { wasmLength, wasmText } from "../../pkg/build/widget.js";
import { decode } from "../../pkg/src/wasm/decode.js";

test("the text of the package decodes to the module it was made from", () => {
  const module = readFileSync("target/package/widget/optimised.wasm");

  const decoded = decode(wasmText, wasmLength);

  assert.deepEqual(Buffer.from(decoded), module);
});

test("a module in the text takes less than half its bytes", () => {
  // Six bits a character, which is what gzip and brotli make of it.
  assert.ok((wasmText.length * 6) / 8 < wasmLength / 2);
});
