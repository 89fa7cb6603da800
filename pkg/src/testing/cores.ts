import type { Patches } from "./patches.js";

/** The widget's cores that are started while this is installed. */
export class Cores {
  /** The next input of the widget's core traps. */
  traps = false;

  /** Intercepts the start of every core. */
  install(patches: Patches): void {
    const { Instance: real } = WebAssembly;
    const construct = (target: typeof real, args: unknown[]): object => {
      const instance = Reflect.construct(target, args) as WebAssembly.Instance;
      return "widgetcore_new" in instance.exports ? { exports: this.trapping(instance.exports) } : instance;
    };
    patches.set(WebAssembly, "Instance", { value: new Proxy(real, { construct }) });
  }

  /** The exports of a core, of which an input may trap. */
  private trapping(exports: WebAssembly.Exports): WebAssembly.Exports {
    const inputs = Object.entries(exports).filter(([name]) => name.startsWith("widgetcore_") && name !== "widgetcore_new");
    const trapping = inputs.map(([name, input]) => [
      name,
      (...args: unknown[]) => {
        if (this.traps) {
          this.traps = false;
          throw new WebAssembly.RuntimeError("unreachable");
        }
        return (input as (...args: unknown[]) => unknown)(...args);
      },
    ]);
    return { ...exports, ...Object.fromEntries(trapping) } as WebAssembly.Exports;
  }
}
