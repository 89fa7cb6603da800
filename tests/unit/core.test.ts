import assert from "node:assert/strict";
import { mock, test } from "node:test";

import { Core } from "../../pkg/src/wasm/core.js";


/** An instance of a counter whose state is in its memory and its table, as a real one's is. */
function start() {
  const memory = new WebAssembly.Memory({ initial: 1 });
  const references = new WebAssembly.Table({ initial: 1, element: "externref" });
  return {
    memory,
    references,
    glue: {
      initSync: () => undefined,
      add: (value: number) => {
        const view = new DataView(memory.buffer);
        view.setInt32(0, view.getInt32(0) + value);
        return view.getInt32(0);
      },
      hold: (value: unknown) => {
        references.grow(1);
        references.set(references.length - 1, value);
      },
      grow: () => {
        memory.grow(1);
      },
      held: () => Array.from({ length: references.length }, (_, at): unknown => references.get(at)),
    },
  };
}

function trap(): never {
  throw new WebAssembly.RuntimeError("unreachable");
}

function counter() {
  let instances = 0;
  let recoveries = 0;
  const core = new Core(
    () => {
      instances += 1;
      return start();
    },
    () => {
      recoveries += 1;
    },
  );
  return { core, told: () => ({ instances, recoveries }) };
}

test("what went in before a trap is there after it, and what trapped is not fed again", () => {
  const { core, told } = counter();
  core.feed((glue) => glue.add(2), 0);
  core.feed((glue) => glue.add(3), 0);
  let trials = 0;

  const result = core.feed((glue) => {
    trials += 1;
    glue.add(100);
    return trap();
  }, -1);

  assert.equal(result, -1);
  assert.equal(trials, 1);
  assert.equal(core.feed((glue) => glue.add(0), 0), 5);
  assert.deepEqual(told(), { instances: 2, recoveries: 1 });
});

test("an image takes the place of many inputs, values and memory included", () => {
  const { core } = counter();
  const held = { name: "an object of the page" };
  core.feed((glue) => {
    glue.hold(held);
  }, undefined);
  core.feed((glue) => {
    glue.grow();
  }, undefined);
  let replayed = 0;
  for (let at = 0; at < 1000; at++) {
    core.feed((glue) => {
      replayed += 1;
      return glue.add(1);
    }, 0);
  }
  replayed = 0;

  core.feed(trap, undefined);

  assert.equal(core.ask((glue) => glue.add(0), 0), 1000);
  assert.equal(core.ask((glue) => glue.held(), [])[1], held);
  assert.ok(replayed < 256);
  assert.equal(core.ask((glue) => (glue.grow(), true), false), true);
});

test("what the core does by itself is tried once more", () => {
  const { core } = counter();
  const trapping = (times: number) => {
    let left = times;
    return (glue: ReturnType<typeof start>["glue"]) => (left-- > 0 ? trap() : glue.add(1));
  };

  assert.equal(core.proceed(trapping(1), -1), 1);
  assert.equal(core.proceed(trapping(2), -1), -1);
  assert.equal(core.feed((glue) => glue.add(1), 0), 2);
});

test("an input that traps only when it is fed again is left out", () => {
  const { core } = counter();
  let isBroken = false;
  core.feed((glue) => glue.add(1), 0);
  core.feed((glue) => (isBroken ? trap() : glue.add(10)), 0);
  core.feed((glue) => glue.add(100), 0);
  isBroken = true;

  core.feed(trap, undefined);

  assert.equal(core.ask((glue) => glue.add(0), 0), 101);
});

test("a call from within an input reaches the instance as it is", () => {
  const { core, told } = counter();

  core.feed((glue) => {
    assert.throws(() => core.feed(trap, undefined), WebAssembly.RuntimeError);
    return glue.add(1);
  }, 0);

  assert.deepEqual(told(), { instances: 1, recoveries: 0 });
});

test("whoever is told of a trap may use the core", () => {
  let isTold = 0;
  const core: Core<ReturnType<typeof start>["glue"]> = new Core(start, () => {
    isTold += 1;
    core.feed(trap, undefined);
  });

  core.feed(trap, undefined);

  assert.equal(isTold, 1);
});

test("what went in is kept where there is no room to feed it again", () => {
  const { core, told } = counter();
  let hasRoom = true;
  core.feed((glue) => {
    if (!hasRoom) {
      throw new RangeError("Maximum call stack size exceeded");
    }
    return glue.add(10);
  }, 0);
  hasRoom = false;

  assert.throws(() => {
    core.feed(trap, undefined);
  }, RangeError);
  hasRoom = true;

  assert.equal(core.ask((glue) => glue.add(0), 0), 10);
  assert.equal(told().instances, 3);
});

test("what the core did is done once, also where there is no room for an image", () => {
  const { core, told } = counter();
  let hasRoom = false;
  const { get } = WebAssembly.Table.prototype as { get: (this: WebAssembly.Table, at: number) => unknown };
  const table = mock.method(WebAssembly.Table.prototype, "get", function (this: WebAssembly.Table, at: number) {
    if (!hasRoom) {
      throw new RangeError("Array buffer allocation failed");
    }
    return get.call(this, at);
  });

  for (let at = 0; at < 300; at += 1) {
    assert.equal(core.proceed((glue) => glue.add(1), -1), at + 1);
  }
  hasRoom = true;
  core.feed(trap, undefined);
  table.mock.restore();

  assert.equal(core.ask((glue) => glue.add(0), 0), 300);
  assert.equal(told().recoveries, 1);
});
