/**
 * Attaches an object's private data.
 *
 * It is no `#private` field, since those break behind the proxies some
 * frameworks put around objects, and no declared one, so that an app's mock of
 * a class needs only its public members.
 */
export function setPrivate<Data extends object>(owner: object, data: Data): Data {
  // Within a function, which no framework puts a proxy around.
  Object.defineProperty(owner, PRIVATE, { value: () => data });
  return data;
}

/** What {@link setPrivate} attached. */
export function privateOf(owner: object): unknown {
  return (owner as Record<symbol, () => unknown>)[PRIVATE]?.();
}

const PRIVATE = /* @__PURE__ */ Symbol("calling-widget-sdk:private");
