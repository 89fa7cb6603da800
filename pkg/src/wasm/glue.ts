import { compiled, refusal } from "./load.js";

/** The glue that wasm-bindgen writes for a module: its imports and its classes. */
export type Glue = {
  /** Sets the module's exports. */
  __wbg_set_wasm(exports: WebAssembly.Exports): void;
};

/**
 * Makes the glue start its inlined module, synchronously, at first use: so an import costs
 * nothing, and does nothing where no wasm can run.
 *
 * The first use throws a CallingError as `instantiate` does.
 */
export function startWhenUsed(glue: Glue, text: string): void {
  glue.__wbg_set_wasm(
    new Proxy({}, { get: (_, name: string) => start(glue, text)[name] }),
  );
}

function start(glue: Glue, text: string): WebAssembly.Exports {
  let exports;
  try {
    const module = compiled(text);
    const imports = WebAssembly.Module.imports(module).map((wanted) => [wanted.module, glue] as const);
    exports = new WebAssembly.Instance(module, Object.fromEntries(imports)).exports;
  } catch (error) {
    throw refusal(error);
  }
  glue.__wbg_set_wasm(exports);
  (exports["__wbindgen_start"] as () => void)();
  return exports;
}
