import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

import * as development from "../../pkg/build/development/widget.js";
import * as shipped from "../../pkg/build/widget.js";
import { symbolicate } from "../../pkg/command/symbolicate.js";
import { Door } from "../../pkg/src/wasm/door.js";
import type { Instance } from "../../pkg/src/wasm/instance.js";
import { instantiate } from "../../pkg/src/wasm/load.js";
import { trapText } from "../../pkg/src/wasm/trap.js";

const symbols = readFileSync(join(process.cwd(), "pkg/dist/widget.symbols"), "utf8");

test("a panic of the development build says what it is about, where, and through which functions", () => {
  const instance = instantiate(development.wasmText) as Instance & { fail(): void };
  const door = new Door<never>(instance, {});
  const error = thrown(() => {
    instance.fail();
  });

  const text = trapText(error, development.build, door.panicText());

  assert.ok(error instanceof WebAssembly.RuntimeError);
  assert.match(text, /^panicked at src\/web\/development\.rs:\d+:\d+:\nasked to fail .*core::panicking::panic_fmt.* calling_widget_sdk\.wasm\.fail /);
  assert.ok(text.endsWith(` build:${development.build}`), text);
});

test("a trap of the shipped build names its functions by number, and the package's list has the names", () => {
  const instance = instantiate(shipped.wasmText);
  // More than the available memory.
  const error = thrown(() => instance.reserve(2 ** 32 - 1));

  const text = trapText(error, shipped.build, "");

  assert.match(text, /^unreachable wasm-function\[\d+\].* build:[0-9a-f]{8}$/);
  const named = symbolicate(text, symbols);
  assert.match(named, /wasm-function\[\d+\] reserve /);
  assert.doesNotMatch(named, /::h[0-9a-f]{16}/);
});

test("what is told of a trap holds no address, and of another error nothing but the build", () => {
  const trap = new WebAssembly.RuntimeError("unreachable");
  trap.stack =
    "RuntimeError: unreachable\n at drain (https://phone.example/app.js?user=9:1:2)\n at wasm://wasm/0a1b:wasm-function[12]:0x34\n" +
    "f@https://phone.example/app.js line 1 > WebAssembly.Module:wasm-function[34]:0x5";

  assert.equal(trapText(trap, "0a0b0c0d", ""), "unreachable wasm-function[12] wasm-function[34] build:0a0b0c0d");
  assert.equal(trapText(new Error("+12025550143"), "0a0b0c0d", ""), "build:0a0b0c0d");
});

test("a stack of a thousand functions is cut short", () => {
  const trap = new WebAssembly.RuntimeError("unreachable");
  trap.stack = "at wasm://wasm/0a1b:wasm-function[12]:0x34\n".repeat(1000);

  assert.equal(trapText(trap, "0a0b0c0d", "").match(/wasm-function/g)?.length, 16);
});

test("a text of another build is refused, and a number the list lacks stays", () => {
  const list = "build:0a0b0c0d\n1:std::f::h0123456789abcdef\n2:g";

  assert.equal(symbolicate("wasm-function[1] wasm-function[3] build:0a0b0c0d", list), "wasm-function[1] std::f wasm-function[3] build:0a0b0c0d");
  assert.equal(symbolicate("at wasm-function[2]:0x1", list), "wasm-function[2] g");
  assert.equal(symbolicate("Error: unreachable, Ada\nat f (https://phone.example/?user=ada)\n at wasm-function[2]", `${list}\n`), "unreachable\nwasm-function[2] g");
  assert.throws(() => symbolicate("wasm-function[1] build:ffffffff", list), /build ffffffff, and this package has 0a0b0c0d/);
});

function thrown(call: () => unknown): unknown {
  try {
    call();
  } catch (error) {
    return error;
  }
  return assert.fail("nothing was thrown");
}
