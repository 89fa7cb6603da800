import { attempt } from "./attempt.js";
import { isKnown } from "./shown.js";

/**
 * The path of the first part of a value that cannot be posted: a function, a symbol, a live
 * object such as a promise or an element, or anything unreadable. Undefined if all of it can be
 * posted.
 *
 * @param isMasked hides names that no table has.
 */
export function unpostable(value: unknown, path = "", isMasked = true): string | undefined {
  try {
    const found = find(value, new Set(), isMasked);
    return found === undefined ? undefined : within(path, found);
  } catch {
    // A getter threw, or it nests deeper than the stack.
    return path === "" ? "the message" : path;
  }
}

/** Copies a value; returns the path of its first part that cannot be posted, if any. */
export function taken<Value>(value: Value, path: string): { copy: Value; path?: undefined } | { path: string } {
  const found = unpostable(value, path);
  return found === undefined ? { copy: frozenCopy(value) } : { path: found };
}

/** A window, or a stand-in for the other end of a port. */
export type Target = { postMessage(message: unknown, origin: string): void };

/**
 * Posts a message. One that the browser cannot clone although nothing in it is live (a
 * framework's proxy) is copied into plain data first.
 *
 * @returns true if it was posted.
 */
export function post(target: Target, message: unknown, origin: string): boolean {
  const isPosted = (form: () => unknown): boolean =>
    attempt(() => {
      target.postMessage(form(), origin);
      return true;
    }) ?? false;
  return isPosted(() => message) || isPosted(() => plain(message));
}

/** True for an object, a list among them. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

/** True for a window, even of another origin, which exposes little else. */
export function isWindow(value: object): value is Window {
  return (value as { window?: unknown }).window === value;
}

/** A copy that later changes by the app do not reach. */
export function frozenCopy<Value>(value: Value): Value {
  return attempt(() => structuredClone(value)) ?? (plain(value) as Value);
}

/** The path of the first part that cannot be posted; empty for the value itself. */
function find(value: unknown, seen: Set<unknown>, isMasked: boolean): string | undefined {
  if (typeof value === "function" || typeof value === "symbol") {
    return "";
  }
  if (typeof value !== "object" || value === null || seen.has(value)) {
    return undefined;
  }
  seen.add(value);
  const tag = tagOf(value);
  if (isCollection(tag)) {
    try {
      return [...(value as Iterable<unknown>)].some((item) => find(item, seen, isMasked) !== undefined) ? "" : undefined;
    } catch {
      return "";
    }
  }
  if (!isPlain(tag)) {
    return isCloneable(value) ? undefined : "";
  }
  for (const name of Object.keys(value)) {
    const found = find((value as Readonly<Record<string, unknown>>)[name], seen, isMasked);
    if (found !== undefined) {
      return within(!isMasked || isKnown(name) || /^\d{1,4}$/.test(name) ? name : "***", found);
    }
  }
  return undefined;
}

function within(path: string, found: string): string {
  return path === "" || found === "" ? path + found : `${path}.${found}`;
}

/** Copies a value into plain objects, lists, maps and sets, for proxies; cycles stay. */
function plain(value: unknown, seen = new Map<object, unknown>()): unknown {
  if (typeof value !== "object" || value === null) {
    return value;
  }
  const known = seen.get(value);
  if (known !== undefined) {
    return known;
  }
  const tag = tagOf(value);
  if (isCollection(tag)) {
    const copy = tag === "Map" ? new Map<unknown, unknown>() : new Set();
    seen.set(value, copy);
    for (const item of value as Iterable<unknown>) {
      const made = plain(item, seen);
      if (copy instanceof Map) {
        copy.set(...(made as [unknown, unknown]));
      } else {
        copy.add(made);
      }
    }
    return copy;
  }
  if (!isPlain(tag)) {
    return value;
  }
  const copy: Record<string, unknown> | unknown[] = Array.isArray(value) ? [] : {};
  seen.set(value, copy);
  for (const [name, item] of Object.entries(value)) {
    (copy as Record<string, unknown>)[name] = plain(item, seen);
  }
  return copy;
}

/** True for the tag of an object or a list, a proxy of one, or an instance of a class. */
function isPlain(tag: string): boolean {
  return tag === "Object" || tag === "Array";
}

/** True for the tag of a map or a set. */
function isCollection(tag: string): boolean {
  return tag === "Map" || tag === "Set";
}

/** A value's type tag, also across realms and behind proxies. */
export function tagOf(value: unknown): string {
  return Object.prototype.toString.call(value).slice(8, -1);
}

function isCloneable(value: object): boolean {
  return typeof structuredClone !== "function" || attempt(() => structuredClone(value)) !== undefined;
}
