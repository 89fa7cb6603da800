/** The word that a mistyped one is probably meant to be; nothing where none is near. */
export function nearest(typed: string, words: readonly string[]): string | undefined {
  const short = typed.slice(0, 40).toLowerCase();
  const most = Math.max(1, Math.floor(short.length / 3));
  const near = words
    .map((word) => ({ word, far: word.startsWith(short) && short.length > 1 ? 0.5 : distance(short, word) }))
    .filter(({ far }) => far <= most)
    .sort((one, other) => one.far - other.far);
  return near[0]?.word;
}

/** How many letters are added, left out, replaced, or swapped with their neighbour. */
function distance(from: string, to: string): number {
  let before: readonly number[] = [];
  let row = Array.from({ length: to.length + 1 }, (_, at) => at);
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
