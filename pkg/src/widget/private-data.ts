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

/**
 * Sets a property that no walk over an object's enumerable properties meets. What touches a
 * window of another origin throws, so none may be found by walking.
 */
export function setHidden<Owner extends object, Name extends keyof Owner>(owner: Owner, name: Name, value: Owner[Name]): void {
  Object.defineProperty(owner, name, { configurable: true, enumerable: false, value, writable: true });
}

/** The options as an instance has them: `hostWindow` holds a window, and is hidden. */
export function ownOptions<Options extends { hostWindow?: unknown }>(options: Options): Options {
  if (!options.hostWindow) {
    return options;
  }
  const own = { ...options };
  setHidden(own, "hostWindow", options.hostWindow);
  return own;
}

const PRIVATE = /* @__PURE__ */ Symbol("calling-widget-sdk:private");
