import assert from "node:assert/strict";
import { test } from "node:test";

import { type Dialect, Door } from "../../pkg/src/wasm/door.js";
import type { Instance } from "../../pkg/src/wasm/instance.js";
import { Lines } from "../../pkg/src/wasm/lines.js";

/** The text from a position on. */
function textFrom(lines: Lines, start: number): string {
  const bytes = new Uint8Array(lines.sizeFrom(start) + 3);
  lines.copyFrom(start, bytes, 3);
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes.subarray(3));
}

test("lines stand one below the other, as UTF-8", () => {
  const texts = ["", "plain", "K\u00f6ln", "\u6f22\u5b57", "\u{1f4de}", "x".repeat(5000), "\u00e9".repeat(20_000), "\ufeff", "\x7f", ""];
  const lines = new Lines();
  lines.push("before");
  const start = lines.length;

  texts.forEach((text) => {
    lines.push(text);
  });
  lines.push("\u00fc", "s");

  assert.equal(textFrom(lines, start), [...texts, "s\u00fc"].join("\n"));
});

test("what is taken away leaves what stood before", () => {
  const lines = new Lines();
  lines.push("outer");
  const start = lines.length;
  lines.push("inner".repeat(10_000));

  lines.cutAt(start);
  lines.push("rest");

  assert.equal(textFrom(lines, 0), "outer\nrest");
  lines.cutAt(0);
  lines.push("next");
  assert.equal(textFrom(lines, 0), "next");
});

type Anything = Dialect & { inputs: { view: [message: { value: unknown }]; say: [text: string] } };

/** An instance that notes its inputs. */
function noting(heard: string[]): Instance {
  const memory = new WebAssembly.Memory({ initial: 1 });
  let size = 0;
  new Uint8Array(memory.buffer).set([2, 0, 0, 0, 91, 93], 32_768);
  return {
    memory,
    reserve: (length) => ((size = length), 8),
    process: () => {
      heard.push(new TextDecoder().decode(new Uint8Array(memory.buffer, 8, size)));
      return 32_768;
    },
  };
}

test("a getter that calls the SDK while its object is read spoils neither input", () => {
  const heard: string[] = [];
  const door = new Door<Anything>(noting(heard), { view: "m", say: "s" });
  const value = {
    type: "X",
    get messageId() {
      door.process("say", ["within"]);
      return "m-1";
    },
  };

  door.process("view", [{ value }]);

  assert.deepEqual(heard, ["say\nwithin", "view\n1\n\nsX\nsm-1\n"]);
});

test("an input that cannot be read leaves nothing for the next one", () => {
  const heard: string[] = [];
  const door = new Door<Anything>(noting(heard), { view: "m", say: "s" });
  const value = {
    type: "X",
    get messageId(): string {
      throw new Error("no");
    },
  };

  assert.throws(() => door.process("view", [{ value }]), /no/);
  door.process("say", ["next"]);

  assert.deepEqual(heard, ["say\nnext"]);
});
