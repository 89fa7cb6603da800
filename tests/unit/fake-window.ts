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

export const HOST = "https://app.hubspot.com";
export const WIDGET = "https://phone.example";

/** The page of a widget, in a page of the host's. */
export class WidgetPage extends FakeWindow {
  /** What was posted to the page around. */
  readonly posted: { type: string; data?: unknown }[] = [];
  readonly parent: object = Object.defineProperty({ postMessage: (message: { type: string }) => this.posted.push(message) }, "parent", {
    get() {
      return this as object;
    },
  });
  readonly location = { origin: WIDGET, href: `${WIDGET}/`, pathname: "/" };
  /** True if the page is hidden from the user. */
  hidden = false;

  /** Delivers a message of the page around. */
  receive(data: object): void {
    this.fire({ type: "message", isTrusted: true, source: this.parent, origin: HOST, data });
  }

  /** The types of what was posted. */
  get said(): string[] {
    return this.posted.map(({ type }) => type);
  }
}

/** The Web Locks of a browser profile: each request waits until the one before it ended. */
export class FakeLocks {
  private readonly last = new Map<string, Promise<void>>();
  /** The names of the locks that are held. */
  readonly held = new Set<string>();

  request(name: string, { signal, ifAvailable }: LockOptions, callback: (lock: object | null) => Promise<void>): Promise<void> {
    if (ifAvailable === true && this.held.has(name)) {
      return Promise.resolve(callback(null));
    }
    const granted = (): Promise<void> => {
      this.held.add(name);
      return Promise.resolve(callback({})).finally(() => this.held.delete(name));
    };
    const before = this.last.get(name) ?? Promise.resolve();
    const aborted = new Promise<never>((_, reject) => {
      signal?.addEventListener("abort", () => {
        reject(new DOMException("aborted", "AbortError"));
      });
    });
    const turn = Promise.race([before, aborted]);
    const answer = turn.then(granted);
    const next = answer.catch(() => undefined);
    this.last.set(name, Promise.all([before, next]).then(() => undefined));
    return answer;
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

/** The globals that {@link enter} has replaced. */
const replaced = new Map<string, PropertyDescriptor | undefined>();

/** Defines globals, until {@link leave}. */
export function enter(globals: Readonly<Record<string, unknown>>): void {
  for (const [name, value] of Object.entries(globals)) {
    if (!replaced.has(name)) {
      replaced.set(name, Object.getOwnPropertyDescriptor(globalThis, name));
    }
    Object.defineProperty(globalThis, name, { configurable: true, value });
  }
}

/** Restores what {@link enter} has replaced. */
export function leave(): void {
  for (const [name, property] of replaced) {
    Reflect.deleteProperty(globalThis, name);
    if (property !== undefined) {
      Object.defineProperty(globalThis, name, property);
    }
  }
  replaced.clear();
}
