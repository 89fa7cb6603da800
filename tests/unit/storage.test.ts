import assert from "node:assert/strict";
import { afterEach, test } from "node:test";

import { openStorage } from "../../pkg/src/widget/storage.js";

/** A browser's storage, or one that refuses. */
function session(refuses: "" | "get" | "set" = ""): object {
  const texts = new Map<string, string>();
  const storage = {
    getItem: (name: string) => texts.get(name) ?? null,
    setItem: (name: string, text: string) => {
      if (refuses === "set") {
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

/** A history entry. */
class FakeHistory {
  state: unknown = null;
  /** Whether the page has changed it too often. */
  isLimited = false;
  replaceState(state: unknown): void {
    if (!this.isLimited) {
      this.state = structuredClone(state);
    }
  }
}

function page(sessionStorage: (() => object) | undefined, history: FakeHistory | undefined): void {
  if (sessionStorage !== undefined) {
    Object.defineProperty(globalThis, "sessionStorage", { configurable: true, get: sessionStorage });
  }
  Object.assign(globalThis, { History: FakeHistory, history });
}

afterEach(() => {
  for (const name of ["sessionStorage", "History", "history"]) {
    Reflect.deleteProperty(globalThis, name);
  }
});

test("session storage is used where it works", () => {
  const storage = session();
  page(() => storage, new FakeHistory());

  const opened = openStorage();
  opened.write("a", "1");
  opened.write("b", "2");
  opened.write("a", undefined);

  assert.equal(opened.place, "sessionStorage");
  assert.deepEqual([opened.read("a"), opened.read("b")], [undefined, "2"]);
  assert.ok(opened.names().includes("b"));
});

test("where its getter throws, or it holds nothing, the history entry is used", () => {
  const blocked = (): object => {
    throw new Error("blocked");
  };
  const full = session("set");
  for (const getter of [blocked, () => full]) {
    const history = new FakeHistory();
    history.state = { own: 1 };
    page(getter, history);

    const opened = openStorage();
    opened.write("a", "1");

    assert.equal(opened.place, "history");
    assert.deepEqual(history.state, { own: 1, a: "1" });
    opened.write("a", undefined);
    assert.deepEqual(history.state, { own: 1 });
  }
});

test("an entry that the browser leaves as it is was not written", () => {
  const history = new FakeHistory();
  page(() => session("set"), history);
  const opened = openStorage();
  opened.write("a", "1");
  history.isLimited = true;

  assert.deepEqual([opened.write("a", "2"), opened.write("a", undefined), opened.read("a")], [false, false, "1"]);
});

test("an app's state that is no plain object is left alone", () => {
  for (const state of ["text", 7, new Map()]) {
    const history = new FakeHistory();
    history.state = state;
    page(() => session("set"), history);

    const opened = openStorage();

    assert.equal(opened.place, "memory");
    assert.equal(history.state, state);
  }
});

test("an entry without a state has none again once nothing is kept", () => {
  const history = new FakeHistory();
  page(() => session("set"), history);

  const opened = openStorage();
  opened.write("a", "1");
  opened.write("a", undefined);

  assert.equal(history.state, null);
});

test("nothing at all leaves memory", () => {
  const opened = openStorage();

  assert.equal(opened.write("a", "1"), true);
  assert.deepEqual([opened.place, opened.read("a"), opened.names()], ["memory", "1", ["a"]]);
});
