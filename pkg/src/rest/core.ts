import { createGlue, wasmText, type Glue } from "../../build/rest.js";
import { instantiate } from "../wasm/load.js";

/** The core: which call, whether again, and what an answer means. */
export function core(): Glue {
  instance ??= instantiate(createGlue, wasmText).glue;
  return instance;
}

let instance: Glue | undefined;
