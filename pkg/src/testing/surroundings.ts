import { attempt } from "../shared/attempt.js";
import { isolated } from "../shared/isolated.js";
import { hasWindow } from "../shared/page.js";
import { isObject } from "../shared/plain.js";
import type { Patches } from "./patches.js";
import { throwLater } from "./real.js";

type Listener = ((event: unknown) => void) | { handleEvent(event: unknown): void } | null;
type Target = {
  addEventListener(type: string, listener: Listener, options?: unknown): void;
  removeEventListener(type: string, listener: Listener, options?: unknown): void;
};
type Heard = { target: Target; type: string; listener: Listener; isCapturing: boolean; isOnce: boolean; remove: () => void };

/**
 * The widget's page in this process: the window there is, or one made for it, with the
 * host as its parent.
 */
export class Surroundings {
  private heard: Heard[] = [];
  /** True if the page had sessions when it was installed. */
  hadSessions = false;

  /**
   * @param parent the window around the page, another for each load.
   * @param referrer the host's address.
   */
  constructor(
    private readonly parent: () => object,
    private readonly referrer: string,
  ) {}

  /** Installs the parent, and makes the missing parts of a page. */
  install(patches: Patches): void {
    if (!hasWindow()) {
      makePage(patches);
    }
    patches.set(window, "parent", { get: this.parent });
    patches.set(document, "referrer", { value: this.referrer });
    this.watch(patches, window);
    this.watch(patches, document);
    // In a browser a page that is gone has no locks; in one process it would keep them.
    const { navigator } = globalThis as { navigator?: object };
    if (navigator !== undefined && "locks" in navigator) {
      patches.set(navigator, "locks", { value: undefined });
    }
    if (typeof reportError !== "function") {
      patches.set(globalThis, "reportError", { value: throwLater });
    }
    this.hadSessions = this.symbols().length > 0;
    this.forget();
  }

  /** The number of listeners for messages that were added. */
  get listeners(): number {
    return this.heard.filter(({ target, type }) => type === "message" && target === (window as unknown as Target)).length;
  }

  /** The page's address. */
  get url(): string {
    return window.location.href.replace(/#.*/s, "");
  }

  /** Dispatches an event to the page's listeners. */
  fire(event: { readonly type: string; readonly [field: string]: unknown }): void {
    const inOrder = [true, false].flatMap((first) => this.heard.filter(({ isCapturing }) => isCapturing === first));
    for (const entry of inOrder) {
      const { target, type, listener, isOnce, remove } = entry;
      if (type !== event.type || target !== (window as unknown as Target) || !this.heard.includes(entry)) {
        continue;
      }
      if (isOnce) {
        remove();
      }
      isolated(() => {
        if (typeof listener === "function") {
          listener.call(window, event);
        } else {
          listener?.handleEvent(event);
        }
      });
    }
  }

  /** Ends the page, as a browser does: its listeners hear that, and then nothing. */
  leave(): void {
    this.fire({ type: "pagehide", persisted: false });
    for (const { remove } of [...this.heard]) {
      remove();
    }
    this.forget();
  }

  /** Removes the SDK's records for the frame's next page. */
  clearStorage(): void {
    attempt(() => {
      for (const name of Object.keys(sessionStorage).filter((key) => key.startsWith(PREFIX))) {
        sessionStorage.removeItem(name);
      }
    });
  }

  /** Drops the page's sessions. */
  private forget(): void {
    for (const symbol of this.symbols()) {
      Reflect.deleteProperty(window, symbol);
    }
  }

  /** The symbols that the SDK shares on the page. */
  private symbols(): symbol[] {
    return Object.getOwnPropertySymbols(window).filter((symbol) => symbol.description?.startsWith(PREFIX) === true);
  }

  /** Tracks a target's listeners. */
  private watch(patches: Patches, target: Target): void {
    const add = target.addEventListener.bind(target);
    const take = target.removeEventListener.bind(target);
    const find = (type: string, listener: Listener, isCapturing: boolean): Heard | undefined =>
      this.heard.find((entry) => entry.target === target && entry.type === type && entry.listener === listener && entry.isCapturing === isCapturing);
    patches.set(target, "addEventListener", {
      value: (type: string, listener: Listener, options?: unknown) => {
        const { capture, once, signal } = optionsOf(options);
        if (OF_A_PAGE.has(type) && listener !== null && signal?.aborted !== true && find(type, listener, capture) === undefined) {
          const remove = (): void => {
            this.heard = this.heard.filter((entry) => entry.remove !== remove);
            take(type, listener, options);
          };
          this.heard.push({ target, type, listener, isCapturing: capture, isOnce: once, remove });
          signal?.addEventListener("abort", remove);
        }
        add(type, listener, options);
      },
    });
    patches.set(target, "removeEventListener", {
      value: (type: string, listener: Listener, options?: unknown) => {
        find(type, listener, optionsOf(options).capture)?.remove();
        take(type, listener, options);
      },
    });
  }
}

/** A listener's options, which may be `capture` alone. */
function optionsOf(options: unknown): { capture: boolean; once: boolean; signal: AbortSignal | undefined } {
  const { capture, once, signal } = (isObject(options) ? options : { capture: options }) as AddEventListenerOptions;
  return { capture: Boolean(capture), once: Boolean(once), signal };
}

/** Makes a page with the parts that a calling SDK needs; the global object is its window. */
function makePage(patches: Patches): void {
  const globals = globalThis as unknown as Target;
  const events = new EventTarget();
  const target = {
    addEventListener: events.addEventListener.bind(events),
    removeEventListener: events.removeEventListener.bind(events),
    dispatchEvent: events.dispatchEvent.bind(events),
  };
  const page = {
    ...target,
    window: globals,
    self: globals,
    name: "",
    location: new URL(ADDRESS),
    document: { ...target, hidden: false, visibilityState: "visible", createElement: () => new Anchor() },
    ...(attempt(() => typeof sessionStorage) === "object" ? {} : { sessionStorage: new MemoryStorage() }),
  };
  for (const [name, value] of Object.entries(page)) {
    patches.set(globalThis, name, { value });
  }
}

/** A link: the published SDK reads addresses with one. */
class Anchor {
  /** The address. */
  href = "";

  get protocol(): string {
    return new URL(this.href, ADDRESS).protocol;
  }

  get host(): string {
    return new URL(this.href, ADDRESS).host;
  }
}

/** A storage whose items are its own properties, as those of a browser seem to be. */
class MemoryStorage {
  [name: string]: unknown;

  getItem(name: string): string | null {
    return Object.prototype.hasOwnProperty.call(this, name) ? (this[name] as string) : null;
  }

  setItem(name: string, text: string): void {
    this[name] = text;
  }

  removeItem(name: string): void {
    Reflect.deleteProperty(this, name);
  }
}

/**
 * The events of a page's life. Other listeners stay when the page goes: React and Testing
 * Library set theirs on the document once in a process.
 */
const OF_A_PAGE: ReadonlySet<string> = new Set(["message", "pagehide", "pageshow", "beforeunload", "unload", "visibilitychange", "storage"]);

/** The page's address in a process that has none. */
const ADDRESS = "https://phone.example/";

/** The prefix of the SDK's storage keys and shared symbols. */
const PREFIX = "calling-widget-sdk:";
