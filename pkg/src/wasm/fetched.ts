/** The core of `./slim`: the app provides the wasm, by `init`. */
import { CallingError, shown } from "../shared/errors.js";
import { glue, type WidgetCore, type WidgetOrders } from "../../build/widget.js";
import { type Engine, instantiate, started } from "./glue.js";
import { canCompile, canStart } from "./load.js";

export { build } from "../../build/widget.js";

/** The package's wasm: its address, its bytes, or a compiled module. */
export type WasmSource = string | URL | Response | BufferSource | WebAssembly.Module;

/** Options of {@link init}. */
export type InitOptions = {
  /**
   * The digest that the bytes must have, as in a script tag: `sha256-`, `sha384-` or
   * `sha512-` and the digest in Base64. The package's `dist/integrity.json` names it.
   * Checked by `crypto.subtle`, which pages have over https and on loopback.
   */
  readonly integrity?: string | undefined;
};

/**
 * Loads the core. Await it before the first construction.
 *
 * You may call it again: while the first call loads, both wait for it, and after it
 * succeeded nothing is fetched. After a failure the next call tries again.
 *
 * @param source the address of the package's `widget.wasm`, its bytes, a response with it, a
 *   compiled module, or a promise of one of them.
 * @param options the digest that the source must have.
 * @throws CallingError (as a rejection) `INVALID_OPTION` for another source or digest,
 *   `WASM_NOT_LOADED` where it cannot be fetched, has another digest or is not this
 *   version's wasm, `WASM_UNAVAILABLE`, `WASM_BLOCKED_BY_CSP`, `WASM_REFUSED`.
 */
export function init(
  source: WasmSource | PromiseLike<WasmSource>,
  options: InitOptions = {},
): Promise<void> {
  loading ??= load(source, options.integrity).catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

/**
 * Starts a fresh instance of the widget's core.
 *
 * @throws CallingError `NOT_INITIALIZED`.
 */
export function start(orders: WidgetOrders): Engine<WidgetCore> {
  const ready = module;
  if (ready === undefined) {
    throw new CallingError(
      "NOT_INITIALIZED",
      'the core is not loaded yet: import { init } from "calling-widget-sdk/slim" and await init(address of widget.wasm) before constructing',
    );
  }
  const { WidgetCore } = started(glue(), () => ready);
  return { core: new WidgetCore(orders) };
}

/** True if the core can run here, once it is loaded. */
export { canStart };

async function load(
  source: WasmSource | PromiseLike<WasmSource>,
  integrity: string | undefined,
): Promise<void> {
  const loaded = await compiled(await fetched(() => source), integrity);
  const isOurs = WebAssembly.Module.exports(loaded).some(({ name }) => name === "widgetcore_new");
  if (!isOurs) {
    throw notLoaded("is not the wasm of this version", "it has no `widgetcore_new`");
  }
  try {
    // Another version's module lacks what this one's glue has.
    instantiate(glue(), () => loaded);
  } catch (error) {
    throw error instanceof CallingError ? error : notLoaded("is not the wasm of this version", error);
  }
  module = loaded;
}

async function compiled(source: WasmSource, integrity?: string): Promise<WebAssembly.Module> {
  if (typeof WebAssembly !== "object") {
    // Throws its own error.
    instantiate(glue(), () => source);
  }
  // By name, since TypeScript takes any object for a module.
  if (Object.prototype.toString.call(source) === "[object WebAssembly.Module]") {
    if (integrity !== undefined) {
      throw new CallingError("INVALID_OPTION", "init: a compiled module has no bytes to check; leave integrity out");
    }
    return source;
  }
  const bytes = await bytesOf(source as BytesSource);
  if (integrity !== undefined) {
    await verify(bytes, integrity);
  }
  try {
    return await WebAssembly.compile(bytes);
  } catch (error) {
    if (!canCompile()) {
      // Makes the error name the policy.
      instantiate(glue(), () => new WebAssembly.Module(bytes));
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

/** Fetches; a failure becomes `WASM_NOT_LOADED`. */
async function fetched<Value>(ask: () => Value | PromiseLike<Value>): Promise<Value> {
  try {
    return await ask();
  } catch (error) {
    throw notLoaded("could not be fetched", error);
  }
}

/** Refuses bytes of another digest. */
async function verify(bytes: BufferSource, integrity: string): Promise<void> {
  const [, bits, digest] = /^sha(256|384|512)-([\w+/]+={0,2})$/.exec(integrity) ?? [];
  if (bits === undefined) {
    throw new CallingError(
      "INVALID_OPTION",
      `init: integrity is ${shown(integrity)}; pass a digest like "sha384-…" of dist/integrity.json`,
    );
  }
  const { subtle } = crypto as Partial<Crypto>;
  if (subtle === undefined) {
    throw notLoaded("cannot be checked", "crypto.subtle needs https");
  }
  const found = new Uint8Array(await subtle.digest(`SHA-${bits}`, bytes));
  if (btoa(String.fromCharCode(...found)) !== digest) {
    throw notLoaded("has another digest", integrity);
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
