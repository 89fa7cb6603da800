import { distance } from "../src/shared/nearest.js";

/** The word closest to a mistyped one, if one is near. */
export function nearest(typed: string, words: readonly string[]): string | undefined {
  const short = typed.slice(0, 40).toLowerCase();
  const most = Math.max(1, Math.floor(short.length / 3));
  const near = words
    .map((word) => ({ word, far: word.startsWith(short) && short.length > 1 ? 0.5 : distance(short, word) }))
    .filter(({ far }) => far <= most)
    .sort((one, other) => one.far - other.far);
  return near[0]?.word;
}
