/** Properties of the globals that are replaced for a while. */
export class Patches {
  private readonly replaced: { on: object; name: PropertyKey; before: PropertyDescriptor | undefined }[] = [];

  /** Replaces a property, or adds it. */
  set(on: object, name: PropertyKey, property: { value: unknown } | { get: () => unknown }): void {
    this.replaced.push({ on, name, before: Reflect.getOwnPropertyDescriptor(on, name) });
    Object.defineProperty(on, name, {
      configurable: true,
      enumerable: true,
      ...("value" in property ? { writable: true } : {}),
      ...property,
    });
  }

  /** Puts everything back, the last one first. */
  restore(): void {
    for (let last; (last = this.replaced.pop()) !== undefined; ) {
      const { on, name, before } = last;
      Reflect.deleteProperty(on, name);
      if (before !== undefined) {
        Object.defineProperty(on, name, before);
      }
    }
  }
}
