// Reports the target origin of every post to another window. A cross-origin window's
// postMessage cannot be replaced, so the page is given stand-ins for its parent and its
// frames, also as the source of message events.
//
// It also looks for personal data in the page's output, errors, diagnostics and storage.
import { personalIn } from "../canaries.ts";
import type {} from "../globals.ts";
import type { Leak } from "../watch.ts";

const standIns = new Map<unknown, Window>();
/** The page's own parent, before the getter is replaced. */
const realParent = window.parent;

function standIn<Real>(real: Real): Real | Window {
  if (real === null || real === undefined || (real as unknown) === window) {
    return real;
  }
  const existing = standIns.get(real);
  if (existing !== undefined) {
    return existing;
  }
  const other = real as unknown as Window;
  const made = new Proxy({} as Window, {
    get: (_, name) => {
      if (name === "postMessage") {
        return (data: unknown, targetOrigin: unknown, transfer?: Transferable[]) => {
          window.keepPost?.({ targetOrigin, data });
          report(String(targetOrigin));
          other.postMessage(data, targetOrigin as string, transfer);
        };
      }
      // A window is identified by being its own `window`.
      if (name === "window" || name === "self") {
        return made;
      }
      if (name === "parent" || name === "top") {
        const next: Window | null = other[name];
        return next === other ? made : standIn(next);
      }
      const value: unknown = Reflect.get(other, name);
      return value;
    },
  });
  standIns.set(real, made);
  return made;
}

function replace(owner: object, name: string, wrap: (value: unknown) => unknown): void {
  const original = Object.getOwnPropertyDescriptor(owner, name);
  Object.defineProperty(owner, name, {
    configurable: true,
    get(this: unknown): unknown {
      return wrap(original?.get?.call(this));
    },
  });
}

Object.defineProperty(window, "parent", { configurable: true, value: standIn(realParent) });
Object.defineProperty(window, "opener", { configurable: true, value: standIn(window.opener as unknown) });
replace(MessageEvent.prototype, "source", standIn);
replace(HTMLIFrameElement.prototype, "contentWindow", standIn);

const knownTargets = new Set<string>();

/** Reports each target origin to the test, once. */
function report(targetOrigin: string): void {
  if (!knownTargets.has(targetOrigin)) {
    knownTargets.add(targetOrigin);
    window.reportPost?.({ from: location.origin, targetOrigin });
  }
}

function look(where: string, value: unknown): void {
  const what = personalIn(value);
  if (what !== undefined) {
    window.reportLeak?.({ where: `${where} of ${location.origin}`, what });
  }
}

for (const level of ["debug", "error", "info", "log", "warn"] as const) {
  const original = console[level].bind(console);
  console[level] = (...line: unknown[]) => {
    look(`console.${level}`, line);
    original(...line);
  };
}
window.addEventListener("error", ({ message, error }) => {
  look("an error", [message, error]);
});
window.addEventListener("unhandledrejection", ({ reason }) => {
  look("a rejection", reason);
});

window.personalDataKept = () => {
  const found: Leak[] = [];
  const places: Record<string, () => unknown> = {
    "history.state": () => history.state as unknown,
    localStorage: () => Object.entries(localStorage),
    sessionStorage: () => Object.entries(sessionStorage),
    "the widget's diagnostics()": () => (window.cti as typeof window.cti | undefined)?.diagnostics(),
    "the host's diagnostics()": () => (window.host as typeof window.host | undefined)?.diagnostics(),
  };
  for (const [where, read] of Object.entries(places)) {
    let what: string | undefined;
    try {
      what = personalIn(read());
    } catch {
      // Blocked storage keeps nothing.
    }
    if (what !== undefined) {
      found.push({ where: `${where} of ${location.origin}`, what });
    }
  }
  return found;
};
