// Files of programs: `cargo xtask compare --replay FILE`.
import assert from "node:assert/strict";
import { test } from "node:test";

import { parsed, type Program, written } from "../compare/program.ts";

const PROGRAM: Program = {
  side: "published",
  steps: [
    { do: "construct", as: 0, options: { debugMode: { $: "NaN" } }, handlers: { onReady: { is: "async", then: [{ do: "read", of: 0 }] } } },
    { do: "peer", message: { type: "SYNC" }, from: "stranger" },
    { do: "wait", ms: 5 },
  ],
};

test("a program is read as it was written", () => {
  assert.deepEqual(parsed(written(PROGRAM), "p"), PROGRAM);
});

/** Faults of a file, and what is said of them. */
const FAULTS: readonly [lines: readonly string[], text: string][] = [
  [[""], "p:1: line: Unexpected end of JSON input"],
  [["7"], "p:1: line: is no object"],
  [['{"side":"guest"}'], 'p:1: side: is "guest"; one of widget, published, host, callingHost'],
  [['{"side":"host"}', '{"do":"sleep"}'], 'p:2: do: is "sleep"; one of construct, handlers, call, manager, set, override, read, peer, reply, frame, page, wait, jump'],
  [['{"side":"host"}', '{"do":"wait","ms":1}', '{"do":"wait"}'], "p:3: ms: is missing"],
  [['{"side":"host"}', '{"do":"wait","ms":"1"}'], 'p:2: ms: is "1"; expected number'],
  [['{"side":"host"}', '{"do":"wait","ms":1,"for":2}'], "p:2: for: is unknown"],
  [['{"side":"host"}', '{"do":"peer","message":{"$":"odd"}}'], 'p:2: $: is "odd"; one of undefined, dial, callback, cycle, shared, NaN, infinity, bigint, date, invalid, map, error, bytes, function, symbol, class, proxy, getter, thrower'],
  [['{"side":"host"}', '{"do":"page","event":"gone"}'], 'p:2: event: is "gone"; expected hidden|shown|pagehide|pageshow'],
  [['{"side":"host"}', '{"do":"construct","as":0,"options":{},"handlers":{"onReady":{"is":"odd"}}}'], 'p:2: handlers.onReady.is: is "odd"; one of plain, async, throws, rejects, value'],
  [['{"side":"host"}', '{"do":"construct","as":0,"options":{},"handlers":{"onReady":null}}'], "p:2: handlers.onReady.is: is undefined; one of plain, async, throws, rejects, value"],
  [['{"side":"host"}', '{"do":"construct","as":0,"options":{},"handlers":{"onReady":{"is":"plain","then":{}}}}'], "p:2: handlers.onReady.then: is {}; expected list"],
  [['{"side":"host"}', '{"do":"handlers","of":0,"whole":true,"set":{"onReady":{"is":"plain","then":[{"do":"read"}]}}}'], "p:2: set.onReady.then.0.of: is missing"],
];

for (const [lines, text] of FAULTS) {
  test(`a program's fault is named: ${text.slice(0, 30)}`, () => {
    assert.throws(() => parsed(lines.join("\n"), "p"), { message: text });
  });
}
