import assert from "node:assert/strict";
import { test } from "node:test";

import * as development from "../../pkg/build/development/widget.js";
import { instantiate } from "../../pkg/src/wasm/glue.js";
import { compiled } from "../../pkg/src/wasm/load.js";
import { isTrap, trapText } from "../../pkg/src/wasm/trap.js";

test("a panic of the development build has its message and place", () => {
  const made = development.glue() as ReturnType<typeof development.glue> & { fail(): void; panicMessage(): string };
  instantiate(made, () => compiled(development.wasmText));
  assert.equal(made.panicMessage(), "");

  assert.throws(() => { made.fail(); }, (error) => {
    assert.ok(isTrap(error));
    assert.match(trapText(error, development.build, made.panicMessage()), /^panicked at src\/web\/development\.rs:\d+:\d+:\nasked to fail build:[0-9a-f]{8}$/);
    return true;
  });
});

test("a trap's report has the engine's word and build, no address", () => {
  const trap = new WebAssembly.RuntimeError("unreachable at https://phone.example/app.js?user=9");

  assert.equal(trapText(trap, "0a0b0c0d", ""), "unreachable build:0a0b0c0d");
  assert.equal(trapText(new WebAssembly.RuntimeError("+12025550143"), "0a0b0c0d", ""), "trap build:0a0b0c0d");
});

test("an app's error is no trap, and a stack overflow is one", () => {
  assert.equal(isTrap(new RangeError("+12025550143")), false);
  assert.equal(isTrap("text"), false);
  assert.equal(isTrap(undefined), false);
  assert.equal(isTrap(new RangeError("Maximum call stack size exceeded")), true);
  assert.equal(isTrap(Object.assign(new Error("too much recursion"), { name: "InternalError" })), true);
  assert.equal(isTrap(new WebAssembly.RuntimeError("unreachable")), true);
});
