// Has the module trap at an input, before it took it or when it has worked it off and
// nobody has read what came of it. Loaded before the package.
import type {} from "../globals.ts";

type Exports = {
  memory: WebAssembly.Memory;
  reserve: (length: number) => number;
  process: (now: number) => number;
};

const RealInstance = WebAssembly.Instance;

window.traps = [];
window.trapped = 0;
window.instances = 0;
window.hasNoRoom = false;

WebAssembly.Instance = function (module: WebAssembly.Module) {
  if (window.hasNoRoom) {
    throw new RangeError("WebAssembly.Instance(): Out of memory: Cannot allocate Wasm memory for new instance");
  }
  const real = new RealInstance(module);
  // What decodes the module's text is a module, too.
  if (!("process" in real.exports)) {
    return real;
  }
  window.instances += 1;
  const { memory, reserve, process } = real.exports as unknown as Exports;
  let input: [start: number, length: number] = [0, 0];
  let isBroken = false;
  const trap = (): never => {
    isBroken = true;
    throw new WebAssembly.RuntimeError("unreachable");
  };
  const exports: Exports = {
    memory,
    reserve: (length) => {
      input = [isBroken ? trap() : reserve(length), length];
      return input[0];
    },
    process: (now) => {
      const text = new TextDecoder().decode(new Uint8Array(memory.buffer, ...input));
      const [next] = window.traps;
      if (next === undefined || text.split("\n")[0] !== next.in) {
        return process(now);
      }
      window.traps.shift();
      window.trapped += 1;
      if (next.when === "after") {
        process(now);
      }
      return trap();
    },
  };
  return { exports };
} as unknown as typeof WebAssembly.Instance;
