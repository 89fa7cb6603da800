/** The core of the condition `development`: its functions have names, and a panic has its message. */
import { wasmText } from "../../build/development/widget.js";
import type { Instance } from "./instance.js";
import { canStart, instantiate } from "./load.js";

export { build } from "../../build/development/widget.js";

/** A fresh instance of the widget's core. */
export function start(): Instance {
  return instantiate(wasmText);
}

/** True if the core can run here. */
export { canStart };
