// `node main.mjs TARGET MINUTES`: runs a target over inputs bred from its seeds, and prints the
// input that breaks it, as a line for its file of seeds.

import { bred, diceOf } from "./breed.ts";
import { TARGETS } from "./targets.ts";
import { seedsOf, TOKENS } from "./seeds.ts";

const [name = "", minutes = "1"] = process.argv.slice(2);
const run = TARGETS[name];
if (run === undefined) {
  throw new Error(`no target ${name}; there are ${Object.keys(TARGETS).join(", ")}`);
}
const seeds = await seedsOf(name);
const end = Date.now() + Number(minutes) * 60_000;
let executions = 0;
for (let seed = Date.now(); Date.now() < end; seed += 1) {
  const input = bred(seeds, TOKENS, diceOf(seed));
  try {
    run(input);
  } catch (error) {
    console.error(`${name} breaks over\n${JSON.stringify(input)}`);
    throw error;
  }
  executions += 1;
}
console.info(`${name}: ${executions} executions`);
