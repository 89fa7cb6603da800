// The seeds of bred inputs.
import { readFileSync } from "node:fs";

import { MESSAGE_TABLES, TABLES } from "../../../pkg/src/generated/door.js";

/** The seeds of a target: one JSON string a line. */
export function seedsOf(target: string): readonly string[] {
  return readFileSync(`tests/fuzz/corpus/${target}.jsonl`, "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as string);
}

/** Tokens: names and types of the protocol, attackers' texts, and numbers of people. */
export const TOKENS: readonly string[] = [
  ...Object.keys(MESSAGE_TABLES),
  ...TABLES.flatMap((fields) => fields.map(([name]) => name)),
  ...(JSON.parse(readFileSync("tests/hostile/texts.json", "utf8")) as readonly string[]),
  ..."Ada Lovelace|ada@people.example|+12025550123|12025550123|4915112345678|1767225600000|wzbfwwgphyv0n0fem_1|***|***#2|2026-01-01T00:00:00Z|https://people.example/ada|trap|start|attach|receive|send|deliver".split("|"),
];
