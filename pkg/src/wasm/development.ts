/** The core of the condition `development`: its functions have names, and a panic says what it is about. */
import { createGlue, wasmText } from "../../build/development/widget.js";
import type { Glue } from "../../build/widget.js";
import { canCompile, instantiate, type Started } from "./load.js";

export { build } from "../../build/development/widget.js";

/** A fresh instance of the widget's core. */
export function start(): Started<Glue> {
  return instantiate(createGlue, wasmText);
}

/** Whether the core can run here. */
export const canStart = canCompile;
