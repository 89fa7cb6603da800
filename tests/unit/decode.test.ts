import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { gzipSync } from "node:zlib";

import { wasmText } from "../../pkg/build/widget.js";
import { decode } from "../../pkg/src/wasm/decode.js";

const module = readFileSync("target/package/Shipped/widget/optimised.wasm");

test("the package's text decodes to its module, beside an old library's Array.from", (context) => {
  context.mock.method(Array, "from", (value: unknown) => [value]);

  const decoded = decode(wasmText);

  context.mock.restoreAll();
  assert.deepEqual(Buffer.from(decoded), module);
});

test("the text gzips to within one per cent of the module", () => {
  const text = gzipSync(wasmText, { level: 9 });

  assert.ok(text.length <= gzipSync(module, { level: 9 }).length * 1.01);
});
