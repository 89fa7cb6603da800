// The table of attacks, its defences and their faults. The attacks themselves run in
// browsers.
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { test } from "node:test";

import { DEFENCES, faultsOf } from "../e2e/support/attacks/defences.ts";
import { ATTACKS, faultSets } from "../e2e/support/attacks/table.ts";

test("the sets of faults that are tried are those of the table", () => {
  const tried: unknown = JSON.parse(readFileSync("tests/e2e/support/attacks/sets.json", "utf8"));

  assert.deepEqual(tried, faultSets(ATTACKS));
});

test("every attack names its defences", () => {
  const unstopped = ATTACKS.filter(({ held, browser }) => faultsOf(held).length === 0 && browser === undefined);

  assert.deepEqual(unstopped, []);
  assert.equal(new Set(ATTACKS.map(({ name }) => name)).size, ATTACKS.length);
});

test("every defence stops an attack, and its faults are there", () => {
  for (const [name, { faults }] of Object.entries(DEFENCES)) {
    assert.ok(ATTACKS.some(({ held }) => held.some((defence) => defence === name)), name);
    assert.notEqual(faults.length, 0, name);
    for (const fault of faults) {
      assert.ok(existsSync(`tests/faults/${fault}.patch`), fault);
    }
  }
});
