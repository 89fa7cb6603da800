/**
 * The path of the first thing in a value that can never be posted: a function
 * or a symbol. Undefined when there is none.
 */
export function unpostablePath(value: unknown, path: string, seen = new Set()): string | undefined {
  if (typeof value === "function" || typeof value === "symbol") {
    return path;
  }
  if (typeof value !== "object" || value === null || seen.has(value)) {
    return undefined;
  }
  seen.add(value);
  for (const [name, item] of Object.entries(value)) {
    const found = unpostablePath(item, `${path}.${name}`, seen);
    if (found !== undefined) {
      return found;
    }
  }
  return undefined;
}

/** A copy made of plain objects and lists, as proxies need it; cycles stay. */
export function plain(value: unknown, seen = new Map<object, unknown>()): unknown {
  if (typeof value !== "object" || value === null) {
    return value;
  }
  const known = seen.get(value);
  if (known !== undefined) {
    return known;
  }
  if (value instanceof Date) {
    return new Date(value.getTime());
  }
  const copy: Record<string, unknown> | unknown[] = Array.isArray(value) ? [] : {};
  seen.set(value, copy);
  for (const [name, item] of Object.entries(value)) {
    (copy as Record<string, unknown>)[name] = plain(item, seen);
  }
  return copy;
}

/** The value as it is now, whatever the app does with it later. */
export function frozenCopy(value: unknown): unknown {
  try {
    return structuredClone(value);
  } catch {
    return plain(value);
  }
}
