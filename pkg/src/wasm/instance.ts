/** What an instance of a module exports. */
export type Instance = {
  memory: { readonly buffer: ArrayBuffer };
  /** Makes room for an input of so many bytes; where it is to stand. */
  readonly reserve: (this: void, length: number) => number;
  /** Takes the input; where the outputs stand: their length in four bytes, then they. */
  readonly process: (this: void, now: number) => number;
  /** In the development build: where the words of a panic stand, behind their length. */
  readonly words?: (this: void) => number;
};
