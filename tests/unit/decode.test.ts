import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { gzipSync } from "node:zlib";

import { wasmText } from "../../pkg/build/widget.js";
import { DECODER, decode } from "../../pkg/src/wasm/decode.js";

const module = readFileSync("target/package/Shipped/widget/optimised.wasm");

test("the text of the package decodes to the module it was made from", () => {
  const decoded = decode(wasmText);

  assert.deepEqual(Buffer.from(decoded), module);
});

test("gzipped, the text is within one per cent as small as the module", () => {
  const text = gzipSync(wasmText, { level: 9 });

  assert.ok(text.length <= gzipSync(module, { level: 9 }).length * 1.01);
});

test("what decodes it is the module that is written down as text", () => {
  const assembled = "target/tests/unit/decoder.wasm";
  execFileSync(process.execPath, ["node_modules/binaryen/bin/wasm-as", "pkg/src/wasm/decoder.wat", "-o", assembled]);

  assert.deepEqual([...readFileSync(assembled)], DECODER);
});
