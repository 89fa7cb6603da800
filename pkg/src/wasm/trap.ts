/**
 * What may be reported of a trap: the engine's word for it, the functions it went through,
 * and the build, whose `widget.symbols` has the functions' names. No address of a
 * page is among it.
 *
 * @returns nothing but the build for what is no trap: that came out of a value of
 *   the app's.
 */
export function trapText(error: unknown, build: string, panic: string): string {
  const isTrap = typeof WebAssembly === "object" && error instanceof WebAssembly.RuntimeError;
  const functions = isTrap ? [...(error.stack ?? "").matchAll(FUNCTIONS)].slice(0, MAX_FUNCTIONS) : [];
  return [isTrap ? panic || (TRAPS.exec(error.message)?.[0] ?? "trap") : "", ...functions.map(([whole, name]) => name ?? whole), `build:${build}`].join(" ").trim();
}

/** What engines call the traps there are: an app may make an error of this class, with any text. */
const TRAPS = /unreachable|out of bounds|by zero|overflow|unrepresentable|null function|indirect/i;

/** A function in a stack: by its number, or by its name in a build that has them. */
const FUNCTIONS = /at (.+?) \(wasm:|wasm-function\[\d+\]/g;

const MAX_FUNCTIONS = 16;
