/** The one of some names that a mistyped one is probably meant to be. */
export function nearest(typed: string, names: readonly string[]): string {
  const short = typed.slice(0, LONGEST).toLowerCase();
  const far = names.map((name) => distance(short, name.toLowerCase()));
  return names[far.indexOf(Math.min(...far))] ?? "";
}

/** How many letters are added, left out or replaced. */
function distance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, at) => at);
  for (let at = 0; at < from.length; at += 1) {
    const next = [at + 1];
    for (let place = 1; place <= to.length; place += 1) {
      const replaced = (row[place - 1] ?? 0) + (from[at] === to[place - 1] ? 0 : 1);
      next.push(Math.min((row[place] ?? 0) + 1, (next[place - 1] ?? 0) + 1, replaced));
    }
    row = next;
  }
  return row[to.length] ?? 0;
}

const LONGEST = 60;
