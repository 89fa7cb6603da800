import { compiled, refusal } from "./load.js";

/** What the glue of every entry offers whose values cross by wasm-bindgen. */
export interface Startable {
  initSync(module: { module: WebAssembly.Module }): unknown;
}

/**
 * Starts the glue of an inlined module, synchronously.
 *
 * @throws CallingError as `instantiate` does.
 */
export function startGlue<G extends Startable>(createGlue: () => G, text: string): G {
  const glue = createGlue();
  try {
    glue.initSync({ module: compiled(text) });
    return glue;
  } catch (error) {
    throw refusal(error);
  }
}
