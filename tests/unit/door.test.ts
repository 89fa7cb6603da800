// The two halves of the door's codec, over every fixture: TypeScript writes the views that
// `tests/door.rs` reads. `UPDATE_VIEWS=1` rewrites the texts.
import assert from "node:assert/strict";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

import { WIDGET_INPUTS, type WidgetInputs, type WidgetOutput } from "../../pkg/src/generated/door.js";
import type { Draft } from "../../pkg/src/wasm/crossing.js";
import { type Dialect, Door } from "../../pkg/src/wasm/door.js";
import type { Instance } from "../../pkg/src/wasm/instance.js";
import { instantiate } from "../../pkg/src/wasm/load.js";
import { wasmText } from "../../pkg/build/widget.js";

const FIXTURES = join(process.cwd(), "tests/fixtures/messages");
const VIEWS = join(process.cwd(), "tests/fixtures/views.json");

/** An instance that only records its input, and answers with `output`. */
function recorder(output = "[]"): { instance: Instance; text: () => string } {
  const memory = new WebAssembly.Memory({ initial: 64 });
  let length = 0;
  const bytes = new TextEncoder().encode(output);
  return {
    instance: {
      memory,
      reserve: (size) => {
        length = size;
        return 8;
      },
      process: () => {
        const start = 1_000_000;
        new DataView(memory.buffer).setUint32(start, bytes.length, true);
        new Uint8Array(memory.buffer).set(bytes, start + 4);
        return start;
      },
    },
    text: () => new TextDecoder().decode(new Uint8Array(memory.buffer, 8, length)),
  };
}

type Anything = Dialect & { inputs: { view: [message: { value: unknown }] } };

test("views of every fixture are as the other half reads them", () => {
  const views: Record<string, string[]> = {};
  for (const file of readdirSync(FIXTURES).sort()) {
    const messages = JSON.parse(readFileSync(join(FIXTURES, file), "utf8")) as object[];
    views[file.replace(".json", "")] = messages.map((value) => {
      const { instance, text } = recorder();
      const door = new Door<Anything>(instance, { view: "m" });
      door.isFull = true;
      door.process("view", [{ value }]);
      return text().replace(/^view\n/, "");
    });
  }
  const written = `${JSON.stringify(views, null, 2)}\n`;
  if (process.env["UPDATE_VIEWS"] === "1") {
    writeFileSync(VIEWS, written);
  }

  assert.equal(readFileSync(VIEWS, "utf8"), written);
});

test("a view tells of personal texts only that they are there, unless a check asks", () => {
  const value = {
    type: "OUTGOING_CALL_STARTED",
    data: { externalCallId: "c-1", toNumber: "+12025550143", dialingContext: { phoneNumber: "+12025550143" } },
  };
  const { instance, text } = recorder();

  new Door<Anything>(instance, { view: "m" }).process("view", [{ value }]);

  assert.match(text(), /sc-1\nS\n/);
  assert.doesNotMatch(text(), /2025550143/);
});

test("a text over the limit is told by its kind alone", () => {
  const { instance, text } = recorder();

  new Door<Anything>(instance, { view: "m" }).process("view", [
    { value: { type: "CALL_ANSWERED", data: { externalCallId: "x".repeat(5_000) } } },
  ]);

  assert.ok(text().length < 100, text());
});

test("a draft is made of payloads, parts of them, and what is set", () => {
  const { instance } = recorder();
  const door = new Door<Anything>(instance, { view: "m" });
  const value = { type: "X", data: { list: [{ a: 1 }], gone: undefined } };
  door.process("view", [{ value }]);
  const made = (draft: unknown): unknown => door.resolve(draft as Draft);

  assert.equal(made([1]), value);
  assert.equal(made([1, "data", "list", 0, "a"]), 1);
  assert.equal(made([1, "data", "none", "deeper"]), undefined);
  assert.equal(made([]), undefined);
  assert.deepEqual(made({ "": [1], messageId: "m", data: { "": [1, "data"], n: 2, t: "x", b: null } }), {
    type: "X",
    messageId: "m",
    data: { list: [{ a: 1 }], gone: undefined, n: 2, t: "x", b: null },
  });
  door.release([1]);
  assert.equal(made([1]), undefined);
});

test("a message and a command cross into the module as seldom as they may, however many calls are open", () => {
  const counts: number[][] = [];
  for (const open of [1, 63]) {
    const calls = { in: 0 };
    const instance = instantiate(wasmText);
    const counted: Instance = {
      memory: instance.memory,
      reserve: (length) => ((calls.in += 1), instance.reserve(length)),
      process: (now) => ((calls.in += 1), instance.process(now)),
    };
    const door = new Door<{ inputs: WidgetInputs; output: WidgetOutput }>(counted, WIDGET_INPUTS);
    const outputs = <Name extends keyof WidgetInputs>(name: Name, ...fields: WidgetInputs[Name]): number =>
      JSON.stringify(door.process(name, fields)).length;
    outputs("start", "https://phone.example", "w", true, undefined);
    outputs("attach", 1, false, "warn", false, undefined, false, "normal", false, false, false);
    outputs("receive", 1, "https://app.hubspot.com", { value: { type: "SYNC", messageId: "1_1", portalId: 1 } });
    outputs("delivered", []);
    for (let at = 0; at < open; at += 1) {
      const data = { externalCallId: `c-${at + 100}`, toNumber: "+1" };
      outputs("send", 1, { value: { type: "OUTGOING_CALL_STARTED", data } }, `m-${at}`);
    }
    calls.in = 0;
    const data = { phoneNumber: "+12025550143", portalId: 1, startTimestamp: 1_700_000_000_000 };
    const heard = outputs("receive", 1, "https://app.hubspot.com", { value: { type: "DIAL_NUMBER", messageId: "1_2", data } });
    outputs("delivered", ["1:onDialNumber"]);
    const message = calls.in;
    calls.in = 0;
    outputs("send", 1, { value: { type: "CALL_ANSWERED", data: { externalCallId: "c-100" } } }, "m-x");
    counts.push([message, calls.in, heard]);
  }

  const [[, , one = 0] = [], [, , many = 0] = []] = counts;
  assert.deepEqual(
    counts.map((crossings) => crossings.slice(0, 2)),
    [
      [4, 2],
      [4, 2],
    ],
  );
  // The output does not grow with the calls either, except for a digit of a handle.
  assert.ok(Math.abs(one - many) <= 4, JSON.stringify(counts));
});
