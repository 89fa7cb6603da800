/**
 * The core of the main entry: inlined, started when it is first needed.
 *
 * A strategy is the module `#core`, which `tsconfig.json` points here and the
 * build elsewhere for `./slim`, `./compat` and the condition `development`.
 */
import { createGlue, type Glue, wasmText } from "../../build/widget.js";
import { canCompile, instantiate, type Started } from "./load.js";

/** A fresh instance of the widget's core. */
export function start(): Started<Glue> {
  return instantiate(createGlue, wasmText);
}

export { build } from "../../build/widget.js";

/** Whether the core can run here. */
export const canStart = canCompile;
