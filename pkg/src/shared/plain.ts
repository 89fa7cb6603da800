import { isKnown } from "./shown.js";

/**
 * The path of the first thing in a value that cannot be posted: a function, a symbol,
 * a live object such as a promise or an element, whatever cannot be read. Names that no
 * table has are hidden. Undefined where all of it can be posted.
 */
export function unpostable(value: unknown, path = ""): string | undefined {
  try {
    const found = find(value, new Set());
    return found === undefined ? undefined : within(path, found);
  } catch {
    // A getter threw, or it nests deeper than the stack.
    return path === "" ? "the message" : path;
  }
}

/**
 * The value as it is now; or the path of the first thing in it that cannot be
 * posted.
 */
export function taken<Value>(value: Value, path: string): { copy: Value; path?: undefined } | { path: string } {
  const found = unpostable(value, path);
  return found === undefined ? { copy: frozenCopy(value) } : { path: found };
}

/** A window, or what stands for the other end of a port. */
export type Target = { postMessage(message: unknown, origin: string): void };

/**
 * Posts a message. What the browser cannot clone although nothing in it is live
 * (a proxy of some framework's) is copied into plain data.
 *
 * @returns whether it was posted.
 */
export function post(target: Target, message: unknown, origin: string): boolean {
  try {
    target.postMessage(message, origin);
    return true;
  } catch {
    try {
      target.postMessage(plain(message), origin);
      return true;
    } catch {
      return false;
    }
  }
}

/** Whether it is a window, also one of another origin: such answers to little else. */
export function isWindow(value: object): value is Window {
  return (value as { window?: unknown }).window === value;
}

/** The value as it is now, whatever the app does with it later. */
export function frozenCopy<Value>(value: Value): Value {
  try {
    return structuredClone(value);
  } catch {
    return plain(value) as Value;
  }
}

/** The path within a value: empty for the value itself. */
function find(value: unknown, seen: Set<unknown>): string | undefined {
  if (typeof value === "function" || typeof value === "symbol") {
    return "";
  }
  if (typeof value !== "object" || value === null || seen.has(value)) {
    return undefined;
  }
  seen.add(value);
  if (isCollection(value)) {
    try {
      return [...value].some((item) => find(item, seen) !== undefined) ? "" : undefined;
    } catch {
      return "";
    }
  }
  if (!isPlain(value)) {
    return isCloneable(value) ? undefined : "";
  }
  for (const name of Object.keys(value)) {
    const found = find((value as Readonly<Record<string, unknown>>)[name], seen);
    if (found !== undefined) {
      return within(isKnown(name) || /^\d{1,4}$/.test(name) ? name : "***", found);
    }
  }
  return undefined;
}

function within(path: string, found: string): string {
  return path === "" || found === "" ? path + found : `${path}.${found}`;
}

/** A copy made of plain objects, lists, maps and sets, as proxies need it; cycles stay. */
function plain(value: unknown, seen = new Map<object, unknown>()): unknown {
  if (typeof value !== "object" || value === null) {
    return value;
  }
  const known = seen.get(value);
  if (known !== undefined) {
    return known;
  }
  if (isCollection(value)) {
    const copy = tagOf(value) === "Map" ? new Map<unknown, unknown>() : new Set();
    seen.set(value, copy);
    for (const item of value) {
      const made = plain(item, seen);
      if (copy instanceof Map) {
        copy.set(...(made as [unknown, unknown]));
      } else {
        copy.add(made);
      }
    }
    return copy;
  }
  if (!isPlain(value)) {
    return value;
  }
  const copy: Record<string, unknown> | unknown[] = Array.isArray(value) ? [] : {};
  seen.set(value, copy);
  for (const [name, item] of Object.entries(value)) {
    (copy as Record<string, unknown>)[name] = plain(item, seen);
  }
  return copy;
}

/** Whether it is an object or a list, a proxy of one, or an instance of a class. */
function isPlain(value: object): boolean {
  return /^(?:Object|Array)$/.test(tagOf(value));
}

/** Whether it is a map or a set, or a proxy of one that can be read. */
function isCollection(value: object): value is Iterable<unknown> {
  return /^(?:Map|Set)$/.test(tagOf(value));
}

/** The name of what a value is: also of another realm's class, and of what is behind a proxy. */
export function tagOf(value: unknown): string {
  return Object.prototype.toString.call(value).slice(8, -1);
}

function isCloneable(value: object): boolean {
  if (typeof structuredClone !== "function") {
    return true;
  }
  try {
    structuredClone(value);
    return true;
  } catch {
    return false;
  }
}
