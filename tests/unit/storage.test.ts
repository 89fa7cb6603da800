import assert from "node:assert/strict";
import { afterEach, test } from "node:test";

import { openStorage } from "../../pkg/src/widget/storage.js";
import { fakeStorage, leave } from "./fake-window.js";

/** A browser's storage, or one that is full. */
function session(isFull = false): object {
  return fakeStorage(new Map(), () => {
    if (isFull) {
      throw new Error("quota");
    }
  });
}

function page(sessionStorage: () => object): void {
  Object.defineProperty(globalThis, "sessionStorage", { configurable: true, get: sessionStorage });
}

afterEach(leave);

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

test("unusable storage is neither written nor thrown from", () => {
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
