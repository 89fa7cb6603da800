/** The exports of a module's instance. */
export type Instance = {
  memory: { readonly buffer: ArrayBuffer };
  /** Reserves room for an input of so many bytes; returns its address. */
  readonly reserve: (this: void, length: number) => number;
  /** Processes the input; returns the outputs' address: their length in four bytes, then the outputs. */
  readonly process: (this: void, now: number) => number;
  /** In the development build: the address of a panic's message, behind its length. */
  readonly words?: (this: void) => number;
};
