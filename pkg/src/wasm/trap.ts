/**
 * The report of a trap: the engine's word for it, the functions it went through, and the
 * build, whose `widget.symbols` has the functions' names. It contains no address of a page.
 *
 * @returns only the build if it is no trap: that error came from a value of the app's.
 */
export function trapText(error: unknown, build: string, panic: string): string {
  const isTrap = typeof WebAssembly === "object" && error instanceof WebAssembly.RuntimeError;
  const functions = isTrap ? [...(error.stack ?? "").matchAll(FUNCTIONS)].slice(0, MAX_FUNCTIONS) : [];
  return [isTrap ? panic || (TRAPS.exec(error.message)?.[0] ?? "trap") : "", ...functions.map(([whole, name]) => name ?? whole), `build:${build}`].join(" ").trim();
}

/** Engines' words for traps: an app may make an error of this class, with any text. */
const TRAPS = /unreachable|out of bounds|by zero|overflow|unrepresentable|null function|indirect/i;

/** A function in a stack: its number, or its name in a build that has names. */
const FUNCTIONS = /at (.+?) \(wasm:|wasm-function\[\d+\]/g;

const MAX_FUNCTIONS = 16;
