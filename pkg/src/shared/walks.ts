/**
 * Makes an object's own properties non-enumerable: frameworks, loggers and serialisers walk
 * whatever they are given, and a window of another origin throws when it is read.
 */
export function hide(owner: object, ...names: string[]): void {
  for (const name of names) {
    Object.defineProperty(owner, name, { enumerable: false });
  }
}

/** Hides all own properties but the named ones. */
export function hideAllBut(owner: object, ...names: string[]): void {
  hide(owner, ...Object.keys(owner).filter((name) => !names.includes(name)));
}
