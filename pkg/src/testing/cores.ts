import type { Instance } from "../wasm/instance.js";
import type { Patches } from "./patches.js";

/** The widget's cores that are started while this is installed. */
export class Cores {
  /** The next input of the widget's core traps. */
  traps = false;
  /** True while the host's core is started. */
  private isHosts = false;

  /** Intercepts the start of every core. */
  install(patches: Patches): void {
    const { Instance: real } = WebAssembly;
    const construct = (target: typeof real, args: unknown[]): object => {
      const instance = Reflect.construct(target, args) as WebAssembly.Instance;
      const exports = instance.exports as unknown as Partial<Instance>;
      const { process, reserve } = exports;
      if (this.isHosts || process === undefined || reserve === undefined) {
        return instance;
      }
      return {
        exports: {
          ...exports,
          process: (now: number) => {
            if (this.traps) {
              this.traps = false;
              // More memory than there is: it traps.
              reserve(2 ** 32 - 1);
            }
            return process(now);
          },
        },
      };
    };
    patches.set(WebAssembly, "Instance", { value: new Proxy(real, { construct }) });
  }

  /** Runs a function that starts the host's core. */
  asHost<Value>(make: () => Value): Value {
    this.isHosts = true;
    try {
      return make();
    } finally {
      this.isHosts = false;
    }
  }
}
