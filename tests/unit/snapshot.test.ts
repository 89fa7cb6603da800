import assert from "node:assert/strict";
import { test } from "node:test";

import CallingExtensions from "calling-widget-sdk";

test("a snapshot has READY's data, and subscribers are called", () => {
  const cti = new CallingExtensions({ eventHandlers: {} });
  const seen: unknown[] = [];
  cti.subscribe(() => seen.push(cti.getSnapshot().ready?.portalId));

  cti.iFrameManager.onMessage({ data: { type: "SYNC", messageId: "h_1", portalId: 5 }, origin: "https://crm.example" });

  assert.equal(cti.getSnapshot().ready?.portalId, 5);
  assert.equal(seen.at(-1), 5);
  cti.destroy();
});
