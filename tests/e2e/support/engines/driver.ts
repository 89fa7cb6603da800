/** A browser as its remote protocol steers it. */
export type Driver = {
  /** The windows there are. */
  windows(): Promise<string[]>;
  /** Opens a window. */
  newWindow(): Promise<string>;
  /** Chooses a window, and a frame by the way down to it; the rest is about those. */
  choose(window: string, way: readonly number[]): Promise<void>;
  /** Opens an address and waits for its load. */
  open(url: string): Promise<void>;
  /** Runs an expression in the frame; what it resolves to has to be plain data. */
  evaluate(expression: string): Promise<unknown>;
  closeWindow(): Promise<void>;
  close(): Promise<void>;
};
