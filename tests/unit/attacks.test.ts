// The table of attacks, its defences and their faults: what `docs/attacks.md` shows. The
// attacks themselves run in browsers.
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { test } from "node:test";

import { DEFENCES, faultsOf } from "../e2e/support/attacks/defences.ts";
import { ATTACKS } from "../e2e/support/attacks/table.ts";

/** The rows of the table of `docs/attacks.md` that begins so. */
function rows(head: string): string[] {
  const text = readFileSync("docs/attacks.md", "utf8");
  const [table = ""] = text.slice(text.indexOf(head)).split("\n\n");
  return table.trimEnd().split("\n").slice(2);
}

function code(names: readonly string[]): string {
  return names.map((name) => `\`${name}\``).join(", ");
}

test("the attacks are the ones readers see", () => {
  const expected = ATTACKS.map(({ name, held, browser }) => `| ${name} | ${code(held)} | ${browser ?? ""} |`);

  assert.deepEqual(rows("| attack |"), expected);
});

test("the defences and their faults are the ones readers see", () => {
  const expected = Object.entries(DEFENCES).map(([name, { question, faults }]) => `| \`${name}\` | ${question} | ${code(faults)} |`);

  assert.deepEqual(rows("| defence |"), expected);
});

test("every attack names what stops it, and so the faults that let it land", () => {
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
