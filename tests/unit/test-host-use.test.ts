// Errors of the unit tests' host for misuse.
import assert from "node:assert/strict";
import { afterEach, mock, test } from "node:test";

import CallingExtensions from "calling-widget-sdk";
import { createHost, type CreateHostOptions, type TestHost } from "calling-widget-sdk/testing";
import { recorder } from "calling-widget-sdk/trace";

let host: TestHost;

afterEach(() => {
  host.uninstall();
});

function open(options: CreateHostOptions = {}): TestHost {
  host = createHost({ withinMs: 200, ...options });
  return host.install();
}

/** An app with the real log. */
function phone(debugMode = false): CallingExtensions {
  return new CallingExtensions({ debugMode, eventHandlers: { onReady: () => undefined, defaultEventHandler: () => undefined } });
}

/** The output meanwhile. */
async function printed(run: () => unknown): Promise<string[]> {
  const lines: string[] = [];
  const names = ["debug", "error", "info", "log", "warn"] as const;
  for (const name of names) {
    mock.method(console, name, (...line: unknown[]) => lines.push(line.map(String).join(" ")));
  }
  try {
    await run();
  } finally {
    mock.restoreAll();
  }
  return lines;
}

test("an app that no test loads is missed", async () => {
  open();

  await assert.rejects(host.ready(), (error: Error) => {
    assert.match(error.message, /looked for a listener of `message` on window, and for a message to window\.parent: there is neither/);
    for (const way of ["vi.resetModules()", "jest.isolateModulesAsync", "import(`./phone.js?"]) {
      assert.ok(error.message.includes(way), way);
    }
    return true;
  });
});

test("an app that was evaluated for an earlier host is recognised", async () => {
  open();
  phone();
  await host.ready();
  host.uninstall();

  open();

  await assert.rejects(host.ready(), /An app was evaluated before install\(\), so it is still connected to the page before/);
});

test("a listener that answers nothing is counted", async () => {
  open();
  window.addEventListener("message", () => undefined);

  await assert.rejects(host.ready(), /there is a listener, and no message came/);
});

test("a host left by a test is replaced, and its place named", async () => {
  const left = createHost().install();

  const lines = await printed(() => open());

  assert.equal(lines.length, 1);
  assert.match(lines[0] ?? "", /the host that was installed at \S*test-host-use\S*:\d+:\d+ was still there.*afterEach/);
  assert.throws(() => host.install(), /this host is installed already/);
  await assert.rejects(left.expect("INITIALIZED"), /the host is not installed, or no longer: await/);
  left.uninstall();
  phone();
  await host.ready();
});

test("a host ends by itself where the compiler knows `using`", async () => {
  const { setTimeout: before } = globalThis;
  open()[Symbol.dispose]();
  assert.equal(setTimeout, before);
  await open()[Symbol.asyncDispose]();
  assert.equal(setTimeout, before);
});

test("messages that repeat are one line of the transcript", async () => {
  open({ withinMs: 100 });
  const opened = host.ready();
  void opened.catch(() => undefined);
  await host.clock.advance(10_000);

  const error = String(await opened.catch((refused: unknown) => refused));

  assert.equal(error.match(/ SYNC /g)?.length, 1, error);
  assert.match(error, /\.\.\. \d+ more of it \.\.\./);
});

test("a type that no message has fails at once, with the nearest", async () => {
  open({ withinMs: 1e9 });
  phone();
  await host.ready();

  for (const [type, nearest] of [["CALL_ENDDED", "CALL_ENDED"], ["call_answered", "CALL_ANSWERED"]]) {
    const error = await host.expect(type as "CALL_ENDED").catch((refused: unknown) => String(refused));
    assert.match(error as string, new RegExp(`send ${String(type)}, and there is no message of this type; the nearest is ${String(nearest)}`));
  }
  const error = await host.expect(undefined as never).catch((refused: unknown) => String(refused));
  assert.match(error as string, /expected a type of message, such as "CALL_ENDED", and got undefined/);
});

test("nothing is printed unless it is asked for", async () => {
  const session = async (options: CreateHostOptions, debugMode: boolean): Promise<void> => {
    open(options);
    phone(debugMode);
    await host.ready();
    host.uninstall();
  };

  assert.deepEqual(await printed(() => session({}, false)), []);
  assert.ok((await printed(() => session({ log: true }, false))).length > 0);
  assert.ok((await printed(() => session({}, true))).length > 0);
});

test("the host's own trace is there", async () => {
  open({ trace: recorder() });
  phone();
  await host.ready();

  assert.ok(host.exportTrace().includes("SYNC"));
  assert.equal(host.exportTrace(), host.page.exportTrace());
});
