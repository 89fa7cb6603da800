// The seeds of bred inputs.
import { readFileSync } from "node:fs";

import { FIELD_NAMES, MESSAGE_TYPES } from "../../../pkg/src/generated/masks.js";
import { session } from "../../support/traces.ts";

/** The seeds of a target: of `trace` the beginnings of sessions recorded now, of the others a file with one JSON string a line. */
export async function seedsOf(target: string): Promise<readonly string[]> {
  if (target === "trace") {
    const seeds: string[] = [];
    for (let seed = 1; seed <= SESSIONS; seed += 1) {
      const traces = await session(seed);
      seeds.push(...traces.map((trace) => `${trace.split("\n").slice(0, LINES).join("\n")}\n`));
    }
    return seeds;
  }
  return readFileSync(`tests/fuzz/corpus/${target}.jsonl`, "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as string);
}

/** Sessions to record: each has a trace of both halves at least. */
const SESSIONS = 12;

/** Lines of a seed: an input is cut behind them. */
const LINES = 24;

/** Tokens: names and types of the protocol, attackers' texts, and numbers of people. */
export const TOKENS: readonly string[] = [
  ...MESSAGE_TYPES.split(" "),
  ...FIELD_NAMES.split(" "),
  ...(JSON.parse(readFileSync("tests/hostile/texts.json", "utf8")) as readonly string[]),
  ..."Ada Lovelace|ada@people.example|+12025550123|12025550123|4915112345678|1767225600000|wzbfwwgphyv0n0fem_1|***|***#2|2026-01-01T00:00:00Z|https://people.example/ada|trap|start|attach|receive|send|deliver".split("|"),
];
