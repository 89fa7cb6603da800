import { compiled, refusal } from "./load.js";

/** An instance of a core. */
export type Engine<Core> = {
  /** Its inputs, as methods. */
  readonly core: Core;
  /** The message of the panic that ended it, where the build has it. */
  readonly panicMessage?: (() => string) | undefined;
};

/** The glue that wasm-bindgen writes for a module: its imports and its classes. */
export type Glue = {
  /** Sets the module's exports. */
  readonly __wbg_set_wasm: (exports: WebAssembly.Exports) => void;
};

/**
 * Makes the glue start its inlined module, synchronously, at first use: so an import costs
 * nothing, and does nothing where no wasm can run.
 *
 * The first use throws a CallingError as `instantiate` does.
 */
export function startWhenUsed(glue: Glue, text: string): void {
  let exports: WebAssembly.Exports | undefined;
  glue.__wbg_set_wasm(
    new Proxy({}, { get: (_, name: string) => (exports ??= instantiate(glue, () => compiled(text)))[name] }),
  );
}

/** A copy of the glue with an instance of its own, started as by {@link instantiate}. */
export function started<Copy extends Glue>(copy: Copy, module: () => WebAssembly.Module): Copy {
  instantiate(copy, module);
  return copy;
}

/**
 * Starts an instance of a module behind its glue, synchronously.
 *
 * @param module returns the compiled module.
 * @throws CallingError `WASM_UNAVAILABLE` where there is no WebAssembly,
 *   `WASM_BLOCKED_BY_CSP` where the page's policy forbids compiling, `WASM_REFUSED` where
 *   the browser does not compile or start it.
 */
export function instantiate(glue: Glue, module: () => WebAssembly.Module): WebAssembly.Exports {
  let exports;
  try {
    const given = module();
    const imports = WebAssembly.Module.imports(given).map((wanted) => [wanted.module, glue] as const);
    exports = new WebAssembly.Instance(given, Object.fromEntries(imports)).exports;
  } catch (error) {
    throw refusal(error);
  }
  glue.__wbg_set_wasm(exports);
  (exports["__wbindgen_start"] as () => void)();
  return exports;
}
