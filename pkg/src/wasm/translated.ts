/** The core of `./compat`: the same core as JavaScript, which needs no WebAssembly. */
import { instantiate } from "../../build/compat.js";
import type { Instance } from "./instance.js";

export { build } from "../../build/compat.js";

/** A fresh instance of the widget's core. */
export function start(): Instance {
  return instantiate();
}

/** True if the core can run here. */
export function canStart(): boolean {
  return true;
}
