/** The core of `./slim`: the wasm comes from the app, by `init`. */
import { CallingError, shown } from "../errors.js";
import type { Instance } from "./door.js";
import { canCompile, instance } from "./load.js";

export { build } from "../../build/widget.js";

/** The package's wasm: where it is, its bytes, or a module compiled of it. */
export type WasmSource = string | URL | Response | BufferSource | WebAssembly.Module;

/**
 * Makes the core ready: to be awaited before the first construction.
 *
 * Calling it again is harmless: while the first call is under way both wait for
 * the same, and once it succeeded nothing is fetched any more. After a failure
 * the next call tries again.
 *
 * @param source the address of the package's `widget.wasm`, its bytes, a response
 *   with it, or a module compiled of it; or a promise of one of them.
 * @throws CallingError (as a rejection) `INVALID_OPTION` for another source,
 *   `WASM_NOT_LOADED` where it cannot be fetched or is not this version's wasm,
 *   `WASM_UNAVAILABLE`, `WASM_BLOCKED_BY_CSP`.
 */
export function init(source: WasmSource | PromiseLike<WasmSource>): Promise<void> {
  loading ??= load(source).catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

/**
 * A fresh instance of the widget's core.
 *
 * @throws CallingError `NOT_INITIALIZED`.
 */
export function start(): Instance {
  const ready = module;
  if (ready === undefined) {
    throw new CallingError(
      "NOT_INITIALIZED",
      'the core is not loaded yet: import { init } from "calling-widget-sdk/slim" and await init(address of widget.wasm) before constructing',
    );
  }
  return instance(() => ready);
}

/** Whether the core can run here, once it is loaded. */
export const canStart = canCompile;

async function load(source: WasmSource | PromiseLike<WasmSource>): Promise<void> {
  const loaded = await compiled(await fetched(() => source));
  // Another version's module does not have what this one's has.
  let made: Partial<Instance>;
  try {
    made = instance(() => loaded);
  } catch (error) {
    throw error instanceof CallingError ? error : notLoaded("is not the wasm of this version", error);
  }
  if (typeof made.process !== "function") {
    throw notLoaded("is not the wasm of this version", "it has no `process`");
  }
  module = loaded;
}

async function compiled(source: WasmSource): Promise<WebAssembly.Module> {
  if (typeof WebAssembly !== "object") {
    // Says so in its own words.
    instance(() => source);
  }
  // By name, since to TypeScript a module is any object at all.
  if (Object.prototype.toString.call(source) === "[object WebAssembly.Module]") {
    return source;
  }
  const bytes = await bytesOf(source as BytesSource);
  try {
    return await WebAssembly.compile(bytes);
  } catch (error) {
    if (!canCompile()) {
      // Has the policy named.
      instance(() => new WebAssembly.Module(bytes));
    }
    throw notLoaded("is no wasm", error);
  }
}

type BytesSource = string | URL | Response | BufferSource;

async function bytesOf(source: BytesSource): Promise<BufferSource> {
  if (source instanceof ArrayBuffer || ArrayBuffer.isView(source)) {
    return source;
  }
  if (typeof source !== "string" && !(source instanceof URL) && !isResponse(source)) {
    throw new CallingError(
      "INVALID_OPTION",
      `init: the source is ${shown(source)}; pass an address, bytes, a response or a module`,
    );
  }
  const response = isResponse(source) ? source : await fetched(() => fetch(source));
  if (!response.ok) {
    throw notLoaded("could not be fetched", `status ${response.status}`);
  }
  return fetched(() => response.arrayBuffer());
}

/** What the network gives. */
async function fetched<Value>(ask: () => Value | PromiseLike<Value>): Promise<Value> {
  try {
    return await ask();
  } catch (error) {
    throw notLoaded("could not be fetched", error);
  }
}

function isResponse(source: unknown): source is Response {
  return typeof Response === "function" && source instanceof Response;
}

function notLoaded(fault: string, reason: unknown): CallingError {
  return new CallingError(
    "WASM_NOT_LOADED",
    `init: the source ${fault} (${reason instanceof Error ? reason.message : String(reason)}); pass the widget.wasm that comes with this version of the package`,
  );
}

let loading: Promise<void> | undefined;
let module: WebAssembly.Module | undefined;
