import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { test } from "node:test";

import * as Constants from "../../pkg/src/generated/constants.js";

test("every type of message has an example", () => {
  const examples = readdirSync("tests/fixtures/messages").map((file) => file.replace(".json", ""));
  // Raised by a host on its own side; it has no content.
  const types = Object.keys(Constants.messageType).filter((type) => type !== "SYNC_ACK_FAILED");

  assert.deepEqual(examples.sort(), types.sort());
});

test("every handler is named after its type", () => {
  for (const [type, handler] of Object.entries(Constants.messageHandlerNames)) {
    const words = type.toLowerCase().split("_");
    const name = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("");

    assert.equal(handler, `on${name}`);
  }
});
