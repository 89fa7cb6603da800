// The parts of a browser's page that the package uses.

type Listener = ((event: unknown) => void) | { handleEvent(event: unknown): void };

/** An event target with the properties of a window. */
export class FakeWindow {
  readonly name: string = "";
  /** In the order in which they were added. */
  readonly listeners: [type: string, listener: Listener][] = [];

  addEventListener(type: string, listener: Listener): void {
    if (!this.listeners.some((entry) => entry[0] === type && entry[1] === listener)) {
      this.listeners.push([type, listener]);
    }
  }

  removeEventListener(type: string, listener: Listener): void {
    const at = this.listeners.findIndex((entry) => entry[0] === type && entry[1] === listener);
    if (at >= 0) {
      this.listeners.splice(at, 1);
    }
  }

  /** The types listened to, sorted. */
  heard(): string[] {
    return this.listeners.map(([type]) => type).sort();
  }

  fire(event: { type: string; [field: string]: unknown }): void {
    for (const [type, listener] of [...this.listeners]) {
      if (type === event.type && typeof listener === "function") {
        listener(event);
      } else if (type === event.type && typeof listener === "object") {
        listener.handleEvent(event);
      }
    }
  }
}

/** Session storage over these texts; `write` sees each text before it is stored, and may throw. */
export function fakeStorage(texts: Map<string, string>, write: (name: string, text: string) => void = () => undefined): object {
  return new Proxy(
    {
      getItem: (name: string) => texts.get(name) ?? null,
      setItem: (name: string, text: string) => {
        write(name, text);
        texts.set(name, text);
      },
      removeItem: (name: string) => texts.delete(name),
    },
    { ownKeys: () => [...texts.keys()], getOwnPropertyDescriptor: () => ({ configurable: true, enumerable: true }) },
  );
}

/** Defines globals. */
export function enter(globals: Readonly<Record<string, unknown>>): void {
  for (const [name, value] of Object.entries(globals)) {
    Object.defineProperty(globalThis, name, { configurable: true, value });
  }
}

/** Removes the page's globals that {@link enter} has defined. */
export function leave(): void {
  for (const name of ["window", "self", "document", "sessionStorage"]) {
    Reflect.deleteProperty(globalThis, name);
  }
}
