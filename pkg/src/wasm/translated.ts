/** The core of `./compat`: the same core as JavaScript, which needs no WebAssembly. */
import { createGlue, type Glue } from "../../build/compat.js";
import type { Started } from "./load.js";

export { build } from "../../build/compat.js";

/** A fresh instance of the widget's core. */
export function start(): Started<Glue> {
  const glue = createGlue();
  const { memory } = glue.initSync() as { memory: WebAssembly.Memory };
  return { glue, memory, references: glue.references };
}

/** Whether the core can run here. */
export function canStart(): boolean {
  return true;
}
