// The examples of docs/testing.md, run; `tests/docs.rs` compares them.
import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";

import { createHost, type TestHost } from "calling-widget-sdk/testing";

/** Vitest's; here the app is imported once. */
const vi = { resetModules: (): void => undefined };

let host: TestHost;
beforeEach(() => vi.resetModules());
afterEach(() => host.uninstall());

test("a dialled call ends", async () => {
  host = createHost().install();
  await import("./phone.js");
  await host.ready({ userId: 7 });

  host.dial("+12025550123");
  const started = await host.expect("OUTGOING_CALL_STARTED", { toNumber: "+12025550123" });
  host.endCall();
  await host.expect("CALL_ENDED", { externalCallId: started.data.externalCallId });
  assert.deepEqual(host.store.engagements.map(({ externalCallId }) => externalCallId), ["call-1"]);
});

test("the example of the time-out fails", async () => {
  host = createHost().install();
  const lines: unknown[] = [];
  const console = { log: (line: unknown) => lines.push(line) };

  host.faults.drop("SYNC_ACK", Infinity);
  const opened = host.ready();
  void opened.catch(() => undefined);
  await host.clock.advance(30_000);
  console.log(host.page.state); // "failed"

  assert.deepEqual(lines, ["failed"]);
});
