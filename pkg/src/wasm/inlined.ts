/**
 * The core of the main entry: inlined, started at first use.
 *
 * A strategy is the module `#core`, which `tsconfig.json` points here and the
 * build elsewhere for `./slim` and the condition `development`.
 */
import { wasmText } from "../../build/widget.js";
import type { Instance } from "./instance.js";
import { canStart, instantiate } from "./load.js";

/** A fresh instance of the widget's core. */
export function start(): Instance {
  return instantiate(wasmText);
}

export { build } from "../../build/widget.js";

/** True if the core can run here. */
export { canStart };
