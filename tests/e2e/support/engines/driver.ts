/** A browser's remote protocol. */
export type Driver = {
  /** Lists the windows. */
  windows(): Promise<string[]>;
  /** Opens a window. */
  newWindow(): Promise<string>;
  /** Selects a window, and a frame by its path from the top; the other methods act on it. */
  choose(window: string, way: readonly number[]): Promise<void>;
  /** Opens an address and waits for its load. */
  open(url: string): Promise<void>;
  /** Runs an expression in the frame; it has to resolve with plain data. */
  evaluate(expression: string): Promise<unknown>;
  closeWindow(): Promise<void>;
  close(): Promise<void>;
};
