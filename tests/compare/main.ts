// cargo xtask compare: random programs on the published package and on ours.
import { readFileSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";

import fc from "fast-check";

import { CONTROLS } from "./controls.ts";
import differences from "./differences.json" with { type: "json" };
import { programs } from "./generate.ts";
import { constantsDiffer, verdict } from "./packages.ts";
import { PREDICATES } from "./predicates.ts";
import { parsed, type Program, written } from "./program.ts";
import type { Control } from "./run.ts";

const { values: options } = parseArgs({ options: { programs: { type: "string", default: "2000" }, seed: { type: "string", default: "1" }, replay: { type: "string" }, controls: { type: "boolean" } } });
const FOUND = "target/compare/counterexample.jsonl";
const seed = Number(options.seed);
const numRuns = Number(options.programs);

function failed(text: string): void {
  console.error(`error: ${text}`);
  process.exitCode = 1;
}

/** Replays the program of a file. */
async function replay(file: string): Promise<void> {
  const { unexplained, rows, text } = await verdict(parsed(readFileSync(file, "utf8")));
  console.log(`${text()}\nrows: ${[...rows].join(", ")}`);
  if (unexplained.length > 0) {
    failed(`${unexplained.length} differences are in no row`);
  }
}

/** Runs programs until one shows a difference that no row explains. */
async function search(hits?: Map<string, number>, control?: Control): Promise<fc.RunDetails<[Program]>> {
  const property = fc.asyncProperty(programs, async (program) => {
    const { rows, unexplained } = await verdict(program, control);
    rows.forEach((row) => hits?.set(row, (hits.get(row) ?? 0) + 1));
    return unexplained.length === 0;
  });
  return fc.check(property, { numRuns, seed, endOnFailure: control !== undefined });
}

async function all(): Promise<void> {
  const hits = new Map<string, number>();
  const start = performance.now();
  const { failed: hasFailed, counterexample, numRuns: count } = await search(hits);
  const seconds = (performance.now() - start) / 1000;
  console.log(`${count} programs in ${seconds.toFixed(1)} s, ${(count / seconds).toFixed(0)} a second`);
  if (hasFailed) {
    const [program] = counterexample as [Program];
    console.log((await verdict(program)).text());
    writeFileSync(FOUND, written(program));
    failed(`a difference is in no row of tests/compare/differences.json\n  to see it again: cargo xtask compare --replay ${FOUND}`);
    return;
  }
  for (const [row, parts] of Object.entries(PREDICATES)) {
    const counts = Object.keys(parts).map((part) => [part, hits.get(`${row}.${part}`) ?? 0] as const);
    console.log(`${row.padEnd(16)} ${counts.map(([part, times]) => `${part} ${times}`).join(", ")}`);
    for (const [part] of counts.filter(([, times]) => times === 0)) {
      failed(`no program meets the difference ${row}.${part}: remove it, or correct its predicate`);
    }
  }
}

if (options.replay !== undefined) {
  await replay(options.replay);
} else {
  const rows = differences.map(({ row }) => row);
  if (String(rows) !== String(Object.keys(PREDICATES))) {
    failed("differences.json and predicates.ts have other rows");
  }
  const others = constantsDiffer();
  if (others.length > 0) {
    failed(`exports differ: ${others.join(", ")}`);
  }
  await all();
  for (const [name, control] of options.controls ? Object.entries(CONTROLS) : []) {
    const { failed: isFound, numRuns: count } = await search(undefined, control);
    console.log(`control: ${name} ${isFound ? `found by program ${count}` : "not found"}`);
    if (!isFound) {
      failed(`${name} was sown, and not found`);
    }
  }
}
