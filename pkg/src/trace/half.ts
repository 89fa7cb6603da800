import type { TraceSide } from "./recorder.js";

/** A half of the protocol, for its replay. */
export type Half = {
  side: TraceSide;
  /** Identifies this build of the core. */
  build: string;
  /**
   * The kinds of the fields of its inputs, by the inputs' names: boolean, list of texts, payload,
   * number, string; a capital letter for one that may be absent.
   */
  inputs: Readonly<Record<string, string>>;
  /** Starts a fresh instance of its core. */
  start: (orders: object) => object;
};
