/**
 * Notes the memory of each core that the page makes from now on. The answer's is of the instance
 * that was made last, in KiB; undefined where there is none.
 */
export function noteMemory(): () => number | undefined {
  let last: WebAssembly.Memory | undefined;
  WebAssembly.Instance = new Proxy(WebAssembly.Instance, {
    construct: (target, args: ConstructorParameters<typeof WebAssembly.Instance>) => {
      const instance = new target(...args);
      last = Object.values(instance.exports).find((value) => value instanceof WebAssembly.Memory) ?? last;
      return instance;
    },
  });
  return () => (last === undefined ? undefined : last.buffer.byteLength / 1024);
}
