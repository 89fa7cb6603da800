// The core as JavaScript keeps its state outside of WebAssembly's objects, and
// still comes back after a failure with all it held.
import assert from "node:assert/strict";
import { test } from "node:test";

import { Core } from "../../pkg/src/wasm/core.js";
import { start as startInlined } from "../../pkg/src/wasm/inlined.js";
import { start as startTranslated } from "../../pkg/src/wasm/translated.js";

const HOST = "https://app.hubspot.com";

for (const [name, start] of [
  ["compiled", startInlined],
  ["translated", startTranslated],
] as const) {
  test(`a ${name} core that failed comes back with its session and its calls`, () => {
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
    hear({ type: "SYNC", messageId: "1_1", portalId: 1, userId: 2, hostUrl: HOST });
    // Past the number of inputs after which an image takes their place, with
    // texts long enough to have the memory grow.
    for (let at = 0; at < 80; at += 1) {
      hear({ type: "DIAL_NUMBER", messageId: `1_${at + 2}`, data: { phoneNumber: `+1202555${at}`, note: "\u00e9".repeat(5_000) } });
      while (core.proceed((glue) => glue.poll(), undefined) !== undefined);
    }
    const before = core.ask((glue) => [glue.calls(), glue.counts(), glue.host_origin(), glue.standing(member)], undefined);

    core.feed(() => {
      throw new Error("unreachable");
    }, undefined);

    const after = core.ask((glue) => [glue.calls(), glue.counts(), glue.host_origin(), glue.standing(member)], undefined);
    assert.equal(recovered, 1);
    assert.deepEqual(after, before);
    assert.equal((after as unknown[])[2], HOST);
  });
}
