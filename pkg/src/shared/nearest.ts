/** The name closest to a mistyped one, if one is near. */
export function nearest(typed: string, names: readonly string[]): string | undefined {
  const short = typed.slice(0, LONGEST).toLowerCase();
  const far = names.map((name) => howFar(short, name.toLowerCase()));
  const least = Math.min(...far);
  return least <= Math.max(1, short.length / 3) ? names[far.indexOf(least)] : undefined;
}

/** The edit distance, or less: for a part of the name, and for its letters in another order, as of `onCallEnd`. */
function howFar(typed: string, name: string): number {
  if (typed.length > 2 && name.includes(typed)) return 0.5;
  return sorted(typed) === sorted(name) ? 1 : distance(typed, name);
}

function sorted(text: string): string {
  return text.split("").sort().join();
}

/** The edit distance: letters added, omitted, replaced, or swapped with their neighbour. */
function distance(from: string, to: string): number {
  let before: readonly number[] = [];
  let row = ["", ...to.split("")].map((_, at) => at);
  for (let at = 1; at <= from.length; at += 1) {
    const next = [at];
    for (let place = 1; place <= to.length; place += 1) {
      const isSame = from[at - 1] === to[place - 1];
      const isSwapped = from[at - 1] === to[place - 2] && from[at - 2] === to[place - 1];
      const ways = [(row[place] ?? 0) + 1, (next[place - 1] ?? 0) + 1, (row[place - 1] ?? 0) + (isSame ? 0 : 1), ...(isSwapped ? [(before[place - 2] ?? 0) + 1] : [])];
      next.push(Math.min(...ways));
    }
    [before, row] = [row, next];
  }
  return row[to.length] ?? 0;
}

const LONGEST = 60;
