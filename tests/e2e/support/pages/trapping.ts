// Has the module trap within a call: in the middle of its work, as a fault of
// its own would. Loaded before the package.
import type {} from "../globals.ts";

type Call = (...args: unknown[]) => unknown;

const RealInstance = WebAssembly.Instance;

/** Values the module reads or makes until it traps; 0 when it does not. */
let left = 0;

window.traps = [];
window.trapped = 0;
window.instances = 0;

function trappingImport(imported: Call): Call {
  return (...args) => {
    if (left > 0 && --left === 0) {
      window.trapped += 1;
      throw new WebAssembly.RuntimeError("unreachable");
    }
    return imported(...args);
  };
}

function armingExport(name: string, exported: Call): Call {
  return (...args) => {
    const trap = window.traps[0];
    if (trap?.in !== name) {
      return exported(...args);
    }
    window.traps.shift();
    left = trap.at;
    try {
      return exported(...args);
    } finally {
      left = 0;
    }
  };
}

function wrapped(values: object, wrap: (name: string, call: Call) => Call): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === "function" ? wrap(name, value as Call) : (value as unknown),
    ]),
  );
}

WebAssembly.Instance = function (module: WebAssembly.Module, imports: WebAssembly.Imports) {
  window.instances += 1;
  const spaces = Object.entries(imports).map(([space, values]) => [
    space,
    wrapped(values, (_, imported) => trappingImport(imported)),
  ]);
  const { exports } = new RealInstance(module, Object.fromEntries(spaces) as WebAssembly.Imports);
  return { exports: wrapped(exports, armingExport) };
} as unknown as typeof WebAssembly.Instance;
