/**
 * Attaches an object's private data.
 *
 * Not a `#private` field, since those break behind the proxies that some frameworks put
 * around objects, nor a declared one, so that an app's mock of a class needs only its public
 * members.
 */
export function setPrivate<Data extends object>(owner: object, data: Data): Data {
  // In a function, which no framework wraps in a proxy.
  Object.defineProperty(owner, PRIVATE, { value: () => data });
  return data;
}

/** Returns the data of {@link setPrivate}. */
export function privateOf(owner: object): unknown {
  return (owner as Record<symbol, () => unknown>)[PRIVATE]?.();
}

const PRIVATE = /* @__PURE__ */ Symbol("calling-widget-sdk:private");
