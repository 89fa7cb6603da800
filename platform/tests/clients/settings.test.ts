// The override of the calling settings in one browser, over a fake storage.
import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";

import { clearSettingsOverride, readSettingsOverride, SETTINGS_OVERRIDE_KEY, validateSettings, writeSettingsOverride } from "calling-widget-sdk/settings";

let stored: Map<string, string>;

beforeEach(() => {
  stored = new Map();
  const localStorage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  };
  openWindow({ value: localStorage });
});

afterEach(closeWindow);

test("an override is stored, read and removed", () => {
  const settings = { name: "Mine", url: "http://localhost:9025/", width: 400, isReady: false };

  assert.deepEqual(readSettingsOverride(), { status: "absent" });
  assert.deepEqual(writeSettingsOverride(settings), { status: "applied", settings });
  assert.deepEqual(JSON.parse(stored.get(SETTINGS_OVERRIDE_KEY) ?? ""), settings);
  assert.deepEqual(readSettingsOverride(), { status: "applied", settings });
  clearSettingsOverride();
  assert.equal(stored.size, 0);
});

test("the older key is read where the newer is absent, and cleared", () => {
  const older = "LocalSettings:Sales:CallingExtensions";
  stored.set(older, '{"name": "Mine", "url": "https://localhost:9025/"}');

  assert.deepEqual(readSettingsOverride(), { status: "applied", settings: { name: "Mine", url: "https://localhost:9025/", isReady: true } });
  writeSettingsOverride({ isReady: false });
  assert.deepEqual(readSettingsOverride(), { status: "applied", settings: { isReady: false } });
  stored.set(SETTINGS_OVERRIDE_KEY, "{isReady}");
  assert.equal(readSettingsOverride().status, "invalid");
  clearSettingsOverride();
  assert.equal(stored.size, 0);
});

test("an override with a problem is neither applied nor stored", () => {
  for (const [text, code, field] of [
    ["{isReady}", "NOT_JSON", undefined],
    ["{}", "MISSING_FIELD", "name"],
    ["[]", "WRONG_TYPE", undefined],
  ] as const) {
    stored.set(SETTINGS_OVERRIDE_KEY, text);
    const { message, ...problem } = readSettingsOverride() as { message: string };
    assert.deepEqual(problem, { status: "invalid", code, ...(field && { field }) }, message);
  }
  stored.clear();
  const misspelt = writeSettingsOverride({ isReady: true, name: "Mine", url: "https://x.example", isRedy: () => 1 } as never);
  assert.match((misspelt as { message: string }).message, /^isRedy is unknown: use name, url/u);
  const problem = { status: "invalid", code: "EMPTY", field: "name", message: "name is empty: give the app a name" };
  assert.deepEqual(writeSettingsOverride({ isReady: true, name: "", url: "https://x.example" }), problem);
  assert.equal(stored.size, 0);
});

test("each setting is checked, and the first wrong type is named", () => {
  const found = (settings: unknown) => validateSettings(settings as never).map(({ code, field }) => `${code} ${field ?? ""}`);

  assert.deepEqual(found({ name: "Phone", url: "https://x.example" }), []);
  assert.deepEqual(found({ name: "Phone", url: "ftp://x", height: 0.5 }), ["INVALID_URL url", "INVALID_SIZE height"]);
  assert.deepEqual(found(undefined), ["WRONG_TYPE "]);
  assert.deepEqual(found([]), ["WRONG_TYPE "]);
});

test("a wrong value is a problem of its field, and nothing throws", () => {
  const good = { name: "Phone", url: "https://x.example" };
  const cycle: Record<string, unknown> = { ...good };
  cycle["self"] = cycle;
  const thrower = Object.defineProperty({ url: good.url }, "name", {
    enumerable: true,
    get: () => {
      throw new Error("no");
    },
  });
  const trap = new Proxy({}, { get: () => assert.fail() });

  assert.deepEqual(validateSettings(cycle as never).map(({ code }) => code), ["UNKNOWN_FIELD"]);
  for (const [settings, field] of [
    [thrower, "name"],
    [trap, "name"],
    [{ ...good, url: cycle }, "url"],
    [{ ...good, url: () => 1 }, "url"],
    [{ ...good, width: {} }, "width"],
    [{ ...good, height: NaN }, "height"],
    [{ ...good, isReady: 10n }, "isReady"],
    [{ ...good, usesRemote: Symbol("x") }, "usesRemote"],
  ] as const) {
    const [problem] = validateSettings(settings as never);
    assert.deepEqual([problem?.code, problem?.field], ["WRONG_TYPE", field]);
  }
});

test("a storage that is blocked is reported", () => {
  const settings = { name: "Mine", url: "https://x.example", isReady: true };
  const refused = () => {
    throw new Error("denied");
  };
  const blocked = { status: "blocked", message: "denied" };

  openWindow({ get: refused });
  assert.deepEqual([readSettingsOverride(), writeSettingsOverride(settings)], [blocked, blocked]);
  openWindow({ value: { getItem: () => null, setItem: refused, removeItem: refused } });
  assert.deepEqual(writeSettingsOverride(settings), blocked);
  clearSettingsOverride();
  openWindow({ value: { getItem: refused } });
  assert.deepEqual(readSettingsOverride(), blocked);
  clearSettingsOverride();
  openWindow({ value: null });
  assert.deepEqual(readSettingsOverride(), { status: "blocked", message: "this page has no local storage" });
  closeWindow();
  assert.deepEqual(readSettingsOverride(), { status: "blocked", message: "there is no window here" });
});

/** Makes the global object a window with this storage, as a test runner's jsdom does: it is no `Window`. */
function openWindow(storage: PropertyDescriptor): void {
  Object.defineProperties(globalThis, {
    Window: { value: class Window {}, configurable: true },
    window: { value: globalThis, configurable: true },
    localStorage: { ...storage, configurable: true },
  });
}

function closeWindow(): void {
  Reflect.deleteProperty(globalThis, "Window");
  Reflect.deleteProperty(globalThis, "window");
  Reflect.deleteProperty(globalThis, "localStorage");
}
