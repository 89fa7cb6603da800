import assert from "node:assert/strict";
import { afterEach, test } from "node:test";

import { CallingError } from "../../pkg/src/errors.js";
import { instantiate } from "../../pkg/src/wasm/load.js";

const webAssembly = globalThis.WebAssembly;

afterEach(() => {
  globalThis.WebAssembly = webAssembly;
});

const createGlue = () => ({
  initSync: ({ module }: { module: WebAssembly.Module }) => new WebAssembly.Instance(module),
});

/** The smallest module there is, `\0asm` and the version, by the rules of the encoder. */
const EMPTY = emptyModule();

test("each start gives a fresh glue of one compiled module", () => {
  let compiled = 0;
  class CountingModule extends webAssembly.Module {
    constructor(bytes: BufferSource) {
      super(bytes);
      compiled++;
    }
  }
  globalThis.WebAssembly = Object.create(webAssembly, { Module: { value: CountingModule } }) as typeof WebAssembly;

  const first = instantiate(createGlue, EMPTY.text, EMPTY.length);
  const second = instantiate(createGlue, EMPTY.text, EMPTY.length);

  assert.notEqual(first, second);
  assert.equal(compiled, 1);
});

test("a missing WebAssembly has its own code", () => {
  Reflect.deleteProperty(globalThis, "WebAssembly");

  assert.throws(() => instantiate(createGlue, EMPTY.text, EMPTY.length), { name: "CallingError", code: "WASM_UNAVAILABLE" });
});

test("a policy against WebAssembly is named together with its remedy", () => {
  class RefusedModule {
    constructor() {
      throw new webAssembly.CompileError("blocked by Content Security Policy");
    }
  }
  globalThis.WebAssembly = Object.create(webAssembly, { Module: { value: RefusedModule } }) as typeof WebAssembly;

  const start = () => instantiate(createGlue, `${EMPTY.text} `, EMPTY.length);

  assert.throws(start, (error) => {
    assert.ok(error instanceof CallingError);
    assert.equal(error.code, "WASM_BLOCKED_BY_CSP");
    assert.match(error.message, /script-src 'wasm-unsafe-eval'/);
    return true;
  });
});

function emptyModule(): { text: string; length: number } {
  // No byte value is frequent: each is a prefix and a character.
  const header = "0".repeat(64);
  const characters = Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index)).filter(
    (character) => !"\"$'<\\`".includes(character),
  );
  const text = [0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0]
    .map((value) => (characters[87 + Math.floor(value / 89)] ?? "") + (characters[value % 89] ?? ""))
    .join("");
  return { text: header + text, length: 8 };
}
