/** The name closest to a mistyped one. */
export function nearest(typed: string, names: readonly string[]): string {
  const short = typed.slice(0, LONGEST).toLowerCase();
  const far = names.map((name) => distance(short, name.toLowerCase()));
  return names[far.indexOf(Math.min(...far))] ?? "";
}

/** The edit distance: letters added, omitted, replaced, or swapped with their neighbour. */
export function distance(from: string, to: string): number {
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
