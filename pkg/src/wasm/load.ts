import { CallingError } from "../shared/errors.js";
import { decode } from "./decode.js";
import type { Instance } from "./instance.js";

/**
 * Starts an instance of an inlined module, synchronously.
 *
 * The compiled module is kept, so a further instance (after a trap) costs neither
 * decoding nor compiling.
 *
 * @throws CallingError `WASM_UNAVAILABLE` where there is no WebAssembly,
 *   `WASM_BLOCKED_BY_CSP` where the page's policy forbids compiling.
 */
export function instantiate(text: string): Instance {
  return instance(() => compiled(text));
}

/**
 * Starts an instance of a module; fails as {@link instantiate} does.
 *
 * @param module gives the compiled module.
 */
export function instance(module: () => WebAssembly.Module): Instance {
  try {
    return new WebAssembly.Instance(module()).exports as unknown as Instance;
  } catch (error) {
    throw refusal(error);
  }
}

/** Whether there is WebAssembly and the page's policy lets it compile. */
export function canCompile(): boolean {
  try {
    // The smallest module there is: its magic number and version.
    new WebAssembly.Module(Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0));
    return true;
  } catch {
    return false;
  }
}

/** The module of a text, compiled once. */
export function compiled(text: string): WebAssembly.Module {
  let module = modules.get(text);
  if (module === undefined) {
    module = new WebAssembly.Module(decode(text));
    modules.set(text, module);
  }
  return module;
}

/** Whether an error tells that no core can run here. */
export function forbidsWebAssembly(error: unknown): boolean {
  return error instanceof CallingError && /^WASM_(?:UN|BL)/.test(error.code);
}

/** Engines report a policy that forbids WebAssembly as one of two errors. */
export function refusal(error: unknown): unknown {
  if (typeof WebAssembly !== "object") {
    return new CallingError("WASM_UNAVAILABLE", `this environment has no WebAssembly; ${COMPAT}`);
  }
  const isPolicy =
    error instanceof WebAssembly.CompileError || error instanceof EvalError;
  if (!isPolicy) {
    return error;
  }
  return new CallingError(
    "WASM_BLOCKED_BY_CSP",
    `the page's Content-Security-Policy forbids WebAssembly: add 'wasm-unsafe-eval' to script-src; or ${COMPAT} (${error.message})`,
  );
}

const COMPAT = "have the widget import calling-widget-sdk/compat, which needs none";

const modules = /* @__PURE__ */ new Map<string, WebAssembly.Module>();
