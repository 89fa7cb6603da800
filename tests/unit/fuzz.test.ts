// The fuzz targets of the TypeScript parts, over their seeds and inputs bred from them.
import assert from "node:assert/strict";
import { test } from "node:test";

import { bred, diceOf } from "../fuzz/script/breed.ts";
import { seedsOf, TOKENS } from "../fuzz/script/seeds.ts";
import { TARGETS } from "../fuzz/script/targets.ts";

for (const [name, run] of Object.entries(TARGETS)) {
  test(`${name}: its seeds and their offspring hold`, async () => {
    const seeds = await seedsOf(name);
    assert.ok(new Set(seeds).size === seeds.length && seeds.length >= 20, `${name} has ${seeds.length} seeds`);
    seeds.forEach(run);
    for (let seed = 1; seed <= 500; seed += 1) {
      const input = bred(seeds, TOKENS, diceOf(seed));
      try {
        run(input);
      } catch (error) {
        assert.fail(`${JSON.stringify(input)}: ${String(error)}`);
      }
    }
  });
}
