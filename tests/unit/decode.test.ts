import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { wasmText } from "../../pkg/build/widget.js";
import { decode } from "../../pkg/src/wasm/decode.js";

const module = readFileSync("target/package/Shipped/widget/optimised.wasm");

for (const [who, fromHex] of [["hand", undefined], ["the browser", (text: string) => new Uint8Array(Buffer.from(text, "hex"))]] as const) {
  test(`the package's text is decoded by ${who}`, () => {
    const native = Object.getOwnPropertyDescriptor(Uint8Array, "fromHex");
    Object.defineProperty(Uint8Array, "fromHex", { configurable: true, value: fromHex });

    const decoded = decode(wasmText);

    Reflect.deleteProperty(Uint8Array, "fromHex");
    Object.defineProperties(Uint8Array, native === undefined ? {} : { fromHex: native });
    assert.deepEqual(Buffer.from(decoded), module);
  });
}
