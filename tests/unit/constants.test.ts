import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { test } from "node:test";

import * as Constants from "../../pkg/src/generated/constants.js";

// The published package reads `self` when it loads, as in a window.
Object.assign(globalThis, { self: globalThis });
const { Constants: published } = (
  (await import("published-0.9.7")) as unknown as {
    default: { Constants: Record<string, unknown> };
  }
).default;

const ours: Record<string, unknown> = { ...Constants };

test("every published constant is there, and no other", () => {
  assert.deepEqual(Object.keys(ours).sort(), Object.keys(published).sort());
});

test("the constants hold the published values under the published keys, in order", () => {
  for (const [name, value] of Object.entries(published)) {
    if (name !== "VERSION") {
      // The names of versions 0.8.1 to 0.9.4 are there, too.
      const latest = JSON.stringify(ours[name], (key, inner: unknown) => (key === "UPDATE_ASSOCIATIONS_FAILED" ? undefined : inner));
      assert.equal(latest, JSON.stringify(value), name);
    }
  }
  assert.equal(Constants.messageHandlerNames[Constants.messageType.UPDATE_ASSOCIATIONS_FAILED], "onUpdateAssociationsFailed");
});

test("the version is the published one", () => {
  // The bundle published as 0.9.7 was built before its version was set, and
  // calls itself 0.9.7-beta.0.
  assert.equal(Constants.VERSION, "0.9.7");
  assert.equal(String(published["VERSION"]).split("-")[0], Constants.VERSION);
});

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
