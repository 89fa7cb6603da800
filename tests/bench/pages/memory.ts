// Notes the memory of a page's core. Loaded before it.

let last: WebAssembly.Memory | undefined;
const { Instance } = WebAssembly;

WebAssembly.Instance = new Proxy(Instance, {
  construct: (target, args: ConstructorParameters<typeof Instance>) => {
    const instance = new target(...args);
    last = Object.values(instance.exports).find((value) => value instanceof WebAssembly.Memory) ?? last;
    return instance;
  },
});

/** Of the instance that was made last, in KiB; undefined where there is none. */
export function memory(): number | undefined {
  return last === undefined ? undefined : last.buffer.byteLength / 1024;
}
