import assert from "node:assert/strict";
import { test } from "node:test";

import CallingExtensions from "../../pkg/src/entries/index.js";

/**
 * What Vue's `reactive` does: a proxy that hands out proxies of the objects behind
 * it, as far as they can change.
 */
function reactive<T extends object>(target: T): T {
  return new Proxy(target, {
    get: (object, key, receiver) => {
      const value: unknown = Reflect.get(object, key, receiver);
      return typeof value === "object" && value !== null && Object.isExtensible(value) ? reactive(value) : value;
    },
  });
}

test("an instance works behind a proxy that reaches into it", () => {
  const cti = reactive(new CallingExtensions({ eventHandlers: {} }));
  const states: string[] = [];
  const stop = cti.subscribe(() => states.push(cti.state));

  cti.iFrameManager.onMessage({ data: { type: "SYNC", messageId: "h_1", portalId: 5 }, origin: "https://crm.example" });
  cti.initialized(reactive({ isLoggedIn: true }));
  cti.outgoingCall(reactive({ externalCallId: "call-1", toNumber: "+12025550143", createEngagement: true }));

  assert.equal(cti.getSnapshot().ready?.portalId, 5);
  assert.equal(cti.calls[0]?.externalCallId, "call-1");
  assert.ok(states.length > 0);
  assert.equal(typeof cti.diagnostics().advice, "object");
  assert.equal(typeof cti.tracked.outgoingCall, "function");
  stop();
  cti.destroy();
});
