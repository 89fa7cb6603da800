// The seeds of bred inputs.
import { readFileSync } from "node:fs";

import { FIELD_NAMES, MESSAGE_TYPES } from "../../../pkg/src/generated/masks.js";

/** The seeds of a target: one JSON string a line. */
export function seedsOf(target: string): readonly string[] {
  return readFileSync(`tests/fuzz/corpus/${target}.jsonl`, "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as string);
}

/** Tokens: names and types of the protocol, attackers' texts, and numbers of people. */
export const TOKENS: readonly string[] = [
  ...MESSAGE_TYPES.split(" "),
  ...FIELD_NAMES.split(" "),
  ...(JSON.parse(readFileSync("tests/hostile/texts.json", "utf8")) as readonly string[]),
  ..."Ada Lovelace|ada@people.example|+12025550123|12025550123|4915112345678|1767225600000|wzbfwwgphyv0n0fem_1|***|***#2|2026-01-01T00:00:00Z|https://people.example/ada|trap|start|attach|receive|send|deliver".split("|"),
];
