import { CallingError } from "../errors.js";
import { decode } from "./decode.js";

/** What every glue offers, whatever its functions are. */
export interface Startable {
  initSync(module: { module: WebAssembly.Module }): unknown;
}

/** An instance: its glue, and where all of its state is. */
export type Started<G> = {
  glue: G;
  memory: Pick<WebAssembly.Memory, "buffer" | "grow">;
  /** The values of the page's that it holds. */
  references: Pick<WebAssembly.Table, "get" | "grow" | "length" | "set">;
};

/**
 * Starts an instance of an inlined module, synchronously.
 *
 * The compiled module is kept, so a further instance (after a trap) costs
 * neither decoding nor compiling. Each call takes a fresh glue, because a glue
 * is bound to one instance for good.
 *
 * @throws CallingError `WASM_UNAVAILABLE` where there is no WebAssembly,
 *   `WASM_BLOCKED_BY_CSP` where the page's policy forbids compiling.
 */
export function instantiate<G extends Startable>(
  createGlue: () => G,
  text: string,
): Started<G> {
  return instance(createGlue, () => compile(text));
}

/**
 * Starts an instance of a module; fails as {@link instantiate} does.
 *
 * @param module gives the compiled module.
 */
export function instance<G extends Startable>(
  createGlue: () => G,
  module: () => WebAssembly.Module,
): Started<G> {
  if (typeof WebAssembly !== "object") {
    throw new CallingError(
      "WASM_UNAVAILABLE",
      "this environment has no WebAssembly",
    );
  }
  const glue = createGlue();
  try {
    const parts = Object.values(glue.initSync({ module: module() }) as object);
    return {
      glue,
      memory: parts.find((part) => part instanceof WebAssembly.Memory) as WebAssembly.Memory,
      references: parts.find((part) => part instanceof WebAssembly.Table) as WebAssembly.Table,
    };
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

function compile(text: string): WebAssembly.Module {
  let module = modules.get(text);
  if (module === undefined) {
    module = new WebAssembly.Module(decode(text));
    modules.set(text, module);
  }
  return module;
}

/** Engines report a policy that forbids WebAssembly as one of two errors. */
function refusal(error: unknown): unknown {
  const isPolicy =
    error instanceof WebAssembly.CompileError || error instanceof EvalError;
  if (!isPolicy) {
    return error;
  }
  return new CallingError(
    "WASM_BLOCKED_BY_CSP",
    `the page's Content-Security-Policy forbids WebAssembly: add script-src 'wasm-unsafe-eval' (${error.message})`,
  );
}

const modules = /* @__PURE__ */ new Map<string, WebAssembly.Module>();
