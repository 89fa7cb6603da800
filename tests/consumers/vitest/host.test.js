// An app's own tests, with a host in their process: the app is the phone of the other
// consumers, which constructs the SDK itself. Run with jsdom and with happy-dom.
import { createHost } from "calling-widget-sdk/testing";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

let host;

beforeEach(() => {
  vi.resetModules();
});

afterEach(() => {
  host.uninstall();
  vi.useRealTimers();
});

async function open(options) {
  host = createHost(options).install();
  await import("../phone.js");
  await host.ready({ userId: 7 });
}

test.each([1, 2])("a call goes through the app, time %i in one page", async () => {
  await open();

  host.dial("+12025550143");
  await host.expect("OUTGOING_CALL_STARTED", { externalCallId: expect.any(String), toNumber: "+12025550143" });
  await host.clock.advance(0);

  expect(host.store.engagements).toMatchObject([{ externalCallId: "call-1", toNumber: "+12025550143" }]);
  expect(host.transcript.map(({ at, from, message }) => `${at} ${from} ${message.type}`)).toMatchInlineSnapshot(`
    [
      "0 host SYNC",
      "0 widget SYNC_ACK",
      "0 widget INITIALIZED",
      "0 host DIAL_NUMBER",
      "0 widget OUTGOING_CALL_STARTED",
      "0 host CREATE_ENGAGEMENT_SUCCEEDED",
      "0 host ENGAGEMENT_CREATED",
    ]
  `);
  expect(host.sent[0].messageId).toBe("ha4b5xvtum28lyekk_1");
});

test("the page is loaded anew", async () => {
  await open();

  await host.reloadWidget(() => {
    vi.resetModules();
    return import("../phone.js");
  });
  host.dial("+12025550143");
  await host.expect("OUTGOING_CALL_STARTED");

  expect(host.received.filter(({ type }) => type === "INITIALIZED")).toHaveLength(2);
});

test("the runner's fake timers move the host", async () => {
  vi.useFakeTimers();
  host = createHost({ clock: vi }).install();
  await import("../phone.js");
  host.faults.drop("SYNC_ACK", Infinity);
  const refused = expect(host.ready()).rejects.toThrow("the host's state is failed");

  await host.clock.advance(31_000);

  await refused;
});

test("the runner's spies see what the window had", async () => {
  const { parent, setTimeout } = window;
  await open();
  const around = window.parent;

  host.uninstall();

  expect(around).not.toBe(parent);
  expect(window.parent).toBe(parent);
  expect(window.setTimeout).toBe(setTimeout);
});
