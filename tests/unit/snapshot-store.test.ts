// The record of the open calls: which page may take it, and which records are swept. The core
// is a stub that takes over every record of its own frame. Two tabs with one storage and
// frames of one app are in tests/e2e/resume.spec.ts.
import assert from "node:assert/strict";
import { afterEach, beforeEach, mock, test } from "node:test";

import type { WidgetDriver } from "../../pkg/src/widget/delivery.js";
import { SnapshotStore } from "../../pkg/src/widget/snapshot-store.js";
import { FakeLocks, FakeWindow, enter, fakeStorage, leave } from "./fake-window.js";

type Journal = { frame: string; at: number; call: string };

/** A tab: its storage, and its widget's position in it. */
class Tab extends FakeWindow {
  readonly texts: Map<string, string>;
  readonly parent: object;
  readonly location = { pathname: "/phone" };

  constructor(texts: ReadonlyMap<string, string> = new Map(), at = 0) {
    super();
    this.texts = new Map(texts);
    const top: Record<string | number, unknown> = { [at]: this, length: at + 1 };
    top["parent"] = top;
    this.parent = top;
  }

  /** Dispatches an event of the page, after setting its globals. */
  happens(type: string, persisted = false): void {
    enterTab(this);
    this.fire({ type, persisted });
  }

  /** The same tab again, with a copy of its storage. */
  duplicate(): Tab {
    return new Tab(this.texts);
  }
}

/** A page's core, with the inputs that the store enters. */
class FakeCore {
  call: string | undefined;
  /** The codes of notes, and other inputs. */
  readonly reports: string[] = [];

  enter(input: string, ...[first, record]: [first?: string, record?: object]): readonly unknown[] {
    switch (input) {
      case "journal":
        return [[input, this.call === undefined ? undefined : { frame: first, at: now, call: this.call }]];
      case "resume":
        return [["resumable", this.resume(first, record as Journal)]];
      default:
        this.reports.push(first ?? input);
        return [];
    }
  }

  private resume(frame: string | undefined, { frame: of, at, call }: Journal): string {
    if (now - at > LIFETIME) {
      return "useless";
    }
    if (of !== frame) {
      return "leftAlone";
    }
    this.call = call;
    return "taken";
  }
}

const LIFETIME = 1000;
let now = 0;
let isFull = false;

/** Sets the globals of this tab's page. */
function enterTab(tab: Tab): void {
  const sessionStorage = fakeStorage(tab.texts, (name) => {
    if (isFull && name.includes(":journal:")) {
      throw new Error("quota");
    }
  });
  enter({ window: tab, self: tab, document: tab, sessionStorage });
}

/** Loads a page of the tab, and waits until it has looked for records. */
async function load(tab: Tab): Promise<{ core: FakeCore; store: SnapshotStore }> {
  enterTab(tab);
  const core = new FakeCore();
  const store = new SnapshotStore(core as unknown as WidgetDriver, "");
  await settled();
  return { core, store };
}

/** Loads a page of the tab, and begins a call. */
async function loadWithCall(tab: Tab, call: string): Promise<FakeCore> {
  const { core, store } = await load(tab);
  core.call = call;
  store.changed();
  mock.timers.tick(250);
  await settled();
  return core;
}

/** Ends the page of the tab. */
function end(tab: Tab): void {
  tab.happens("pagehide");
  tab.listeners.length = 0;
}

async function settled(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) {
    await Promise.resolve();
  }
}

function records(tab: Tab): string[] {
  return [...tab.texts.values()].map((text) => (JSON.parse(text) as Journal).call);
}

function withLocks(locks: FakeLocks | undefined): void {
  enter({ navigator: { locks } });
}

beforeEach(() => {
  mock.timers.enable({ apis: ["setTimeout"] });
  now = 0;
  isFull = false;
  withLocks(new FakeLocks());
});

afterEach(() => {
  mock.timers.reset();
  leave();
});

for (const hasLocks of [true, false]) {
  test(`a frame's next page gets its calls ${hasLocks ? "with" : "without"} Web Locks`, async () => {
    if (!hasLocks) {
      withLocks(undefined);
    }
    const tab = new Tab();
    await loadWithCall(tab, "c-1");

    for (let round = 0; round < 3; round += 1) {
      end(tab);
      const { core, store } = await load(tab);

      assert.deepEqual([core.call, store.place, core.reports], ["c-1", "sessionStorage", []]);
      assert.deepEqual(records(tab), ["c-1"]);
    }
  });
}

test("a page that ends without an event leaves its record", async () => {
  const tab = new Tab();
  await loadWithCall(tab, "c-1");
  tab.listeners.length = 0;
  withLocks(new FakeLocks());

  assert.equal((await load(tab)).core.call, "c-1");
});

