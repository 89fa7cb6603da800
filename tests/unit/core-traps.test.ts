// The module of either half traps in the middle of its work: its session has failed, and says so.
import assert from "node:assert/strict";
import { afterEach, test } from "node:test";

import type CallingExtensions from "calling-widget-sdk";
import { createHost, type TestHost } from "calling-widget-sdk/testing";

import { app } from "../support/app.ts";

/** The input of the host to trap at. */
let trap = "";
let hasNoRoom = false;

const { Instance } = WebAssembly;
WebAssembly.Instance = function (module: WebAssembly.Module, imports: WebAssembly.Imports) {
  if (hasNoRoom) {
    throw new RangeError("WebAssembly.Instance(): Out of memory: Cannot allocate Wasm memory for new instance");
  }
  const { exports } = new Instance(module, imports);
  const inputs = Object.entries(exports).filter(([name]) => name.startsWith("hostcore_"));
  const trapping = inputs.map(([name, input]) => [
    name,
    (...args: unknown[]): unknown => {
      if (name === `hostcore_${trap}`) {
        throw new WebAssembly.RuntimeError("unreachable");
      }
      return (input as (...args: unknown[]) => unknown)(...args);
    },
  ]);
  return { exports: { ...exports, ...(Object.fromEntries(trapping) as object) } };
} as unknown as typeof WebAssembly.Instance;

let host: TestHost;
afterEach(() => {
  host.uninstall();
});

async function open(): Promise<CallingExtensions> {
  host = createHost({ withinMs: 200 }).install();
  const cti = app();
  await host.ready();
  return cti;
}

test("a trap of the widget is reported, and ends what waits", async () => {
  const cti = await open();
  host.faults.hangEngagement();
  const reports: unknown[] = [];
  cti.on("diagnostic", ({ code, level, detail }) => reports.push([code, level, detail.replace(/ build:.*/, "")]));
  cti.on("stateChanged", (state) => reports.push(state));
  const receipt = cti.tracked.outgoingCall({ externalCallId: "c-1", toNumber: "+12025550144", createEngagement: true });
  const code = (error: unknown): string => (error as { code: string }).code;
  const awaited = receipt.engagement().catch(code);
  await host.expect("OUTGOING_CALL_STARTED");

  host.faults.trap();
  cti.callAnswered({ externalCallId: "c-1" });
  cti.callEnded({ externalCallId: "c-1" });
  await host.clock.advance(0);

  assert.equal(cti.state, "failed");
  assert.deepEqual(reports, ["failed", ["CORE_LOST", "error", "unreachable"]]);
  assert.deepEqual([await awaited, await receipt.engagement().catch(code)], ["SESSION_LOST", "SESSION_LOST"]);
  assert.equal(cti.calls[0]?.state, "dialing");
  assert.match(cti.diagnostics().advice.join(), /reload the page/);
  assert.deepEqual(cti.diagnostics().counts, { CORE_LOST: 1 });
  assert.equal(host.received.some(({ type }) => type === "CALL_ENDED"), false);

  const codes: string[] = [];
  const newcomer = app({ onDiagnostic: ({ code }) => codes.push(code) });
  await host.clock.advance(0);
  assert.deepEqual([newcomer.state, codes], ["failed", ["CORE_LOST"]]);
});

test("the page after a trap finds the last record of the calls", async () => {
  host = createHost({ withinMs: 200 }).install();
  const before = app({ resume: true });
  await host.ready();
  before.outgoingCall({ externalCallId: "c-1", toNumber: "+12025550144" });
  await host.clock.advance(300);

  host.faults.trap();
  before.callEnded({ externalCallId: "c-1" });
  before.destroy();
  app({ resume: true });
  await host.clock.advance(300);
  let next: CallingExtensions | undefined;
  await host.reloadWidget(() => {
    next = app({ resume: true });
  });
  await host.clock.advance(0);

  assert.deepEqual(next?.calls.map(({ externalCallId, state }) => [externalCallId, state]), [["c-1", "dialing"]]);
});

test("a trap of the host refuses commands until the widget is loaded again", async () => {
  const cti = await open();
  const { page } = host;
  cti.outgoingCall({ externalCallId: "c-1", toNumber: "+12025550143" });
  await host.expect("OUTGOING_CALL_STARTED");
  const events: unknown[] = [];
  page.on("failed", ({ code }) => events.push(code));
  page.on("stateChanged", (state) => events.push(state));
  const dial = (): unknown[] => {
    const outcome = page.dialNumber({ phoneNumber: "+12025550145" });
    return [outcome.sent, outcome.sent ? "" : outcome.code];
  };

  page.setVisibility({ isMinimized: true });

  trap = "dial";
  const refused = [dial(), dial()];
  trap = "";
  hasNoRoom = true;
  page.reload();

  assert.deepEqual(refused, [[false, "CORE_LOST"], [false, "CORE_LOST"]]);
  assert.deepEqual([page.state, ...events], ["failed", "failed", "CORE_LOST"]);
  assert.deepEqual(page.diagnostics().counts, { CORE_LOST: 1 });

  hasNoRoom = false;
  page.reload();
  assert.deepEqual([page.state, page.calls.length, page.hasActiveCall, page.widget.isLoggedIn], ["loading", 0, false, false]);
  await host.reloadWidget(() => app());
  assert.deepEqual([page.state, page.visibility.isMinimized], ["initialized", true]);
  page.setVisibility({ isMinimized: false });
  assert.equal(page.visibility.isMinimized, false);
  assert.deepEqual(dial(), [true, ""]);
});
