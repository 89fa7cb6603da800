import assert from "node:assert/strict";
import { test } from "node:test";

import * as Constants from "../../pkg/src/generated/constants.js";

test("every handler is named after its type", () => {
  for (const [type, handler] of Object.entries(Constants.messageHandlerNames)) {
    const words = type.toLowerCase().split("_");
    const name = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("");

    assert.equal(handler, `on${name}`);
  }
});
