import assert from "node:assert/strict";
import { afterEach, test } from "node:test";

import { glue, wasmText } from "../../pkg/build/widget.js";
import CallingExtensions, { isSupported } from "../../pkg/src/entries/index.js";
import { CallingError } from "../../pkg/src/shared/errors.js";
import { instantiate as start } from "../../pkg/src/wasm/glue.js";
import { canStart, compiled, forbidsWebAssembly } from "../../pkg/src/wasm/load.js";
import { enter, FakeWindow, leave } from "./fake-window.js";

const instantiate = (text: string): WebAssembly.Exports => start(glue(), () => compiled(text));

const webAssembly = globalThis.WebAssembly;

afterEach(() => {
  globalThis.WebAssembly = webAssembly;
  leave();
});

test("each start gives a fresh instance of one compiled module", () => {
  let modules = 0;
  class CountingModule extends webAssembly.Module {
    constructor(bytes: BufferSource) {
      super(bytes);
      modules++;
    }
  }
  globalThis.WebAssembly = Object.create(webAssembly, { Module: { value: CountingModule } }) as typeof WebAssembly;

  const first = instantiate(wasmText);
  assert.equal(modules, 1);
  const second = instantiate(wasmText);

  assert.notEqual(first, second);
  assert.equal(modules, 1);
});

test("a missing WebAssembly has its own code and advice", () => {
  Reflect.deleteProperty(globalThis, "WebAssembly");
  const codes: string[] = [];
  const window = Object.assign(new FakeWindow(), { location: { origin: "https://phone.example", href: "https://phone.example/" } });
  enter({ window, self: window, document: { referrer: "" }, reportError: ({ code }: CallingError) => codes.push(code) });

  const cti = new CallingExtensions({ logger: null, eventHandlers: {} });

  assert.throws(() => instantiate(wasmText), { name: "CallingError", code: "WASM_UNAVAILABLE" });
  assert.deepEqual([codes, cti.state, isSupported()], [["WASM_UNAVAILABLE"], "failed", false]);
  assert.match(cti.diagnostics().advice.join(), /published package/);
});

// https://github.com/cloudflare/workers-sdk/issues/1366
test("a server that compiles no WebAssembly renders without a report", () => {
  refusing("Module", () => new webAssembly.CompileError("Wasm code generation disallowed by embedder"));
  const reports: unknown[] = [];
  enter({ reportError: (error: unknown) => reports.push(error) });

  const cti = new CallingExtensions({ eventHandlers: {} });
  cti.userAvailable();

  assert.deepEqual([cti.state, reports], ["notEmbedded", []]);
});

/** WebAssembly of a browser that refuses by `refuses`. */
function refusing(part: "Module" | "Instance", refuses: (source: object) => Error | undefined): void {
  const value = new Proxy(webAssembly[part], {
    construct: (target, [source, ...rest]: [object, ...unknown[]]) => {
      const error = refuses(source);
      if (error !== undefined) {
        throw error;
      }
      return Reflect.construct(target, [source, ...rest]) as object;
    },
  });
  globalThis.WebAssembly = Object.create(webAssembly, { [part]: { value } }) as typeof WebAssembly;
}

test("a browser that refuses the module has a code of its own", () => {
  const limit = (source: object) =>
    (source as Uint8Array).byteLength > 4096 ? new RangeError("disallowed on the main thread, if the buffer size is larger than 4KB") : undefined;
  const rows: Parameters<typeof refusing>[] = [
    ["Module", limit],
    ["Module", (source) => limit(source) && new webAssembly.CompileError("invalid value type")],
    ["Module", (source) => limit(source) && Object.assign(new Error("out of memory"), { name: "InternalError" })],
    ["Instance", () => new RangeError("Out of memory: Cannot allocate Wasm memory for new instance")],
  ];
  rows.forEach(([part, refuses], at) => {
    refusing(part, refuses);

    // Compiled modules are cached by their text.
    const begin = () => instantiate(part === "Instance" ? wasmText : wasmText + " ".repeat(at + 2));

    assert.equal(canStart(), part === "Instance");
    assert.throws(begin, (error) => {
      assert.ok(error instanceof CallingError && forbidsWebAssembly(error));
      assert.equal(error.code, "WASM_REFUSED");
      assert.match(error.message, /docs\/loading\.md/);
      return true;
    });
  });
});
