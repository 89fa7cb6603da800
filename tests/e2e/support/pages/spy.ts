// Records the target origin of every post to another window. A cross-origin
// window's postMessage cannot be replaced, so the page is given stand-ins for
// its parent and its frames, also as the source of message events.
import type {} from "../globals.ts";

const standIns = new Map<unknown, Window>();
/** The page's own parent, before the getter is replaced. */
const realParent = window.parent;

function standIn<Real>(real: Real): Real | Window {
  if (real === null || real === undefined || (real as unknown) === window) {
    return real;
  }
  const known = standIns.get(real);
  if (known !== undefined) {
    return known;
  }
  const other = real as unknown as Window;
  const made = new Proxy({} as Window, {
    get: (_, name) => {
      if (name === "postMessage") {
        return (data: unknown, targetOrigin: unknown, transfer?: Transferable[]) => {
          window.seen.posts.push({ targetOrigin, data });
          other.postMessage(data, targetOrigin as string, transfer);
        };
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
replace(MessageEvent.prototype, "source", standIn);
replace(HTMLIFrameElement.prototype, "contentWindow", standIn);
