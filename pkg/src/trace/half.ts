import type { Instance } from "../wasm/instance.js";
import type { TraceSide } from "./recorder.js";

/** A half of the protocol, for its replay. */
export type Half = {
  side: TraceSide;
  /** Identifies this build of the core. */
  build: string;
  /** The encodings of the fields of its inputs, by the inputs' names. */
  letters: Readonly<Record<string, string>>;
  /** A fresh instance of its core. */
  start: () => Instance;
};
