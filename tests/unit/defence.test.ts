// What ships knows none of the switches of the build whose defences the attacks' tests lower.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

import * as development from "../../pkg/build/development/widget.js";
import * as host from "../../pkg/build/host.js";
import * as rest from "../../pkg/build/rest.js";
import * as settings from "../../pkg/build/settings.js";
import * as widget from "../../pkg/build/widget.js";
import { decode } from "../../pkg/src/wasm/decode.js";

const DIST = "pkg/dist";

const FILES = readdirSync(DIST, { recursive: true, encoding: "utf8" }).filter((file) => /\.(c?js|wasm)$/.test(file));

/** The modules that scripts carry as text, each with its length in bytes. */
const MODULES = new Map([development, host, rest, settings, widget].map(({ wasmText, wasmLength }) => [wasmText, wasmLength]));

for (const file of FILES) {
  test(`no defence can be lowered in ${file}`, () => {
    const bytes = readFileSync(join(DIST, file));
    const modules = file.endsWith(".wasm") ? [bytes] : inlinedIn(bytes.toString("latin1"));

    // The translated core's exports stand in its script by name.
    assert.doesNotMatch(bytes.toString("latin1"), /loweredDefences|\blower\b/);
    for (const module of modules) {
      assert.ok(!WebAssembly.Module.exports(new WebAssembly.Module(module)).some(({ name }) => name === "lower"));
    }
  });
}

test("every module is in a script that was looked into", () => {
  const scripts = FILES.map((file) => readFileSync(join(DIST, file), "latin1"));

  for (const text of MODULES.keys()) {
    assert.ok(scripts.some((script) => script.includes(text)));
  }
});

/** The modules in a script; packed, a module is one long text of these characters. */
function inlinedIn(script: string): Uint8Array<ArrayBuffer>[] {
  return [...script.matchAll(/[=-~]{2000,}/g)].map(([text]) => {
    const length = MODULES.get(text);
    assert.ok(length !== undefined, "a module of another build");
    return decode(text, length);
  });
}
