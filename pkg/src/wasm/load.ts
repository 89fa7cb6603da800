import { attempt } from "../shared/attempt.js";
import { CallingError } from "../shared/errors.js";
import { decode } from "./decode.js";

/** True if there is WebAssembly and the page's policy lets it compile. */
export function canCompile(bytes: BufferSource = Uint8Array.from(SMALLEST)): boolean {
  return attempt(() => new WebAssembly.Module(bytes)) !== undefined;
}

/** True if a core can run here: older Chromium compiles no more than 4 kB at once. */
export function canStart(): boolean {
  const bytes = new Uint8Array(LARGE);
  // An empty custom section: its size is 4097.
  bytes.set([...SMALLEST, 0, 0x81, 0x20]);
  return canCompile(bytes);
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

/** True if an error means that no core can run here. */
export function forbidsWebAssembly(error: unknown): boolean {
  return error instanceof CallingError && /^WASM_(?!NOT)/.test(error.code);
}

/**
 * Converts an engine's error into the app's. Engines use several classes of errors for a
 * policy that forbids WebAssembly, a limit, a lack of memory and a missing feature, so the
 * policy is detected by compiling the smallest module.
 */
export function refusal(error: unknown): unknown {
  if (typeof WebAssembly !== "object") {
    return new CallingError("WASM_UNAVAILABLE", `this environment has no WebAssembly; ${WAY_OUT}`);
  }
  if (error instanceof WebAssembly.LinkError || error instanceof TypeError) {
    return error;
  }
  const reason = ` (${error instanceof Error ? error.message : String(error)})`;
  return canCompile()
    ? new CallingError(
        "WASM_REFUSED",
        `the browser does not start this module at once, as Chromium before 115, or lacks memory for it; ${WAY_OUT}${reason}`,
      )
    : new CallingError(
        "WASM_BLOCKED_BY_CSP",
        `the page's Content-Security-Policy or the server's runtime forbids WebAssembly: in a page add 'wasm-unsafe-eval' to script-src, or ${WAY_OUT}${reason}`,
      );
}

const WAY_OUT = 'see "Without WebAssembly" in docs/loading.md';

/** The smallest module: its magic number and version. */
const SMALLEST = [0, 97, 115, 109, 1, 0, 0, 0];
const LARGE = SMALLEST.length + 3 + 4097;

const modules = /* @__PURE__ */ new Map<string, WebAssembly.Module>();
