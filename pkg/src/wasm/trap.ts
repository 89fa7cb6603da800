/** True for an error that ends an instance. Any other is the app's: a getter threw it. */
export function isTrap(error: unknown): boolean {
  return (typeof WebAssembly === "object" && error instanceof WebAssembly.RuntimeError) || (error instanceof Error && STACK_IS_FULL.test(error.message));
}

/**
 * The report of a trap: the engine's word for it, or the panic's message where the build has it;
 * and the build. It contains no address of a page.
 */
export function trapText(error: unknown, build: string, panic: string): string {
  return `${panic || (TRAPS.exec((error as Error).message)?.[0] ?? "trap")} build:${build}`;
}

/** Engines' words for a stack that is used up, which is no RuntimeError. */
const STACK_IS_FULL = /call stack size|too much recursion/;

/** Engines' words for traps: an app may make an error of this class, with any text. */
const TRAPS = /unreachable|out of bounds|by zero|overflow|unrepresentable|null function|indirect|call stack|recursion/i;
