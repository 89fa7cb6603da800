// The core as JavaScript keeps its state outside of WebAssembly's objects, and
// still comes back after a failure with all it held and owed.
import assert from "node:assert/strict";
import { test } from "node:test";

import { Core } from "../../pkg/src/wasm/core.js";
import { start as startInlined } from "../../pkg/src/wasm/inlined.js";
import { start as startTranslated } from "../../pkg/src/wasm/translated.js";

const HOST = "https://app.hubspot.com";

/** What an order of the core begins with that ends a wait. */
const SETTLED = 4;

for (const [name, start] of [
  ["compiled", startInlined],
  ["translated", startTranslated],
] as const) {
  test(`a ${name} core that failed comes back with its session, its calls and who awaits an answer`, () => {
    let recovered = 0;
    const core = new Core(start, () => {
      recovered += 1;
    });
    core.feed((glue) => {
      glue.start("https://phone.example", "instance", true);
    }, undefined);
    const member = core.feed((glue) => glue.attach(0, undefined), 0);
    const hear = (message: object): void => {
      core.feed((glue) => {
        glue.inject(1_000, member, HOST, message);
      }, undefined);
    };
    const orders = (): unknown[] => {
      const all: unknown[] = [];
      for (let order = poll(); typeof order === "object"; order = poll()) {
        all.push(order);
      }
      return all;
    };
    const poll = (): unknown => core.proceed((glue) => glue.poll(), undefined);
    hear({ type: "SYNC", messageId: "1_1", portalId: 1, userId: 2, hostUrl: HOST });
    const asking = { type: "OUTGOING_CALL_STARTED", data: { externalCallId: "c-1", createEngagement: true } };
    const receipt = core.proceed((glue) => glue.track(member, asking.type), 0);
    core.feed((glue) => glue.send(1_000, member, asking, "m-1"), 0);
    // Past the number of inputs after which an image takes their place, with
    // texts long enough to have the memory grow.
    for (let at = 0; at < 80; at += 1) {
      hear({ type: "DIAL_NUMBER", messageId: `1_${at + 2}`, data: { phoneNumber: `+1202555${at}`, note: "\u00e9".repeat(5_000) } });
      orders();
    }
    const wait = core.proceed((glue) => glue.wait(1_000, receipt, 0, NaN), 0);
    const before = core.ask((glue) => [glue.calls(), glue.counts(), glue.host_origin(), glue.standing(member)], undefined);

    core.feed(() => {
      throw new Error("unreachable");
    }, undefined);

    const after = core.ask((glue) => [glue.calls(), glue.counts(), glue.host_origin(), glue.standing(member)], undefined);
    assert.equal(recovered, 1);
    assert.deepEqual(after, before);
    assert.equal((after as unknown[])[2], HOST);
    hear({ type: "CREATE_ENGAGEMENT_SUCCEEDED", messageId: "1_99", data: { externalCallId: "c-1", engagementId: 7 } });
    assert.deepEqual(orders().filter((order) => (order as unknown[])[0] === SETTLED), [[SETTLED, 7, "", "", wait]]);
  });
}
