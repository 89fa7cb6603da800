import { readFileSync } from "node:fs";

/** A text of `tests/hostile`: a long one is written as a repeated piece. */
export type Written = string | { readonly before?: string; readonly piece: string; readonly times: number; readonly after?: string; readonly afterTimes?: number };

/** Reads a file of `tests/hostile`. */
export function hostile(name: string): unknown {
  return JSON.parse(readFileSync(`tests/hostile/${name}.json`, "utf8")) as unknown;
}

/** The whole text. */
export function written(by: Written): string {
  if (typeof by === "string") {
    return by;
  }
  const { before = "", piece, times, after = "", afterTimes = 1 } = by;
  return before + piece.repeat(times) + after.repeat(afterTimes);
}

/** Texts that control a terminal, or break out of the file they are written to. */
export const HOSTILE_TEXTS = hostile("texts") as readonly string[];

/** Pages that a server may answer with. */
export const HOSTILE_PAGES = hostile("pages") as readonly ({ readonly name: string } & Exclude<Written, string>)[];
