// What the development build hands to the facade.

/** Ends the instance as a trap does, with words of its own. */
export const trap = (text) => {
  throw new WebAssembly.RuntimeError(text);
};
