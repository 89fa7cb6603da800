import assert from "node:assert/strict";
import { afterEach, test } from "node:test";

import { wasmText } from "../../pkg/build/widget.js";
import { CallingError } from "../../pkg/src/shared/errors.js";
import { instantiate } from "../../pkg/src/wasm/load.js";

const webAssembly = globalThis.WebAssembly;

afterEach(() => {
  globalThis.WebAssembly = webAssembly;
});

test("each start gives a fresh instance of one compiled module", () => {
  let compiled = 0;
  class CountingModule extends webAssembly.Module {
    constructor(bytes: BufferSource) {
      super(bytes);
      compiled++;
    }
  }
  globalThis.WebAssembly = Object.create(webAssembly, { Module: { value: CountingModule } }) as typeof WebAssembly;

  const first = instantiate(wasmText);
  // The module, and what decodes it.
  assert.equal(compiled, 2);
  const second = instantiate(wasmText);

  assert.notEqual(first, second);
  assert.equal(compiled, 2);
});

test("a missing WebAssembly has its own code", () => {
  Reflect.deleteProperty(globalThis, "WebAssembly");

  assert.throws(() => instantiate(wasmText), { name: "CallingError", code: "WASM_UNAVAILABLE" });
});

test("a policy against WebAssembly is named together with its remedy", () => {
  class RefusedModule {
    constructor() {
      throw new webAssembly.CompileError("blocked by Content Security Policy");
    }
  }
  globalThis.WebAssembly = Object.create(webAssembly, { Module: { value: RefusedModule } }) as typeof WebAssembly;

  const start = () => instantiate(`${wasmText} `);

  assert.throws(start, (error) => {
    assert.ok(error instanceof CallingError);
    assert.equal(error.code, "WASM_BLOCKED_BY_CSP");
    assert.match(error.message, /'wasm-unsafe-eval' to script-src/);
    assert.match(error.message, /calling-widget-sdk\/compat/);
    return true;
  });
});