test("a page that goes while it waits leaves the record", async () => {
  const tab = new Tab();
  await loadWithCall(tab, "c-1");
  const copy = tab.duplicate();
  await load(copy);
  end(copy);
  end(tab);
  mock.timers.tick(3000);
  await settled();

  assert.deepEqual(records(copy), ["c-1"]);
});

test("a frame among other frames gets its calls once nobody claims them", async () => {
  const tab = new Tab();
  const first = await loadWithCall(tab, "c-1");
  const adopting = async (page: Tab): Promise<FakeCore> => {
    const { core } = await load(page);
    mock.timers.tick(3000);
    await settled();
    return core;
  };

  // Another frame of the app, and the app in a window.
  const beside = await adopting(new Tab(tab.texts, 1));
  end(tab);
  const alone = new Tab(tab.texts);
  Object.assign(alone, { parent: alone });
  const popup = await adopting(alone);
  const moved = new Tab(tab.texts, 2);
  const core = await adopting(moved);

  assert.deepEqual([first.call, beside.call, popup.call, core.call], ["c-1", undefined, undefined, "c-1"]);
  assert.deepEqual(records(moved), ["c-1"]);
  end(moved);
  assert.equal((await load(moved)).core.call, "c-1");
});

test("a frame that has a call by then keeps one record of both", async () => {
  const tab = new Tab();
  await loadWithCall(tab, "c-1");
  end(tab);
  const moved = new Tab(tab.texts, 1);
  await loadWithCall(moved, "c-2");

  mock.timers.tick(3000);
  await settled();

  assert.deepEqual(records(moved), ["c-1"]);
});

test("a page that goes as it asks for another frame's record leaves it free", async () => {
  const tab = new Tab();
  await loadWithCall(tab, "c-1");
  end(tab);
  const moved = new Tab(tab.texts, 1);
  await load(moved);
  mock.timers.tick(3000);
  end(moved);
  await settled();

  const { core } = await load(moved);
  mock.timers.tick(3000);
  await settled();

  assert.equal(core.call, "c-1");
});

test("expired records are removed, whosever they are", async () => {
  const tab = new Tab();
  await loadWithCall(tab, "c-1");
  end(tab);
  tab.location.pathname = "/elsewhere";
  await loadWithCall(tab, "c-2");
  end(tab);
  tab.texts.set("the app's own", "{}");
  assert.equal(tab.texts.size, 3);

  now = LIFETIME + 1;
  const { core } = await load(tab);

  assert.equal(core.call, undefined);
  assert.deepEqual([...tab.texts.keys()], ["the app's own"]);
});

test("the latest of a frame's records counts", async () => {
  const tab = new Tab();
  const frame = await load(tab);
  const aside = new FakeWindow();
  aside.listeners.push(...tab.listeners);
  await loadWithCall(tab, "c-2");
  now = 5;
  frame.core.call = "c-1";
  aside.fire({ type: "pagehide" });
  tab.listeners.length = 0;
  withLocks(new FakeLocks());
  assert.equal(records(tab).length, 2);

  const { core } = await load(tab);

  assert.equal(core.call, "c-1");
  assert.deepEqual(records(tab), ["c-1"]);
});

test("a page whose record was taken reports it on its return", async () => {
  const tab = new Tab();
  const core = await loadWithCall(tab, "c-1");
  const listeners = [...tab.listeners];
  end(tab);
  now = 1;
  await load(tab);
  end(tab);

  tab.listeners.push(...listeners);
  tab.happens("pageshow", true);

  assert.deepEqual(core.reports, ["loseJournal"]);
  assert.equal(records(tab).length, 2);
});

test("no record is left once no call is open", async () => {
  const tab = new Tab();
  const core = await loadWithCall(tab, "c-1");
  core.call = undefined;

  end(tab);

  assert.equal(tab.texts.size, 0);
});

test("a record that does not fit is reported once, and none stays", async () => {
  const tab = new Tab();
  const core = await loadWithCall(tab, "c-1");
  isFull = true;
  core.call = "c-2";

  tab.happens("visibilitychange");
  tab.happens("visibilitychange");

  assert.deepEqual(core.reports, ["NOT_KEPT"]);
  assert.equal(tab.texts.size, 0);
});

const fail = (name: string) => (): never => {
  throw new DOMException("no", name);
};

for (const [what, sessionStorage] of [
  ["blocked", { get: fail("SecurityError") }],
  ["full", { value: fakeStorage(new Map(), fail("QuotaExceededError")) }],
  ["no", { value: undefined }],
] as const) {
  test(`a page with ${what} storage keeps nothing, and says so`, async () => {
    enterTab(new Tab());
    Object.defineProperty(globalThis, "sessionStorage", { configurable: true, ...sessionStorage });
    const core = new FakeCore();
    core.call = "c-1";
    const store = new SnapshotStore(core as unknown as WidgetDriver, "");
    await settled();

    store.changed();
    mock.timers.tick(250);

    assert.equal(store.place, "none");
    assert.deepEqual(core.reports, []);
  });
}
