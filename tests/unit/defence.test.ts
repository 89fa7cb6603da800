import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import * as host from "../../pkg/build/host.js";
import * as widget from "../../pkg/build/widget.js";
import { decode } from "../../pkg/src/wasm/decode.js";

for (const [entry, { wasmText, wasmLength }] of [["index", widget], ["host", host]] as const) {
  test(`no defence of the entry ${entry} can be lowered in what ships`, () => {
    const module = new WebAssembly.Module(decode(wasmText, wasmLength));
    const script = readFileSync(`pkg/dist/${entry}.js`, "utf8");

    assert.ok(!WebAssembly.Module.exports(module).some(({ name }) => name === "lower"));
    assert.ok(!script.includes("loweredDefences"));
  });
}
