// Inputs bred from inputs: cut, joined, with a value, a name or a token replaced.

/** Whole numbers below a bound, the same for each seed. */
export type Dice = (below: number) => number;

/** Dice by a seed (mulberry32). */
export function diceOf(seed: number): Dice {
  let state = seed >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below);
  };
}

/** A new input; `tokens` are texts that matter to the target. */
export function bred(corpus: readonly string[], tokens: readonly string[], roll: Dice): string {
  let text = pick(corpus, roll);
  for (let left = 1 + roll(4); left > 0; left -= 1) {
    text = CHANGES[roll(CHANGES.length)]?.(text, { corpus, tokens, roll }) ?? text;
  }
  return text.slice(0, LONGEST);
}

type Change = (text: string, given: { corpus: readonly string[]; tokens: readonly string[]; roll: Dice }) => string;

const CHANGES: readonly Change[] = [
  (text, { roll }) => cut(text, "", roll),
  (text, { tokens, roll }) => cut(text, pick(tokens, roll), roll),
  (text, { tokens, roll }) => cut(text, JSON.stringify(pick(tokens, roll)), roll),
  (text, { roll }) => cut(text, String.fromCharCode(roll(0x10000)), roll),
  (text, { corpus, roll }) => text.slice(0, roll(text.length + 1)) + pick(corpus, roll).slice(roll(200)),
  (text, { corpus, roll }) => replacedLine(text, pick(corpus, roll), roll),
  (text, { tokens, roll }) => replacedValue(text, tokens, roll),
  (text, { tokens, roll }) => replacedValue(text, tokens, roll),
];

function pick(list: readonly string[], roll: Dice): string {
  return list[roll(list.length)] ?? "";
}

/** Replaces some characters. */
function cut(text: string, by: string, roll: Dice): string {
  const at = roll(text.length + 1);
  return text.slice(0, at) + by + text.slice(at + roll(12));
}

/** Replaces a line by one of another input. */
function replacedLine(text: string, other: string, roll: Dice): string {
  const lines = text.split("\n");
  const others = other.split("\n");
  lines[roll(lines.length)] = pick(others, roll);
  return lines.join("\n");
}

/** Replaces a text, a number or a word of JSON, be it a value or a name. */
function replacedValue(text: string, tokens: readonly string[], roll: Dice): string {
  const values = [...text.matchAll(/"(?:[^"\\\n]|\\.){0,80}"|-?\d+(?:\.\d+)?|\b(?:true|false|null)\b/g)];
  const found = values[roll(values.length)];
  if (found === undefined) {
    return text;
  }
  const by = [JSON.stringify(pick(tokens, roll)), String(roll(2 ** 31) * 10 ** roll(10)), "null", "true", "{}", "[]", '{"$":"text"}', "-1", "1e400"][roll(9)] ?? "";
  return text.slice(0, found.index) + by + text.slice(found.index + found[0].length);
}

const LONGEST = 8192;
