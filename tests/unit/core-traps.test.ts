// The module of either half traps in the middle of its work, and the session goes on. The
// cost of each kind of trap for a widget is in tests/session/widget_engine/traps.rs.
import assert from "node:assert/strict";
import { afterEach, test } from "node:test";

import CallingExtensions from "calling-widget-sdk";
import { createHost, type TestHost } from "calling-widget-sdk/testing";

/** The inputs to trap at, before or after the module processed them. */
const traps: { readonly in: string; readonly when: "before" | "after" }[] = [];
let hasNoRoom = false;

const { Instance } = WebAssembly;
WebAssembly.Instance = function (module: WebAssembly.Module, imports: WebAssembly.Imports) {
  if (hasNoRoom) {
    throw new RangeError("WebAssembly.Instance(): Out of memory: Cannot allocate Wasm memory for new instance");
  }
  const { exports } = new Instance(module, imports);
  const inputs = Object.entries(exports).filter(([name]) => /^(?:host|widget)core_(?!new$)/.test(name));
  const trapping = inputs.map(([name, input]) => [
    name,
    (...args: unknown[]): unknown => {
      const run = (): unknown => (input as (...args: unknown[]) => unknown)(...args);
      const [next] = traps;
      if (next === undefined || name.replace(/^\w+core_/, "") !== next.in) {
        return run();
      }
      traps.shift();
      if (next.when === "after") {
        run();
      }
      throw new WebAssembly.RuntimeError("unreachable");
    },
  ]);
  return { exports: { ...exports, ...(Object.fromEntries(trapping) as object) } };
} as unknown as typeof WebAssembly.Instance;

let host: TestHost;
afterEach(() => {
  host.uninstall();
});

function app(heard: unknown[]): CallingExtensions {
  const cti: CallingExtensions = new CallingExtensions({
    logger: null,
    eventHandlers: {
      onReady: () => {
        heard.push("READY");
        cti.initialized({ isLoggedIn: true, isAvailable: true });
      },
      defaultEventHandler: (data: unknown) => heard.push(data),
    },
  });
  return cti;
}

/** A session, and the messages that the app receives. */
async function open(): Promise<{ cti: CallingExtensions; heard: unknown[] }> {
  host = createHost({ withinMs: 200 }).install();
  const heard: unknown[] = [];
  const cti = app(heard);
  await host.ready();
  return { cti, heard };
}

const types = (): string[] => host.received.map(({ type }) => type);

test("a trap costs the widget one message and its open receipts", async () => {
  const { cti, heard } = await open();
  const create = host.faults.hangEngagement();
  const receipt = cti.tracked.outgoingCall({ externalCallId: "c-1", toNumber: "+12025550144", createEngagement: true });
  const awaited = receipt.engagement().catch((error: unknown) => (error as { code: string }).code);
  await host.clock.advance(0);

  traps.push({ in: "receive", when: "before" });
  host.page.sendMessage({ type: "APP_DATA", data: "lost" });
  host.page.sendMessage({ type: "APP_DATA", data: "kept" });
  await host.clock.advance(0);
  create();
  await host.clock.advance(0);
  cti.callAnswered({ externalCallId: "c-1" });
  await host.expect("CALL_ANSWERED");

  assert.equal(await awaited, "SESSION_LOST");
  assert.equal(cti.diagnostics().counts.RECOVERED, 1);
  assert.equal(cti.calls[0]?.engagementId, host.store.engagements[0]?.id);
  // One session: no second handshake, and no message id twice.
  assert.deepEqual(heard.filter((data) => typeof data === "string"), ["READY", "kept"]);
  assert.equal(types().filter((type) => type === "SYNC_ACK").length, 1);
  assert.equal(new Set(host.received.map(({ messageId }) => messageId)).size, host.received.length);
});

test("a trap costs the host one message or command", async () => {
  const { cti } = await open();
  const { page } = host;
  cti.outgoingCall({ externalCallId: "c-1", toNumber: "+12025550143" });
  await host.expect("OUTGOING_CALL_STARTED");

  traps.push({ in: "receive", when: "before" });
  cti.userUnavailable();
  await host.clock.advance(0);
  assert.equal(page.diagnostics().counts["RECOVERED"], 1);
  assert.deepEqual([page.state, page.calls[0]?.state, page.widget.isLoggedIn, page.hasActiveCall], ["initialized", "dialing", true, true]);
  cti.callEnded({ externalCallId: "c-1", callEndStatus: "COMPLETED" });
  cti.callCompleted({ externalCallId: "c-1" });
  await host.expect("CALL_COMPLETED");
  assert.equal(page.calls[0]?.state, "completed");

  traps.push({ in: "dial", when: "after" });
  const dial = (): unknown => page.dialNumber({ phoneNumber: "+12025550145" });
  const [costs, again] = [dial(), dial()] as { sent: boolean; code?: string }[];
  assert.deepEqual([costs?.sent, costs?.code, again?.sent], [false, "RECOVERED", true]);
  assert.equal(types().filter((type) => type === "SYNC_ACK").length, 1);

  const events: unknown[] = [];
  page.on("failed", ({ code }) => events.push(code));
  page.on("stateChanged", (state) => events.push(state));
  hasNoRoom = true;
  traps.push({ in: "endCall", when: "before" });
  const lost = [page.endCall(), dial()] as { sent: boolean; code?: string }[];
  page.reload();
  assert.deepEqual(lost.map(({ sent, code }) => [sent, code]), [[false, "CORE_LOST"], [false, "CORE_LOST"]]);
  assert.deepEqual([page.state, ...events], ["failed", "failed", "CORE_LOST"]);

  hasNoRoom = false;
  await host.reloadWidget(() => app([]));
  assert.equal(page.state, "initialized");
  assert.equal((dial() as { sent: boolean }).sent, true);
});
