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

test.each([1, 2])("a call goes through the app, time %i in one page", async () => {
  const { parent, setTimeout } = window;
  host = createHost().install();
  await import("../phone.js");
  await host.ready({ userId: 7 });

  host.dial("+12025550143");
  await host.expect("OUTGOING_CALL_STARTED", { externalCallId: expect.any(String), toNumber: "+12025550143" });
  await host.clock.advance(0);

  expect(host.store.engagements).toMatchObject([{ externalCallId: "call-1", toNumber: "+12025550143" }]);
  expect(window.parent).not.toBe(parent);
  host.uninstall();
  expect([window.parent, window.setTimeout]).toEqual([parent, setTimeout]);
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
