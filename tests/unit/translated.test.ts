// The core as JavaScript behaves like the compiled one, order by order.
import assert from "node:assert/strict";
import { test } from "node:test";

import { WIDGET_INPUTS, type WidgetInputs, type WidgetOutput } from "../../pkg/src/generated/door.js";
import { Door } from "../../pkg/src/wasm/door.js";
import { start as startInlined } from "../../pkg/src/wasm/inlined.js";
import { start as startTranslated } from "../../pkg/src/wasm/translated.js";

const HOST = "https://app.hubspot.com";
const AT = 1.75e12;

test("the compiled and the translated core give the same orders for a whole call", () => {
  const [compiled, translated] = [startInlined, startTranslated].map((start) => {
    const door = new Door<{ inputs: WidgetInputs; output: WidgetOutput }>(start(), WIDGET_INPUTS);
    const orders: unknown[] = [];
    const enter = <Name extends keyof WidgetInputs>(name: Name, ...fields: WidgetInputs[Name]): void => {
      orders.push(...door.take(AT, name, fields));
    };
    const hear = (value: object): void => {
      enter("receive", 1, HOST, { value });
      enter("delivered", []);
    };
    enter("start", "https://phone.example", "w", true, undefined);
    enter("attach", 1, true, "warn", false, undefined, false, "normal", false, false, false);
    hear({ type: "SYNC", messageId: "1_1", portalId: 1, userId: 2, hostUrl: HOST, extra: { deep: [1] } });
    // Long enough to make the memory grow.
    hear({ type: "DIAL_NUMBER", messageId: "1_2", data: { phoneNumber: "\u00e9".repeat(4_000), startTimestamp: 1.5e12 } });
    enter("send", 1, { value: { type: "INITIALIZED", data: { isLoggedIn: true } } }, "m-0");
    enter("track", 1, 9, "OUTGOING_CALL_STARTED");
    enter("send", 1, { value: { type: "OUTGOING_CALL_STARTED", data: { externalCallId: "c\n\\1", createEngagement: true } } }, "m-1");
    enter("wait", 3, 9, "engagement", 30_000);
    hear({ type: "CREATE_ENGAGEMENT_SUCCEEDED", messageId: "1_3", data: { externalCallId: "c\n\\1", engagementId: 7 } });
    enter("count");
    return orders;
  });

  assert.deepEqual(translated, compiled);
  assert.deepEqual(
    compiled?.filter((order) => (order as unknown[])[0] === "settled"),
    [["settled", 3, "", 7]],
  );
});
