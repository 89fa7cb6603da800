import assert from "node:assert/strict";
import { afterEach, test } from "node:test";

import { openStorage } from "../../pkg/src/widget/storage.js";

/** A browser's storage, or one that is full. */
function session(isFull = false): object {
  const texts = new Map<string, string>();
  const storage = {
    getItem: (name: string) => texts.get(name) ?? null,
    setItem: (name: string, text: string) => {
      if (isFull) {
        throw new Error("quota");
      }
      texts.set(name, text);
      Object.defineProperty(storage, name, { configurable: true, enumerable: true, value: text });
    },
    removeItem: (name: string) => {
      texts.delete(name);
      Reflect.deleteProperty(storage, name);
    },
  };
  return storage;
}

function page(sessionStorage: () => object): void {
  Object.defineProperty(globalThis, "sessionStorage", { configurable: true, get: sessionStorage });
}

afterEach(() => {
  Reflect.deleteProperty(globalThis, "sessionStorage");
});

test("session storage is used where it works", () => {
  const storage = session();
  page(() => storage);

  const opened = openStorage();
  opened.write("a", "1");
  opened.write("b", "2");
  opened.write("a", undefined);

  assert.equal(opened.works, true);
  assert.deepEqual([opened.read("a"), opened.read("b")], [undefined, "2"]);
  assert.ok(opened.names().includes("b"));
});

test("where its getter throws, it holds nothing, or there is none, nothing is written and nothing throws", () => {
  const blocked = (): object => {
    throw new Error("blocked");
  };
  const full = session(true);
  for (const getter of [blocked, () => full, undefined]) {
    Reflect.deleteProperty(globalThis, "sessionStorage");
    if (getter !== undefined) {
      page(getter);
    }

    const opened = openStorage();

    assert.equal(opened.works, false);
    assert.equal(opened.write("a", "1"), false);
    assert.equal(opened.read("a"), undefined);
    assert.equal(opened.names().includes("a"), false);
  }
});
