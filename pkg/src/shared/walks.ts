/**
 * Takes an object's own properties out of what a walk over it meets, but those it is known by:
 * frameworks, loggers and serialisers walk whatever they are given, and a window of another
 * origin throws when it is read.
 */
export function hideAllBut(owner: object, ...names: string[]): void {
  for (const name of Object.keys(owner)) {
    Object.defineProperty(owner, name, { enumerable: names.includes(name) });
  }
}
