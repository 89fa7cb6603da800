import type { Instance } from "../wasm/instance.js";
import type { TraceSide } from "./recorder.js";

/** What a half of the protocol has for its replay. */
export type Half = {
  side: TraceSide;
  /** What tells this build of the core from any other. */
  build: string;
  /** How the fields of its inputs are written, by the inputs' names. */
  letters: Readonly<Record<string, string>>;
  /** A fresh instance of its core. */
  start: () => Instance;
};
