import { createGlue, wasmText, type Glue } from "../../build/rest.js";
import { startGlue } from "../wasm/glue.js";

/** The core: which call, whether again, and what an answer means. */
export function core(): Glue {
  instance ??= startGlue(createGlue, wasmText);
  return instance;
}

let instance: Glue | undefined;
